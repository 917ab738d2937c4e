// The values of the cells of a grid.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/**
 * Returns what a control holds, as text.
 *
 * @param {Control} control
 */
export const textOf = control => isBox(control) ? String(control.checked) : control.value

/**
 * Makes a control hold *text*, whatever its type; nobody hears of it.
 *
 * @param {Control} control
 * @param {string} text as `held` returns it
 */
export function put(control, text) {
    if (isBox(control)) control.checked = text === 'true'
    else if (control instanceof HTMLSelectElement) {
        if (!Array.from(control.options).some(option => option.value === text)) control.add(new Option(text, text))
        control.value = text
    } else {
        const native = nativeOf(control)
        if (native && control instanceof HTMLInputElement) {
            // A native control of dates drops what it does not take.
            control.dataset.native = control.type = native
            control.value = text
            if (control.value !== text) control.type = 'text'
        }
        control.value = text
    }
}

/**
 * Returns the native type of a control that may be shown as a text, or nothing.
 *
 * @param {Control} control
 */
export const nativeOf = control => control.dataset.native ?? (control.type === 'date' || control.type === 'time' ? control.type : '')

/**
 * Returns what a text means something else to: a box, a choice, a number, a date or a time; a line or lines of text to the others.
 *
 * @param {Control} control
 */
export const kindOf = control => control.getAttribute('inputmode') === 'decimal' ? 'number' : nativeOf(control) || control.type

/**
 * @param {Control} control
 * @returns {control is HTMLInputElement}
 */
export const isBox = control => control.type === 'checkbox'
