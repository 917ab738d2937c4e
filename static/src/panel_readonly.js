// A panel that its host made read-only: its form can be read, copied and run, not changed.

const TEXT = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"], [type="color"], [type="hidden"])'
const READING = ['Tab', 'Escape', 'Home', 'End', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
const CHANGES = ['beforeinput', 'paste', 'cut', 'drop', 'click', 'keydown', 'pointerdown', 'mousedown']

/**
 * Keeps people from changing the form while the panel is read-only; what the host sets still is.
 *
 * @param {HTMLElement} body
 */
export function holdReadonly(body) {
    const mark = () => {
        const on = body.hasAttribute('data-readonly')
        for (const control of /** @type {NodeListOf<HTMLInputElement>} */ (body.querySelectorAll(`.field :is(${TEXT})${on ? ':not([readonly])' : '[data-held]'}`))) {
            control.readOnly = on
            control.toggleAttribute('data-held', on)
        }
        for (const editor of body.querySelectorAll('.field [contenteditable]')) editor.setAttribute('contenteditable', String(!on))
        return on
    }
    // Rows and whole forms come later.
    const later = new MutationObserver(mark)
    new MutationObserver(() => {
        if (mark()) later.observe(body, { subtree: true, childList: true })
        else later.disconnect()
    }).observe(body, { attributeFilter: ['data-readonly'] })
    for (const name of CHANGES) body.addEventListener(name, event => {
        if (!body.hasAttribute('data-readonly') || !changes(event)) return
        event.preventDefault()
        event.stopPropagation()
    }, { capture: true })
}

/**
 * Tells whether what happens could change a field: reading on, and selecting in a text, does not.
 *
 * @param {Event} event
 */
function changes(event) {
    const { target, type } = event
    if (!(target instanceof Element) || !target.closest('form[data-webform] .field') || target.closest('summary')) return false
    // A text is selected and read on; other controls open, or choose.
    const text = target.matches(TEXT) && target.role !== 'combobox'
    if (event instanceof KeyboardEvent) return !(event.key === 'Tab' || (text && (READING.includes(event.key) || ((event.ctrlKey || event.metaKey) && 'ac'.includes(event.key)))))
    return !(text && ['click', 'pointerdown', 'mousedown'].includes(type))
}
