// Any number of many options, as chips in the order they were chosen; the boxes behind them hold the values.
import { combobox } from './combobox/box.js'
import { chipsIn } from './combobox/chips.js'
import { finder } from './combobox/match.js'

/** @type {Enhance} */
export default function enhance(field, kit) {
    const home = field.querySelector('[data-searchable]')
    if (!(home instanceof HTMLElement)) return
    const items = Array.from(home.querySelectorAll('input'), tick => ({ tick, label: tick.nextElementSibling?.textContent ?? '' }))
    const byTick = new Map(items.map(item => [item.tick, item]))
    const chosen = () => Array.from(home.querySelectorAll('input:checked'), tick => byTick.get(/** @type {HTMLInputElement} */ (tick)) ?? items[0])
    const find = finder(items)

    /** @param {HTMLInputElement} tick that is set, or no longer */
    const turn = tick => {
        const last = chosen().at(-1)?.tick.parentElement
        tick.checked = !tick.checked
        // The order of the boxes is the order of the value.
        if (tick.checked && tick.parentElement) home.insertBefore(tick.parentElement, last ? last.nextSibling : home.firstChild)
        kit.tell(home)
    }
    const show = () => {
        const now = chosen()
        draw(now.map(({ label }) => label))
        box.input.placeholder = now.length ? ' ' : 'Choose any'
    }
    const box = combobox(field, kit, {
        home, follow: show, several: true, find, picked: item => item.tick.checked,
        take({ label, tick }) {
            box.input.value = ''
            turn(tick)
            kit.announce(`${tick.checked ? 'Added' : 'Removed'} ${label}; ${chosen().length} in all`)
        },
        left() { box.input.value = '' },
    })
    /** @type {(labels: string[]) => void} */
    const draw = chipsIn(box, kit, index => {
        const { label, tick } = chosen()[index]
        turn(tick)
        return label
    })
    show()
}
