// Problems shown where they are: beside their control, and all of them in the summary.
import { faults } from './checks.js'
import { make, mayFocus } from './dom.js'
import { atOf, controlsOf, fieldOf, filledOf, inputAt, labelOf, placesOf, wantedOf } from './fields.js'
import { above, beforeIds, idOf } from './names.js'
import { gettext, ngettext } from './words.js'

/** @typedef {{at: string, message: string}} Problem */

/** Controls that are told to be wrong; one that a script stands in for is not. */
const MARKED = '.ctl:not(.visually-hidden), [type="checkbox"], [type="radio"], [type="file"]'

/**
 * Checks a place of a form as it was left, and shows what is wrong there.
 *
 * @param {HTMLElement} place a field, or a cell of one
 */
export function checkPlace(place) {
    const field = fieldOf(place), form = place.closest('form')
    // What is shown there is of what is filled in there: it goes once that changes.
    if (!field || !form || place.querySelector('[data-problem-for]:not([hidden])')) return
    for (const problem of problemsAt(place, field)) show(form, problem)
}

/**
 * Returns what is wrong with the visible inputs of a form, as far as a browser can tell.
 *
 * @param {HTMLFormElement} form
 * @returns {Problem[]}
 */
export function problemsOf(form) {
    /** @type {Problem[]} */
    const found = []
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-at][data-input]'))) {
        if (field.dataset.input !== 'hidden' && isShown(field))
            for (const place of placesOf(field)) found.push(...problemsAt(place, field))
    }
    return found
}

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} field
 * @returns {Problem[]}
 */
function problemsAt(place, field) {
    // What is made of other inputs is checked by them.
    if (field.querySelector('[data-input]')) return []
    const { at, type } = inputAt(place, field)
    return faults(filledOf(place, at, type), wantedOf(place, field))
        .map(({ part, message }) => ({ at: at + part, message }))
}

/** @param {HTMLElement} field */
const isShown = field => field.style.display !== 'none' && !field.hidden

/**
 * Shows one problem at its control, or at the nearest place above it; returns whether there is one.
 *
 * @param {HTMLFormElement} form
 * @param {Problem} problem
 */
export function show(form, { at, message }) {
    const slot = slotFor(form, at)
    if (!slot) return false
    slot.textContent = slot.hidden ? message : `${slot.textContent}. ${message}`
    slot.hidden = false
    unfold(slot)
    const place = slot.closest('td') ?? fieldOf(slot)
    fieldOf(slot)?.classList.add('bad')
    const own = byId(form, beforeIds(form) + idOf(at))
    const controls = own && place?.contains(own) && own !== place ? [own] : controlsOf(place ?? slot)
    for (const control of controls)
        if (control.matches(MARKED) && !control.closest('.if-blank'))
            control.setAttribute('aria-invalid', 'true')
    return true
}

/**
 * Opens all that *element* is folded in.
 *
 * @param {Element} element
 */
