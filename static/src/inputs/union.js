// A choice between kinds of values: choosing shows what is chosen, without a button.

/** @type {Enhance} */
export default function enhance(field, { signal }) {
    const chooser = [...field.querySelectorAll('[data-choose]')].find(each => each.closest('[data-at]') === field)
    const show = chooser?.querySelector('[data-show]')
    if (!chooser || !(show instanceof HTMLButtonElement)) return
    show.hidden = true
    chooser.addEventListener('change', () => show.form?.requestSubmit(show), { signal })
}
