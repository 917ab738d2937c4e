// Parts of a form that come and go without a server: copies of the templates beside their places.
import { atOf } from '../fields.js'
import { fragment } from '../names.js'

/** Attributes that name a place. */
const MARKED = ['id', 'name', 'value', 'for', 'aria-describedby', 'data-problem-for', 'data-row', 'data-at', 'data-line']
/** More rows than this are JSON. */
export const MAX_ROWS = 100

/**
 * Returns the fields in *place* that are in no other.
 *
 * @param {Element} place
 * @returns {HTMLElement[]}
 */
export function fieldsIn(place) {
    const all = /** @type {HTMLElement[]} */ ([...place.querySelectorAll('[data-input][data-at]')])
    const around = place.closest('[data-input][data-at]')
    return all.filter(field => field.parentElement?.closest('[data-input][data-at]') === around)
}

/**
 * Returns what *selector* finds in a field that is in no field below it.
 *
 * @param {HTMLElement} field
 * @param {string} selector
 */
const own = (field, selector) => /** @type {HTMLElement[]} */ ([...field.querySelectorAll(selector)].filter(found => found.closest('[data-input][data-at]') === field))

/** @param {HTMLElement} field @returns {HTMLTemplateElement[]} */
const templatesOf = field => /** @type {HTMLTemplateElement[]} */ ([...field.querySelectorAll(':scope > .control > template[data-state]')])

/** Returns what says each state that a field can be in; nothing where it has but one. @param {HTMLElement} field */
export const statesOf = field => templatesOf(field).map(({ dataset }) => dataset.state ?? '')

/** Tells whether a script adds and removes the rows of a field. @param {HTMLElement} field */
export const isTable = field => field.dataset.input === 'table' && field.querySelector('[data-rows]') !== null

/** Returns what a field holds now: the type of an input, or `absent`. @param {HTMLElement} field */
export const typeOf = field => field.dataset.holds ?? field.dataset.input ?? ''

/** Returns what the controls of a field do not tell. @param {HTMLElement} field @returns {{typed?: boolean, flat?: boolean, constant?: any}} */
export const factsOf = field => JSON.parse((field.dataset.holds === undefined ? field.dataset.facts : field.dataset.holdsFacts) || '{}')

/**
 * Lets all fields in *place* be as they are at first.
 *
 * @param {Element} place
 */
export function begin(place) {
    for (const field of fieldsIn(place)) {
        if (statesOf(field).length) enterNew(field, field.dataset.begins ?? '')
        else begin(field)
    }
}

/**
 * Shows a field in a state, with as many blank rows as it needs.
 *
 * @param {HTMLElement} field
 * @param {string} mark
 * @param {number} [least] rows
 */
export function enterNew(field, mark, least = 0) {
    enter(field, mark)
    begin(field)
    const wanted = Math.min(Math.max(least, Number(itemsOf(field)?.dataset.minRows ?? 0)), MAX_ROWS)
    for (let index = 0; index < wanted; index++) begin(addRow(field, String(index)) ?? field)
}

/**
 * Shows a field in a state: what is in it is as its templates have it.
 *
 * @param {HTMLElement} field
 * @param {string} mark
 */
export function enter(field, mark) {
    const templates = templatesOf(field), template = templates.find(({ dataset }) => dataset.state === mark)
    if (!template) return
    for (const child of [...template.parentElement?.children ?? []]) if (!child.matches('template[data-state], .reason')) child.remove()
    templates[0].before(copyOf(template, field))
    field.dataset.state = mark
    field.dataset.holds = template.dataset.type ?? ''
    field.dataset.holdsFacts = template.dataset.facts ?? ''
    field.classList.toggle('left-out', mark === 'absent')
}

/**
 * Adds a row to a field: an item of a list, or a value by a name; returns it, or null where the field has none.
 *
 * @param {HTMLElement} field
 * @param {string} id
 */
