// A value → the controls of its field: what static/src/values.js reads, the other way round.
import { controlsOf, atOf } from '../fields.js'
import { read } from '../names.js'
import { ABSENT } from '../values.js'

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/** What a blank value is marked with, by its JSON. */
const MARKS = new Map([['""', 'string'], ['[]', 'list'], ['false', 'boolean'], ['null', 'null']])

/**
 * Writes *value* into the controls of *field*, which may not be able to show it: whoever asks looks what came of it.
 *
 * @param {HTMLElement} field a fresh one, not yet in the page
 * @param {any} value
 */
export function write(field, value) {
    const at = atOf(field)
    for (const control of controlsOf(field)) {
        const name = read(control.name)
        if (!name) continue
        if (name.word === 'is') mark(control, value)
        else if (!name.word) put(control, textsAt(value, name.pointer.slice(at.length)))
    }
}

/**
 * Returns the texts of a value at a pointer below it: those of lists of texts or places are the lines of one.
 *
 * @param {any} value
 * @param {string} pointer
 * @returns {string[]}
 */
function textsAt(value, pointer) {
    let part = value
    for (const token of pointer.split('/').slice(1)) part = part === null || typeof part !== 'object' ? ABSENT : part[token] ?? ABSENT
    if (part === ABSENT || part === null) return []
    if (Array.isArray(part)) return part.map(item => Array.isArray(item) ? item.join(', ') : text(item))
    return [text(part)]
}

/** @param {any} value */
const text = value => typeof value === 'object' ? JSON.stringify(value) : String(value)

/**
 * @param {Control} control
 * @param {string[]} texts
 */
function put(control, texts) {
    if (control instanceof HTMLSelectElement) {
        for (const option of control.options) option.toggleAttribute('selected', matches(option.value, texts))
    } else if (control instanceof HTMLTextAreaElement) {
        // A line break at the beginning is left out where HTML is read.
        control.textContent = (texts[0]?.startsWith('\n') ? '\n' : '') + texts.join('\n')
    } else if (['checkbox', 'radio'].includes(control.type)) {
        control.toggleAttribute('checked', matches(control.value, texts))
    } else if (control.type !== 'file') control.setAttribute('value', texts.join('\n'))
}

/**
 * @param {string} option the text of an option, which may be JSON
 * @param {string[]} texts
 */
const matches = (option, texts) => texts.some(typed => option === typed || option === JSON.stringify(typed))

/**
 * @param {Control} control
 * @param {any} value
 */
function mark(control, value) {
    const wanted = (typeof value !== 'bigint' && value !== ABSENT && MARKS.get(JSON.stringify(value))) || ''
    if (control instanceof HTMLSelectElement) {
        for (const option of control.options) option.toggleAttribute('selected', option.value === wanted)
    } else if (control instanceof HTMLInputElement && control.type === 'checkbox')
        control.toggleAttribute('checked', control.value === wanted || (control.value === 'options' && wanted === 'list'))
}
