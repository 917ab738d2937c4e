// Inputs that are shown only while another has a certain value: the rule of Record.shows, without a round trip.
import { atOf, fieldOf, labelOf, valueIn } from './fields.js'
import { parse } from './json.js'
import { announce } from './notifications.js'
import { shows } from './values.js'
import { gettext } from './words.js'

/** @type {WeakMap<HTMLFormElement, Conditions>} */
const byForm = new WeakMap()

/**
 * @typedef {object} Conditions of one form
 * @property {(at: string, set?: (shown: boolean) => void) => boolean} follow tells whether the input at *at* is shown,
 *   now, and by *set* from now on
 * @property {(element?: Element) => void} settle shows and hides by what is filled in, if *element* has a say in it
 */

/**
 * Returns the conditions of a form, settled: read once, and kept when it is taken out and put in again.
 *
 * @param {HTMLFormElement} form
 */
export function conditionsOf(form) {
    const conditions = byForm.get(form) ?? read(form)
    byForm.set(form, conditions)
    conditions.settle()
    return conditions
}

/**
 * @param {HTMLFormElement} form
 * @returns {Conditions}
 */
function read(form) {
    /** @type {Map<string, import('./values.js').Rule>} */
    const rules = new Map()
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-show-if]')))
        rules.set(atOf(field), parse(field.dataset.showIf ?? ''))
    /** What an input depends on, by its pointer, with what the rule tells of it. */
    const targets = new Map(Array.from(rules.values(), rule => [rule.at, rule]))
    /** @type {Map<string, boolean>} */
    const shown = new Map()
    /** @type {Map<string, (shown: boolean) => void>} */
    const setters = new Map()

    /** @param {string} at */
    const find = at => /** @type {HTMLElement | null} */ (form.querySelector(`[data-at="${CSS.escape(at)}"]`))

    /** Returns the inputs that were hidden until now. */
    function decide() {
        /** @type {Map<string, any>} */
        const values = new Map()
        for (const [at, facts] of targets) {
            const field = find(at)
            if (field) values.set(at, valueIn(field, { typed: facts.typed, flat: facts.flat }))
        }
        const appeared = []
        for (const at of rules.keys()) {
            const now = shows(rules, at, target => values.get(target))
            if (now && shown.get(at) === false) appeared.push(at)
            shown.set(at, now)
            setters.get(at)?.(now)
        }
        return appeared
    }

    return {
        follow(at, set) {
            if (set) setters.set(at, set)
            else setters.delete(at)
            return shown.get(at) ?? true
        },
        settle(element) {
            const field = element && fieldOf(element)
            if (!rules.size || (field && !targets.has(atOf(field)))) return
            const labels = decide().map(at => find(at)).map(target => target && labelOf(target))
            if (element && labels.length) announce(gettext('Now shown: {labels}', { labels: labels.join(', ') }))
        },
    }
}

/** The Alpine component of an input with a condition. */
export function conditional() {
    return {
        shown: true,
        /** @this {{$el: HTMLElement, shown: boolean}} */
        init() {
            const form = this.$el.closest('form')
            this.shown = (form && byForm.get(form)?.follow(atOf(this.$el), shown => { this.shown = shown })) ?? true
        },
        /** @this {{$el: HTMLElement, shown: boolean}} */
        destroy() {
            const form = this.$el.closest('form')
            if (form) byForm.get(form)?.follow(atOf(this.$el))
        },
    }
}
