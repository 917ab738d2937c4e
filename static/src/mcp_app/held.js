// What the fields of a form without a server hold: the values of parts, made of those of their fields.
import { atOf, filledOf, valueIn } from '../fields.js'
import { ABSENT, valueOf } from '../values.js'
import { factsOf, fieldsIn, statesOf, typeOf } from './parts.js'

/** @typedef {(field: HTMLElement) => any} ReadField */

const RECORDS = ['object', 'mapping']

/**
 * Returns what a field stands for; ABSENT for nothing, or for what cannot be read.
 *
 * @param {HTMLElement} field
 * @param {ReadField} [leaf] returns what a field without others in it stands for
 * @param {(field: HTMLElement) => boolean} [shown] tells whether a field is part of the value
 * @returns {any}
 */
export function held(field, leaf = heldAlone, shown = () => true) {
    if (field.matches('[data-edited]') || !statesOf(field).length) return leaf(field)
    const type = typeOf(field)
    if (type === 'list') return items(field, leaf, shown)
    return RECORDS.includes(type) ? members(field, leaf, shown) : leaf(field)
}

/** Returns what a field without others in it stands for. @param {HTMLElement} field */
export function heldAlone(field) {
    const type = typeOf(field), facts = factsOf(field)
    if (field.matches('[data-edited]') || type === 'table') return valueIn(field, {})
    const filled = filledOf(field, atOf(field), type)
    if ('constant' in facts) return filled.mark ? facts.constant : ABSENT
    return valueOf({ ...filled, ...facts })
}

/** @param {HTMLElement} field @param {ReadField} leaf @param {(field: HTMLElement) => boolean} shown */
function items(field, leaf, shown) {
    const values = fieldsIn(field).map(item => held(item, leaf, shown)).filter(value => value !== ABSENT)
    return values.length || isThere(field) ? values : ABSENT
}

/** @param {HTMLElement} field @param {ReadField} leaf @param {(field: HTMLElement) => boolean} shown */
function members(field, leaf, shown) {
    /** @type {[string, any][]} */
    const found = []
    for (const part of fieldsIn(field).filter(shown)) {
        const value = held(part, leaf, shown), key = keyOf(part)
        // A row that nobody filled in is nothing.
        if (value !== ABSENT && !(key === '' && value === '' && nameOf(part))) found.push([key, value])
    }
    return found.length || isThere(field) ? Object.fromEntries(found) : ABSENT
}

/** Tells whether an object or a list is there, though nothing may be in it. @param {HTMLElement} field */
const isThere = field => Boolean(filledOf(field, atOf(field), '').mark)

/**
 * Returns the control with the name of a field that people name; null of any other.
 *
 * @param {HTMLElement} field
 * @returns {HTMLInputElement | null}
 */
export function nameOf(field) {
    const row = field.closest('[data-entry]')
    return row?.querySelector('[data-input][data-at]') === field ? row.querySelector('[name^="key"]') : null
}

/** Returns the key of a field in the value above. @param {HTMLElement} field */
export const keyOf = field => nameOf(field)?.value ?? lastOf(atOf(field))

/** @param {string} at */
const lastOf = at => at.slice(at.lastIndexOf('/') + 1).replaceAll('~1', '/').replaceAll('~0', '~')
