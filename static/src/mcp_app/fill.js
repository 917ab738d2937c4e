// A value → the controls of its field: what static/src/values.js reads, the other way round.
import { controlsOf, atOf } from '../fields.js'
import { rowsLike } from '../inputs/table/rows.js'
import { fragment, read } from '../names.js'
import { ABSENT } from '../values.js'

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/** What a blank value is marked with, by its JSON. */
const MARKS = new Map([['""', 'string'], ['[]', 'list'], ['false', 'boolean'], ['null', 'null']])

/**
 * Writes *value* into the controls of *field*, which may not be able to show it: whoever asks looks what came of it.
 *
 * @param {HTMLElement} field a fresh one, not yet in the page
 * @param {any} value
 * @param {{typed?: boolean, flat?: boolean}} facts what the controls do not tell of their input
 */
export function write(field, value, { typed, flat }) {
    const at = atOf(field), spell = typed ? json : text
    const shown = flat && Array.isArray(value) ? [value.slice(0, 2), value.slice(2)] : value
    for (const control of controlsOf(field)) {
        const name = read(control.name)
        if (!name) continue
        if (name.word === 'is') mark(control, value)
        else if (!name.word) put(control, textsAt(shown, name.pointer.slice(at.length), spell))
    }
}

/**
 * Gives a table *rows*, each a copy of the one in its template.
 *
 * @param {HTMLElement} field a fresh one, not yet in the page
 * @param {any[]} rows
 * @param {string[]} [ids] of the rows; their numbers where there are none
 */
export function writeRows(field, rows, ids) {
    const at = atOf(field), template = /** @type {HTMLTemplateElement} */ (field.querySelector('template[data-row-template]'))
    const fresh = rowsLike(/** @type {Element} */ (template.content.querySelector('tr')), '*', [...new Set([at, fragment(at)])])
    field.querySelector('[data-rows]')?.replaceChildren(...rows.map((row, index) => {
        const id = ids?.[index] ?? String(index), made = fresh(id), before = `${at}/${id}`
        for (const control of /** @type {NodeListOf<Control>} */ (made.querySelectorAll('.ctl[name]')))
            put(control, textsAt(row, (read(control.name)?.pointer ?? '').slice(before.length), text))
        return made
    }))
}

/**
 * Returns the texts of a value at a pointer below it: those of lists of texts or places are the lines of one.
 *
 * @param {any} value
 * @param {string} pointer
 * @param {(value: any) => string} spell
 * @returns {string[]}
 */
function textsAt(value, pointer, spell) {
    let part = value
    for (const token of pointer.split('/').slice(1)) part = part === null || typeof part !== 'object' ? ABSENT : part[token] ?? ABSENT
    if (part === ABSENT || part === null) return []
    if (Array.isArray(part)) return part.map(item => Array.isArray(item) ? item.join(', ') : spell(item))
    return [spell(part)]
}

/** @param {any} value */
const json = value => typeof value === 'bigint' ? String(value) : JSON.stringify(value)

/** @param {any} value */
const text = value => typeof value === 'object' ? json(value) : String(value)

/**
 * @param {Control} control
 * @param {string[]} texts
 */
export function put(control, texts) {
    if (control instanceof HTMLSelectElement) {
        for (const option of control.options) option.toggleAttribute('selected', texts.includes(option.value))
    } else if (control instanceof HTMLTextAreaElement) {
        // A line break at the beginning is left out where HTML is read.
        control.textContent = (texts[0]?.startsWith('\n') ? '\n' : '') + texts.join('\n')
    } else if (['checkbox', 'radio'].includes(control.type)) {
        control.toggleAttribute('checked', texts.includes(control.value))
    } else if (control.type !== 'file') control.setAttribute('value', texts.join('\n'))
}

/**
 * @param {Control} control
 * @param {any} value
 */
function mark(control, value) {
    const wanted = (value !== ABSENT && MARKS.get(json(value))) || ''
    if (control instanceof HTMLSelectElement) {
        for (const option of control.options) option.toggleAttribute('selected', option.value === wanted)
    } else if (control instanceof HTMLInputElement && control.type === 'checkbox')
        control.toggleAttribute('checked', control.value === wanted || (control.value === 'options' && wanted === 'list'))
}
