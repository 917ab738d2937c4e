// A colour: the browser's own picker beside the text, in step with it.

/**
 * Returns a colour as a native picker has it, or null.
 *
 * @param {string} text
 */
export function sixDigits(text) {
    const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? []
    if (!digits) return null
    return '#' + (digits.length === 3 ? digits.replace(/./g, '$&$&') : digits).toLowerCase()
}

/** @type {Enhance} */
export default function enhance(field, { signal, make, type, label }) {
    const place = field.querySelector('[data-colour]'), home = place?.querySelector('input.ctl')
    if (!place || !(home instanceof HTMLInputElement)) return
    const picker = make('input', { 'type': 'color', 'aria-label': `${label}: pick`, 'autocomplete': 'off' })
    const show = () => {
        picker.value = sixDigits(home.value) ?? '#000000'
        picker.toggleAttribute('data-unset', !home.value.trim())
    }
    picker.addEventListener('input', event => {
        event.stopPropagation()
        type(home, picker.value)
    }, { signal })
    picker.addEventListener('change', event => event.stopPropagation(), { signal })
    home.addEventListener('input', show, { signal })
    home.addEventListener('change', () => {
        const meant = '#' + home.value.trim()
        if (sixDigits(meant)) type(home, meant)
    }, { signal })
    field.addEventListener('webform:sync', show, { signal })
    place.append(picker)
    show()
    signal.addEventListener('abort', () => picker.remove())
}
