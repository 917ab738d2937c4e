// Two days: the usual spans are offered, and the picker of the last day begins at the first.
import { gettext } from '../words.js'

/** @typedef {[from: string, to: string]} Span */

/**
 * Returns the usual spans as they are on a day, by what they are called.
 *
 * @param {Date} today
 */
export function spansOf(today) {
    const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()], now = text(year, month, day)
    return new Map(Object.entries(/** @type {Record<string, Span>} */ ({
        [gettext('Today')]: [now, now],
        [gettext('Last 7 days')]: [text(year, month, day - 6), now],
        [gettext('Last 30 days')]: [text(year, month, day - 29), now],
        [gettext('This month')]: [text(year, month, 1), text(year, month + 1, 0)],
        [gettext('Last month')]: [text(year, month - 1, 1), text(year, month, 0)],
        [gettext('This year')]: [text(year, 0, 1), text(year, 11, 31)],
    })))
}

/**
 * @param {number} year
 * @param {number} month from 0, perhaps beyond the year
 * @param {number} day perhaps beyond the month
 */
const text = (year, month, day) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** @type {Enhance} */
export default function enhance(field, { signal, announce, type }) {
    const offer = field.querySelector('[data-spans]'), spans = spansOf(new Date())
    const [from, to] = /** @type {NodeListOf<HTMLInputElement>} */ (field.querySelectorAll('.parts input.ctl'))
    if (!(offer instanceof HTMLElement) || !to) return
    const declared = to.min
    /** @param {string} [day] */
    const beginAt = (day = declared) => {
        if (day) to.min = day
        else to.removeAttribute('min')
    }
    /** @param {Element} button */
    const spanOf = button => spans.get(button.textContent ?? '') ?? ['', '']
    const show = () => {
        for (const button of offer.children)
            button.ariaPressed = String(spanOf(button).every((day, index) => day === [from, to][index].value))
    }
    offer.addEventListener('click', ({ target }) => {
        const button = target instanceof Element ? target.closest('button') : null
        if (!button) return
        const days = spanOf(button)
        days.forEach((day, index) => {
            const control = [from, to][index]
            control.type = 'date'
            type(control, day)
        })
        announce(gettext('{span}: from {start} to {end}', { span: button.textContent ?? '', start: days[0], end: days[1] }))
    }, { signal })
    field.addEventListener('input', show, { signal })
    field.addEventListener('webform:sync', show, { signal })
    // The picker begins at the first day; typing is not held to it, since a year that is begun is before it, and nor is
    // what is checked.
    to.addEventListener('pointerdown', () => beginAt(from.type === 'date' && from.value > declared ? from.value : declared), { signal })
    for (const name of ['keydown', 'input', 'change', 'blur']) to.addEventListener(name, () => beginAt(), { signal })
    offer.hidden = false
    show()
    signal.addEventListener('abort', () => {
        beginAt()
        offer.hidden = true
    })
}
