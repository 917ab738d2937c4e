// A value → the fields of a form without a server: in the states that take it, else as JSON.
import { equal } from '../json.js'
import { ABSENT } from '../values.js'
import { edit, editorOf, written } from './as_json.js'
import { write, writeRows } from './fill.js'
import { held, keyOf } from './held.js'
import { MAX_ROWS, addRow, enter, factsOf, fieldsIn, isTable, statesOf, typeOf } from './parts.js'

/** Parts that are drawn for one value: what needs more of them is JSON. */
const MAX_PARTS = 500
let left = MAX_PARTS

/**
 * Fills *form*, a fresh one, with *body*: a part that its controls do not give back as it is becomes a JSON editor.
 *
 * @param {HTMLFormElement} form
 * @param {any} body
 */
export function fill(form, body) {
    left = MAX_PARTS
    const undeclared = new Map(Object.entries(body && typeof body === 'object' && !Array.isArray(body) ? body : {}))
    for (const field of fieldsIn(form)) {
        const key = keyOf(field), value = undeclared.has(key) ? undeclared.get(key) : ABSENT
        undeclared.delete(key)
        fillField(field, value)
    }
    const last = form.querySelector('.go')
    for (const [key, value] of undeclared) last?.before(editorOf(`/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, key, value))
}

/**
 * Fills a fresh field: what its controls do not give back is JSON.
 *
 * @param {HTMLElement} field
 * @param {any} value
 */
export function fillField(field, value) {
    if (put(field, value, fillField)) return
    if (statesOf(field).includes('json')) {
        enter(field, 'json')
        const area = field.querySelector('.control > textarea')
        if (area) area.textContent = written(value)
    }
    if (!same(held(field), value)) edit(field, value)
}

/**
 * Puts a value into a field, in each of its states until it gives the value back; tells whether it does.
 *
 * @param {HTMLElement} field
 * @param {any} value
 * @param {(field: HTMLElement, value: any) => unknown} putInside puts a part of the value into a field within it
 */
function put(field, value, putInside) {
    if (field.matches('[data-edited]')) return false
    if (same(held(field), value)) return true
    if (isTable(field)) writeRows(field, Array.isArray(value) ? value : [])
    else if (!statesOf(field).length) write(field, value, factsOf(field))
    // Of several kinds the first is meant that takes all of the value as it is.
    const isChoice = field.dataset.input === 'union', inside = isChoice ? putAll : putInside
    for (const state of statesOf(field)) {
        if (isChoice && (state === 'json' || state === '')) continue
        if (--left < 0) return false
        enter(field, state)
        putParts(field, value, inside)
        if (same(held(field), value)) return true
    }
    return same(held(field), value)
}

/** @param {HTMLElement} field @param {any} value */
const putAll = (field, value) => put(field, value, putAll)

/** @param {HTMLElement} field @param {any} value @param {(field: HTMLElement, value: any) => unknown} putInside */
function putParts(field, value, putInside) {
    const type = typeOf(field)
    if (type === 'list') {
        if (!Array.isArray(value) || value.length > MAX_ROWS) return
        value.forEach((item, index) => { if (--left > 0) for (const inner of fieldsIn(addRow(field, String(index)) ?? field).slice(0, 1)) putInside(inner, item) })
    } else if (!['object', 'mapping'].includes(type)) write(field, value, factsOf(field))
    else if (value && typeof value === 'object' && !Array.isArray(value)) putMembers(field, value, putInside)
}

/** @param {HTMLElement} field @param {Record<string, any>} value @param {(field: HTMLElement, value: any) => unknown} putInside */
function putMembers(field, value, putInside) {
    const declared = new Set(fieldsIn(field).map(part => {
        const key = keyOf(part)
        putInside(part, Object.hasOwn(value, key) ? value[key] : ABSENT)
        return key
    }))
    for (const [index, key] of Object.keys(value).filter(key => !declared.has(key)).slice(0, MAX_ROWS).entries()) {
        const row = --left > 0 && addRow(field, `+${index + 1}`), [part] = row ? fieldsIn(row) : []
        if (!row || !part) return
        row.querySelector('[name^="key"]')?.setAttribute('value', key)
        putInside(part, value[key])
    }
}

/**
 * Tells whether both are the same value, or nothing.
 *
 * @param {any} a
 * @param {any} b
 */
const same = (a, b) => a === b || (a !== ABSENT && b !== ABSENT && equal(a, b))
