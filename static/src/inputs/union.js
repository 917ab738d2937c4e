// A choice between kinds of values, or a name that says the kind: it is shown without a button.

/** @type {Enhance} */
export default function enhance(field, { signal }) {
    for (const chooser of field.querySelectorAll('[data-choose]')) {
        const show = chooser.querySelector('[data-show]')
        if (chooser.closest('[data-at]') !== field || !(show instanceof HTMLButtonElement)) continue
        show.hidden = true
        chooser.addEventListener('change', () => show.form?.requestSubmit(show), { signal })
    }
}
