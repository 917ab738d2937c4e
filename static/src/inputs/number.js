// A number: the arrow keys step it, and what is pasted with a decimal comma is understood.
import { compare, decimal, stepped, written } from '../decimals.js'
import { type } from '../dom.js'

const COMMA = /^[+\-−]?(\d{1,3}(?:[.\s'’]\d{3})+|\d+),(\d+)$/
const POINT = /^[+\-−]?\d{1,3}(?:[,\s'’]\d{3})+\.\d+$/
const SPACED = /^[+\-−]?\d{1,3}(?:[\s'’]\d{3})+$/

/**
 * Returns a pasted number as the control takes it; what may mean two numbers, such as 1,234, as it is.
 *
 * @param {string} text
 */
export function understood(text) {
    const pasted = text.trim(), comma = COMMA.exec(pasted)
    if (comma && (comma[2].length !== 3 || comma[1].length > 3 || comma[1] === '0')) return pasted.replace(/[.\s'’]/g, '').replace(',', '.')
    if (POINT.test(pasted) || SPACED.test(pasted)) return pasted.replace(/[,\s'’]/g, '')
    return pasted
}

/**
 * Returns the number some steps from the one typed, between the bounds; from a blank, the one nearest to 0. A step onto
 * an excluded bound is none.
 *
 * @param {string} typed
 * @param {number} times
 * @param {{min?: string, max?: string, above?: string, below?: string, step?: string}} options
 */
export function steppedText(typed, times, { min, max, above, below, step }) {
    const low = decimal(min ?? ''), high = decimal(max ?? ''), stride = decimal(step ?? '') ?? { units: 1n, places: 0 }
    const base = decimal(typed)
    if (!base && typed.trim()) return typed
    let next = base ? stepped(base, stride, times) : { units: 0n, places: 0 }
    if (high && compare(next, high) > 0) next = high
    if (low && compare(next, low) < 0) next = low
    const floor = decimal(above ?? ''), ceiling = decimal(below ?? '')
    if (floor && compare(next, floor) <= 0) return base && compare(base, floor) > 0 ? typed : written(stepped(floor, stride, 1))
    if (ceiling && compare(next, ceiling) >= 0) return base && compare(base, ceiling) < 0 ? typed : written(stepped(ceiling, stride, -1))
    return written(next)
}

/**
 * Minds the numbers of a form until *signal* is aborted. Few forms have none, and some have hundreds: one listener for all.
 *
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
export default function stepNumbers(form, signal) {
    form.addEventListener('keydown', event => {
        const times = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0, control = times && numberOf(event)
        if (!control || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        const { min, max, above, below, step } = control.dataset
        type(control, steppedText(control.value, event.shiftKey ? times * 10 : times, { min, max, above, below, step }))
    }, { signal })
    form.addEventListener('paste', event => {
        const control = numberOf(event)
        if (!control) return
        const pasted = event.clipboardData?.getData('text') ?? '', number = understood(pasted)
        // Pasted over a part of what is there, it is no number of its own.
        const whole = control.selectionStart === 0 && control.selectionEnd === control.value.length
        if (!whole || number === pasted) return
        event.preventDefault()
        type(control, number)
    }, { signal })
}

/**
 * Returns the control of a number that an event is for.
 *
 * @param {Event} event
 */
const numberOf = ({ target }) => target instanceof HTMLInputElement && target.matches('[data-input="number"] .ctl') ? target : null