export function addRow(field, id) {
    const [template] = /** @type {HTMLTemplateElement[]} */ (own(field, 'template[data-new-row]'))
    if (!template) return null
    const pattern = template.dataset.newRow ?? '', at = atOf(field), made = copyOf(template, field)
    rename(made, at + pattern, `${at}/${id}`)
    const row = /** @type {HTMLElement} */ (made.firstElementChild)
    row.dataset.row = id
    row.querySelector('[name^="row"]')?.setAttribute('value', pattern === '/*' ? id : `/${id}`)
    template.before(row)
    return row
}

/** Returns the place of the items of a list. @param {HTMLElement} field @returns {HTMLElement | undefined} */
export const itemsOf = field => own(field, '[data-items]')[0]

/** Returns the rows of a field. @param {HTMLElement} field */
export const rowsOf = field => own(field, '.row:is([data-row], [data-entry])').filter(row => row.parentElement?.matches('[data-items], [data-entries]'))

/**
 * Numbers the items of a list, and takes away the buttons that do nothing.
 *
 * @param {HTMLElement} field
 */
export function settle(field) {
    const items = itemsOf(field), template = items?.querySelector(':scope > template'), rows = rowsOf(field)
    if (!items || !(template instanceof HTMLTemplateElement)) return
    const least = Number(items.dataset.minRows ?? 0), most = Math.min(Number(items.dataset.maxRows ?? MAX_ROWS), MAX_ROWS)
    rows.forEach((row, index) => {
        number(row, template.dataset.label ?? '', index + 1)
        const acts = row.querySelector(':scope > .row-acts')
        /** @param {string} act @param {boolean} can */
        const allow = (act, can) => { if (!can) acts?.querySelector(`[value^="${act}"]`)?.remove() }
        allow('up', index > 0)
        allow('down', index < rows.length - 1)
        allow('copy', rows.length < most)
        allow('remove', rows.length > least)
    })
    for (const none of own(field, '.none')) none.hidden = rows.length > 0
    if (rows.length >= most) for (const add of own(field, '.table-acts > [value^="add"]')) add.remove()
}

/**
 * Calls an item by its number.
 *
 * @param {HTMLElement} row
 * @param {string} label what it is called in the template
 * @param {number} index
 */
function number(row, label, index) {
    const called = label.replace(/\*$/, String(index)), name = row.querySelector('.label bdi'), place = row.querySelector('.item-number')
    if (name?.textContent === label) name.textContent = called
    if (place) place.textContent = `${index}.`
    for (const element of row.querySelectorAll('[aria-label]')) element.setAttribute('aria-label', element.getAttribute('aria-label')?.replace(label, called) ?? '')
}

/**
 * Returns what a template of *field* holds, for the place of that: templates name the place that they were drawn for.
 *
 * @param {HTMLTemplateElement} template
 * @param {HTMLElement} field
 */
function copyOf(template, field) {
    const made = /** @type {DocumentFragment} */ (template.content.cloneNode(true))
    for (const inner of /** @type {NodeListOf<HTMLElement>} */ (made.querySelectorAll('[data-input][data-at]'))) inner.dataset.drawnAt = atOf(inner)
    rename(made, field.dataset.drawnAt ?? atOf(field), atOf(field))
    return made
}

/**
 * Names the place *to* wherever *made* names *from*, or a place below it.
 *
 * @param {DocumentFragment} made
 * @param {string} from
 * @param {string} to
 */
function rename(made, from, to) {
    for (const [before, after] of new Map([[from, to], [fragment(from), fragment(to)]])) {
        if (before === after) continue
        const place = new RegExp(before.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') + '(?=$|[/\\s"])', 'g')
        for (const element of made.querySelectorAll('*')) for (const name of MARKED) {
            const text = element.getAttribute(name)
            if (text?.includes(before) && (name !== 'value' || element.matches('button'))) element.setAttribute(name, text.replace(place, () => after))
        }
    }
}