export function unfold(element) {
    for (let fold = element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
}

/**
 * Takes away the problems shown at *place* and what the summary says of them.
 *
 * @param {Element} place
 */
export function clear(place) {
    const field = fieldOf(place)
    for (const slot of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('[data-problem-for]:not([hidden])'))) {
        slot.hidden = true
        slot.textContent = ''
    }
    for (const control of place.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid')
    if (!field?.classList.contains('bad')) return
    if (!field.querySelector('[data-problem-for]:not([hidden])')) field.classList.remove('bad')
    const summary = /** @type {HTMLElement | null} */ (field.closest('form')?.querySelector('[data-summary]:not([hidden])'))
    for (const item of summary?.querySelectorAll('li') ?? []) {
        const target = targetOf(item.querySelector('a'))
        if (target && place.contains(target)) item.remove()
    }
    if (summary) count(summary)
}

/**
 * Shows all of *problems*, at their controls and in the summary, which takes the focus.
 *
 * @param {HTMLFormElement} form
 * @param {Problem[]} problems
 * @param {boolean} [waits] whether somebody waits for them; whoever went on keeps the focus
 */
export function report(form, problems, waits = true) {
    clearAll(form)
    const summary = /** @type {HTMLElement | null} */ (form.querySelector('[data-summary]'))
    const slots = [...form.querySelectorAll('[data-problem-for]')], place = new Map(slots.map((slot, index) => [slot, index]))
    /** @param {Problem} problem */
    const order = ({ at }) => place.get(/** @type {Element} */ (slotFor(form, at))) ?? -1
    const items = [...problems].sort((a, b) => order(a) - order(b)).map(problem => item(form, problem, show(form, problem)))
    if (!summary) return
    summary.querySelector('[data-summary-list]')?.replaceChildren(...items)
    count(summary)
    if (!summary.hidden && waits && mayFocus()) summary.focus()
}

/**
 * Takes away every problem of a form.
 *
 * @param {HTMLFormElement} form
 */
export function clearAll(form) {
    for (const field of form.querySelectorAll('.bad')) clear(field)
    const summary = /** @type {HTMLElement | null} */ (form.querySelector('[data-summary]'))
    summary?.querySelector('[data-summary-list]')?.replaceChildren()
    if (summary) count(summary)
}

/**
 * Puts the focus on what a link of a summary leads to.
 *
 * @param {HTMLAnchorElement} link
 */
export function goTo(link) {
    const target = targetOf(link)
    if (!target) return false
    const first = target.matches('input, select, textarea, button') ? target
        : target.querySelector('input:not([type="hidden"]), select, textarea') ?? target
    const seen = target.closest('.field') ?? first
    unfold(seen)
    seen.scrollIntoView({ block: 'center' })
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    return true
}

/** @param {HTMLElement} summary */
function count(summary) {
    const left = summary.querySelectorAll('li').length, title = summary.querySelector('[data-summary-title]')
    summary.hidden = !left
    if (title) title.textContent = left ? ngettext('Fix {count} field to run', 'Fix {count} fields to run', left, { count: left }) : ''
}

/**
 * @param {HTMLFormElement} form
 * @param {Problem} problem
 * @param {boolean} placed
 */
function item(form, { at, message }, placed) {
    // What no place shows is of the form itself.
    if (!placed) return make('li', {}, make('a', { href: '#' + encodeURIComponent(form.id) }, at || gettext('The whole form')), `: ${message}`)
    const before = beforeIds(form), slot = slotFor(form, at), field = slot && fieldOf(slot)
    const named = byId(form, before + idOf(at)), own = named && fieldOf(named)?.hidden ? null : named
    const target = own ?? slot?.closest('td')?.querySelector('.ctl') ?? field?.querySelector(`[id^="${CSS.escape(before)}at"]`) ?? field
    const label = own?.closest('td') ? labelInRow(own) : null
    return make('li', {}, make('a', { href: '#' + encodeURIComponent(target?.id ?? ''), dir: 'auto' }, label ?? (field ? labelInItems(field) : at)), `: ${message}`)
}

/**
 * Returns what a cell is called, after its row: "Row 2, Weight"; that of a list says itself which item it is in.
 *
 * @param {HTMLElement} control
 */
function labelInRow(control) {
    const label = control.getAttribute('aria-label') ?? '', number = control.closest('[data-rows] > tr')?.querySelector('td')?.dataset.number
    return number ? `${gettext('Row {number}', { number })}, ${label}` : label
}

/**
 * Returns what a field is called, after the items of lists that it is in: "2. Stop, Nights".
 *
 * @param {HTMLElement} field
 */
function labelInItems(field) {
    const words = [labelOf(field)]
    for (let item = field.parentElement?.closest('details.item'); item; item = item.parentElement?.closest('details.item'))
        words.unshift(item.querySelector('summary')?.textContent?.trim() ?? '')
    return words.join(', ')
}

/**
 * @param {HTMLFormElement} form
 * @param {string} at
 * @returns {HTMLElement | null}
 */
function slotFor(form, at) {
    for (let pointer = at; ; pointer = above(pointer)) {
        const slot = form.querySelector(`[data-problem-for="${CSS.escape(pointer)}"]`)
        // Of what is not shown, such as the constant of a variant, the nearest part that is says what is wrong.
        if (slot instanceof HTMLElement && !fieldOf(slot)?.hidden) return slot
        if (!pointer) return null
    }
}

/** @param {HTMLAnchorElement | null} link */
function targetOf(link) {
    const id = decodeURIComponent(link?.getAttribute('href')?.slice(1) ?? ''), form = link?.closest('form')
    return id && form?.id === id ? form : id ? byId(form ?? document, id) : null
}

/**
 * Two forms of a page may have controls of the same name.
 *
 * @param {ParentNode} root
 * @param {string} id
 * @returns {HTMLElement | null}
 */
const byId = (root, id) => root.querySelector(`[id="${CSS.escape(id)}"]`)
