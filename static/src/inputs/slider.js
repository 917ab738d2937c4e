// A slider: native tracks beside the texts, which hold the value. A track shows the nearest of its steps.
import { decimal, stepped, written } from '../decimals.js'
import css from './slider.css'
import { gettext } from '../words.js'

/** @typedef {import('../decimals.js').Decimal} Decimal */

/**
 * Returns the steps of a scale: how many, and the text and place of each.
 *
 * @param {string} min
 * @param {string} max
 * @param {string} [step]
 */
export function scale(min, max, step) {
    const low = decimal(min), high = decimal(max)
    if (!low || !high) return null
    const span = Number(max) - Number(min), stride = decimal(step ?? '') ?? fine(span)
    const width = Number(written(stride)), last = Math.max(Math.ceil(span / width - 1e-9), 0)
    return {
        last,
        /** @param {number} index */
        text: index => index >= last ? written(high) : written(stepped(low, stride, Math.max(index, 0))),
        /** @param {string} typed */
        index: typed => Math.min(Math.max(Math.round((Number(typed.trim().replace('\u2212', '-')) - Number(min)) / width) || 0, 0), last),
    }
}

/**
 * Returns a step that makes a hundred or more of *span*.
 *
 * @param {number} span
 * @returns {Decimal}
 */
function fine(span) {
    const power = Math.floor(Math.log10(span / 100))
    return decimal(`1e${Number.isFinite(power) ? power : 0}`) ?? { units: 1n, places: 0 }
}

/** @type {Enhance} */
export default function enhance(field, { adopt, signal, make, type, label }) {
    const slider = field.querySelector('[data-slider]'), place = field.querySelector('[data-tracks]')
    if (!(slider instanceof HTMLElement) || !(place instanceof HTMLElement)) return
    const { min = '', max = '', above, below, step, unit = '' } = slider.dataset, steps = scale(min, max, step)
    const homes = /** @type {HTMLInputElement[]} */ ([...slider.querySelectorAll('input.ctl')])
    if (!steps || !steps.last) return place.remove()
    const tracks = homes.map((home, index) => {
        const part = home.closest('.part')?.querySelector('.part-label')?.textContent
        return make('input', {
            'type': 'range', 'min': '0', 'max': String(steps.last), 'step': '1', 'autocomplete': 'off',
            'aria-label': part ? `${label}, ${part}` : label, 'aria-description': gettext('Use the arrow keys, or type a number'), 'data-track': String(index),
        })
    })
    // An end of the scale that is excluded is as near as its neighbour.
    const first = above === undefined ? 0 : 1, final = steps.last - (below === undefined ? 0 : 1)
    /** @param {number} index */
    const inside = index => Math.min(Math.max(index, first), final)
    const values = tracks.map(() => make('span', { 'class': 'knob-value', 'aria-hidden': 'true' }))

    const show = () => {
        const shares = homes.map((home, index) => {
            const at = home.value.trim() ? steps.index(home.value) : index ? steps.last : 0
            tracks[index].value = String(at)
            const words = home.value.trim() && `${home.value.trim()} ${unit}`.trim()
            tracks[index].setAttribute('aria-valuetext', words || gettext('not set'))
            values[index].textContent = words
            values[index].style.setProperty('--at', String(at / steps.last))
            return `${at / steps.last * 100}%`
        })
        // Where both handles meet at the end, the one that can still move lies on top.
        tracks[0].style.zIndex = tracks.length > 1 && Number(tracks[0].value) > steps.last / 2 ? '1' : ''
        place.toggleAttribute('data-unset', homes.every(home => !home.value.trim()))
        place.style.setProperty('--from', shares.length > 1 ? shares[0] : '0%')
        place.style.setProperty('--to', shares[shares.length - 1])
    }
    tracks.forEach((track, index) => {
        track.addEventListener('input', event => {
            event.stopPropagation()
            // The handles of a range meet; they do not pass each other.
            const other = tracks[1 - index] && homes[1 - index].value.trim() ? Number(tracks[1 - index].value) : null
            const wanted = inside(Number(track.value))
            const at = other === null ? wanted : index ? Math.max(wanted, other) : Math.min(wanted, other)
            homes.forEach((home, place) => {
                if (place === index) type(home, steps.text(at))
                else if (!home.value.trim()) type(home, steps.text(inside(Number(tracks[place].value))))
            })
            show()
        }, { signal })
        track.addEventListener('change', event => event.stopPropagation(), { signal })
        // One tab stop for one value: a digit that is typed on a handle goes into the text beside it.
        track.addEventListener('keydown', event => {
            if (/^[-+.,\d]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) homes[index].select()
        }, { signal })
        homes[index].tabIndex = -1
    })
    /**
     * Puts a handle where the pointer is.
     *
     * @param {HTMLInputElement} track
     * @param {number} share of the scale
     */
    const drag = (track, share) => {
        track.value = String(Math.round(share * steps.last))
        track.dispatchEvent(new Event('input', { bubbles: true }))
    }
    // The tracks of a range lie on each other, and only their handles take a pointer: between them the nearer one comes.
    place.addEventListener('pointerdown', event => {
        if (event.target !== place || event.button) return
        const { left, width } = place.getBoundingClientRect(), knob = 24, isRTL = place.matches(':dir(rtl)')
        /** @param {PointerEvent} at */
        const share = at => {
            const part = Math.min(Math.max((at.clientX - left - knob / 2) / (width - knob), 0), 1)
            return isRTL ? 1 - part : part
        }
        const wanted = share(event), away = tracks.map(track => Math.abs(Number(track.value) / steps.last - wanted))
        const nearer = tracks[away[1] < away[0] || (away[1] === away[0] && wanted > Number(tracks[1].value) / steps.last) ? 1 : 0]
        const over = new AbortController(), until = { signal: AbortSignal.any([signal, over.signal]) }
        event.preventDefault()
        place.setPointerCapture(event.pointerId)
        place.addEventListener('pointermove', move => drag(nearer, share(move)), until)
        for (const name of ['pointerup', 'pointercancel']) place.addEventListener(name, () => over.abort(), until)
        nearer.focus()
        drag(nearer, wanted)
    }, { signal })
    slider.addEventListener('input', show, { signal })
    field.addEventListener('webform:sync', show, { signal })
    adopt(css)
    place.replaceChildren(...tracks.flatMap((track, index) => [track, values[index]]))
    place.hidden = false
    show()
    signal.addEventListener('abort', () => {
        for (const home of homes) home.removeAttribute('tabindex')
        place.replaceChildren()
        place.hidden = true
    })
}
