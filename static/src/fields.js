// A field of a form: its label, its controls, what they hold and what it asks for.
import { read } from './names.js'
import { valueOf } from './values.js'

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */
/** @typedef {import('./values.js').Filled} Filled */
/** @typedef {import('./checks.js').Wanted} Wanted */

const CONTROLS = 'input[name], select[name], textarea[name]'

/**
 * Returns the field that *element* is part of.
 *
 * @param {Element} element
 * @returns {HTMLElement | null}
 */
export const fieldOf = element => element.closest('[data-at]')

/**
 * Returns the pointer of a field.
 *
 * @param {HTMLElement} field
 */
export const atOf = field => field.dataset.at ?? ''

/**
 * Returns what a field is called.
 *
 * @param {HTMLElement} field
 */
export const labelOf = field => field.dataset.label ?? (field.querySelector('.label')?.textContent?.trim() || atOf(field))

/**
 * Returns the controls of *place* that are submitted.
 *
 * @param {Element} place
 * @returns {NodeListOf<Control>}
 */
export const controlsOf = place => place.querySelectorAll(CONTROLS)

/**
 * Returns what the controls of the input at *at* hold, all of them inside *place*.
 *
 * @param {Element} place a field, or a cell of a table
 * @param {string} at
 * @param {string} type
 * @returns {Filled}
 */
export function filledOf(place, at, type) {
    /** @type {Map<string, string[]>} */
    const texts = new Map()
    /** @type {string | undefined} */
    let mark
    for (const control of controlsOf(place)) {
        const name = read(control.name)
        if (!name || control.disabled) continue
        if (name.word === 'is' && name.pointer === at && chosen(control)) mark = textsOf(control)[0]
        if (name.word || !within(name.pointer, at)) continue
        const part = name.pointer.slice(at.length), before = texts.get(part) ?? []
        texts.set(part, chosen(control) ? [...before, ...textsOf(control)] : before)
    }
    return { type, mark, texts }
}

/**
 * Returns the value that a field stands for, or ABSENT.
 *
 * @param {HTMLElement} field
 * @param {{typed?: boolean, flat?: boolean}} facts what the controls do not tell of their input
 */
export function valueIn(field, facts) {
    const { at, type } = inputAt(field, field)
    return type === 'table' && field.querySelector('[data-rows]') ? rowsIn(field) : valueOf({ ...filledOf(field, at, type), ...facts })
}

/**
 * Returns what a field, or a cell of one, asks for.
 *
 * @param {Element} place
 * @param {HTMLElement} field
 * @returns {Wanted}
 */
export function wantedOf(place, field) {
    const bounds = place.querySelector('[data-min], [data-max], [data-above], [data-below], [min], [max]'), native = controlsOf(place)
    const limit = place.querySelector('[data-max-length]')?.getAttribute('data-max-length')
    return {
        required: place === field && field.hasAttribute('data-required'),
        min: bounds?.getAttribute('data-min') ?? bounds?.getAttribute('min') ?? undefined,
        max: bounds?.getAttribute('data-max') ?? bounds?.getAttribute('max') ?? undefined,
        above: bounds?.getAttribute('data-above') ?? undefined,
        below: bounds?.getAttribute('data-below') ?? undefined,
        loose: place.querySelector('[data-loose]') !== null,
        maxLength: limit ? Number(limit) : undefined,
        secret: place.closest('[data-secret]') !== null,
        halfTyped: [...native].some(control => control.validity.badInput),
    }
}

/**
 * Returns the places of a field that are checked each by itself: its cells, or the field.
 *
 * @param {HTMLElement} field
 * @returns {HTMLElement[]}
 */
export function placesOf(field) {
    const cells = /** @type {NodeListOf<HTMLElement>} */ (field.querySelectorAll('[data-rows] td:has(> .ctl)'))
    return cells.length ? [...cells] : [field]
}

/**
 * Returns the pointer and the type of what is filled in at *place*.
 *
 * @param {HTMLElement} place
 * @param {HTMLElement} field
 */
export function inputAt(place, field) {
    if (place === field) return { at: atOf(field), type: field.dataset.input ?? '' }
    const control = /** @type {HTMLInputElement | null} */ (place.querySelector('.ctl[name]'))
    return { at: read(control?.name ?? '')?.pointer ?? '', type: cellType(control) }
}

/** @param {Control | null} control */
function cellType(control) {
    if (control?.getAttribute('inputmode') === 'decimal') return 'number'
    return control?.type === 'date' || control?.dataset.native === 'date' ? 'date' : 'text'
}

/** @param {HTMLElement} field */
function rowsIn(field) {
    const at = atOf(field)
    /** @type {Record<string, any>[]} */
    const rows = []
    for (const row of field.querySelectorAll('[data-rows] > tr')) {
        const filled = Object.create(null)
        for (const cell of row.querySelectorAll('td:has(> .ctl)')) {
            const input = inputAt(/** @type {HTMLElement} */ (cell), field)
            const value = valueOf(filledOf(cell, input.at, input.type))
            const key = input.at.slice(input.at.lastIndexOf('/') + 1).replaceAll('~1', '/').replaceAll('~0', '~')
            if (typeof value !== 'symbol') filled[key] = value
        }
        if (Object.keys(filled).length || row.querySelector('.row-number [name^="is"]')) rows.push(filled)
    }
    const mark = filledOf(field, at, 'table').mark
    return rows.length || mark === 'list' ? rows : valueOf({ type: 'table', texts: new Map() })
}

/**
 * @param {string} pointer
 * @param {string} at
 */
const within = (pointer, at) => pointer === at || pointer.startsWith(at + '/')

/** @param {Control} control */
function chosen(control) {
    return !(control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) || control.checked
}

/** @param {Control} control */
function textsOf(control) {
    const files = control instanceof HTMLInputElement ? control.files : null
    return files ? Array.from(files, file => file.name) : [control.value]
}
