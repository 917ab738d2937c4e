// Any number of many options, as chips in the order they were chosen; the boxes behind them hold the values.
import { combobox } from './combobox/box.js'
import { chipsIn } from './combobox/chips.js'
import { finder } from './combobox/match.js'
import { gettext } from '../words.js'

/** @type {Enhance} */
export default function enhance(field, kit) {
    const home = field.querySelector('[data-searchable]')
    if (!(home instanceof HTMLElement)) return
    const repeats = 'repeats' in home.dataset
    const items = [...new Map(Array.from(home.querySelectorAll('input'), tick => [tick.value, { tick, label: labelOf(tick) }])).values()]
    const chosen = () => /** @type {HTMLInputElement[]} */ ([...home.querySelectorAll('input:checked')])
    const find = finder(items)

    /** @param {HTMLInputElement} tick that is set, or no longer */
    const turn = tick => {
        const last = chosen().at(-1)?.parentElement
        tick.checked = !tick.checked
        // The order of the boxes is the order of the value.
        if (tick.checked && tick.parentElement) home.insertBefore(tick.parentElement, last ? last.nextSibling : home.firstChild)
        kit.dispatchChange(home)
    }
    /**
     * Returns a box for one more of an option.
     *
     * @param {HTMLInputElement} tick
     */
    const another = tick => {
        const copy = /** @type {HTMLElement} */ (tick.parentElement?.cloneNode(true)), box = /** @type {HTMLInputElement} */ (copy.firstElementChild)
        box.checked = box.defaultChecked = false
        home.append(copy)
        return box
    }
    const show = () => {
        const now = chosen()
        draw(now.map(labelOf))
        box.input.placeholder = now.length ? ' ' : gettext('Choose any')
    }
    const box = combobox(field, kit, {
        home, follow: show, several: true, find, picked: item => !repeats && item.tick.checked,
        take({ label, tick }) {
            box.input.value = ''
            const turned = repeats && tick.checked ? another(tick) : tick
            turn(turned)
            kit.announce(turned.checked
            ? gettext('Added {label}; {count} in all', { label, count: chosen().length })
            : gettext('Removed {label}; {count} in all', { label, count: chosen().length }))
        },
        left() { box.input.value = '' },
    })
    /** @type {(labels: string[]) => void} */
    const draw = chipsIn(box, kit, index => {
        const tick = chosen()[index]
        turn(tick)
        return labelOf(tick)
    })
    show()
}

/** @param {HTMLInputElement} tick */
const labelOf = tick => tick.nextElementSibling?.textContent ?? ''
