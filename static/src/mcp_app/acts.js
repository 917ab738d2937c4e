// A form without a server as it was filled in, and what its buttons do to it.
import { atOf, controlsOf } from '../fields.js'
import { read } from '../names.js'
import { ABSENT } from '../values.js'
import { isJSON, written } from './as_json.js'
import { put, writeRows } from './fill.js'
import { held } from './held.js'
import { addRow, begin, enter, enterNew, fieldsIn, itemsOf, rowsOf, statesOf } from './parts.js'

/** @typedef {(word: string, at: string) => string[] | undefined} Lookup returns the texts of a control */

/** What buttons do that needs no server. @type {Map<string, (field: HTMLElement, lookup: Lookup) => void>} */
export const ACTS = new Map(Object.entries({
    /** @param {HTMLElement} field */
    add: field => begin(add(field)),
    /** @param {HTMLElement} field */
    remove: field => rowOf(field) ? rowOf(field)?.remove() : enterNew(field, 'absent'),
    /** @param {HTMLElement} field */
    up: field => rowOf(field)?.previousElementSibling?.before(/** @type {Element} */ (rowOf(field))),
    /** @param {HTMLElement} field */
    down: field => rowOf(field)?.nextElementSibling?.after(/** @type {Element} */ (rowOf(field))),
    copy,
    choose,
    /** @param {HTMLElement} field */
    open(field) {
        enterNew(field, statesOf(field).find(mark => mark !== 'absent') ?? '', 1)
        unfold(rowsOf(field)[0])
    },
}))

/**
 * Returns what finds the texts of *data*.
 *
 * @param {FormData} data
 * @returns {Lookup}
 */
export function lookupIn(data) {
    /** @type {Map<string, string[]>} */
    const texts = new Map()
    for (const [name, value] of data) {
        const place = read(name), key = place && place.word + place.pointer
        if (key && typeof value === 'string') texts.set(key, [...texts.get(key) ?? [], value.replaceAll('\r\n', '\n')])
    }
    return (word, at) => texts.get(word + at)
}

/**
 * Shows what was filled in, in fresh fields.
 *
 * @param {Element} place
 * @param {Lookup} lookup
 * @param {(field: HTMLElement) => void} edit makes a field one of JSON
 */
export function restore(place, lookup, edit) {
    for (const field of fieldsIn(place)) restorePart(field, lookup, edit)
    for (const control of controlsOf(place)) {
        const name = read(control.name), texts = name && lookup(name.word, name.pointer)
        // What says that a part is there, and which rows it has, is there already.
        if (name && name.word !== 'row' && (texts || control.type !== 'hidden')) put(control, texts ?? [])
    }
}

/** @param {HTMLElement} field @param {Lookup} lookup @param {(field: HTMLElement) => void} edit */
function restorePart(field, lookup, edit) {
    const at = atOf(field), states = statesOf(field), mark = lookup('is', at)?.at(-1) ?? '', rows = lookup('row', at) ?? []
    if (mark === 'json' && !states.includes('json')) return isJSON(field) || edit(field)
    if (field.dataset.input === 'table') writeRows(field, rows.map(() => ({})), rows)
    if (states.length) enter(field, [mark, 'absent', field.dataset.begins ?? ''].find(state => states.includes(state)) ?? '')
    for (const id of rows) if (states.length) addRow(field, id.replace(/^\//, ''))
    for (const inner of fieldsIn(field)) restorePart(inner, lookup, edit)
}

/** @param {HTMLElement} field */
function add(field) {
    const taken = rowsOf(field).map(({ dataset }) => Number(dataset.row?.replace('+', ''))), isNamed = !itemsOf(field)
    const next = Math.max(isNamed ? 0 : -1, ...taken) + 1
    const row = /** @type {HTMLElement} */ (addRow(field, isNamed ? `+${next}` : String(next)))
    unfold(row)
    return row
}

/** @param {Element | undefined} row */
const unfold = row => row?.querySelector(':scope > details.item')?.setAttribute('open', '')

/** @param {HTMLElement} field @param {Lookup} lookup */
function copy(field, lookup) {
    const row = rowOf(field), list = /** @type {HTMLElement | undefined | null} */ (row?.parentElement?.closest('[data-input][data-at]'))
    if (!row || !list) return
    const made = add(list), from = atOf(field), to = `${atOf(list)}/${made.dataset.row}`
    restore(made, (word, at) => lookup(word, from + at.slice(to.length)), () => {})
    row.after(made)
}

/** @param {HTMLElement} field @param {Lookup} lookup */
function choose(field, lookup) {
    const mark = lookup('to', atOf(field))?.at(-1) ?? '', value = mark === 'json' ? held(field) : ABSENT
    enterNew(field, mark)
    const area = mark === 'json' && field.querySelector('.control > textarea')
    if (area) area.textContent = written(value)
}

/** Returns the row that a field stands for. @param {HTMLElement} field @returns {HTMLElement | null} */
function rowOf(field) {
    const row = /** @type {HTMLElement | null} */ (field.closest('.row:is([data-row], [data-entry])'))
    return row?.querySelector('[data-input][data-at]') === field ? row : null
}
