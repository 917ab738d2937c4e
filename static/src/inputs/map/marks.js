// The handles on a map: a button at each place, and between the corners of an area where one may come.
import { DivIcon, Marker, Polygon, Polyline } from 'leaflet/dist/leaflet-src.esm.js'
import { curved, midway, nearest } from './geometry.js'

/** @typedef {import('./geometry.js').Place} Place */
/**
 * @typedef {object} Acts
 * @property {(mark: number, at: Place) => void} drag
 * @property {(mark: number) => void} dropped
 * @property {(mark: number, event: KeyboardEvent) => void} press
 * @property {(mark: number, at: Place) => void} insert a corner after that one
 */

/** More buttons than this nobody finds their way in. */
export const MOST = 300
const ONE = matchMedia('(pointer: coarse)').matches ? 44 : 28

/**
 * @param {import('leaflet').Map} map
 * @param {boolean} isPin
 * @param {Acts} acts
 */
export function marksOn(map, isPin, acts) {
    /** @type {Marker[]} */
    const marks = []
    /** @type {Marker[]} */
    const middles = []
    const outline = new Polygon([], { className: 'map-shape', interactive: false, noClip: true }).addTo(map)
    const open = new Polyline([], { className: 'map-shape open', interactive: false, noClip: true }).addTo(map)
    const dots = new Polyline([], { className: 'map-dots', interactive: false, smoothFactor: 0 }).addTo(map)
    /** The button that is being dragged is where the pointer is. @type {Marker | undefined} */
    let dragged

    const icon = (/** @type {string} */ look) => new DivIcon({ className: look, iconSize: [ONE, ONE] })
    /** @param {number} mark */
    const marker = mark => {
        const made = new Marker([0, 0], { icon: icon(isPin ? 'map-mark pin' : 'map-mark'), draggable: true, autoPan: true, keyboard: true }).addTo(map)
        made.on('dragstart', () => { dragged = made })
        made.on('drag', () => acts.drag(mark, placeOf(made)))
        made.on('dragend', () => { dragged = undefined; acts.dropped(mark) })
        made.on('click', () => made.getElement()?.focus())
        made.getElement()?.addEventListener('keydown', event => {
            event.stopPropagation()
            acts.press(mark, event)
        })
        return made
    }
    /** @param {number} edge */
    const middle = edge => {
        const made = new Marker([0, 0], { icon: icon('map-middle'), draggable: true, keyboard: false, zIndexOffset: -1000 }).addTo(map)
        made.getElement()?.setAttribute('aria-hidden', 'true')
        let inserted = false
        made.on('dragstart', () => { [dragged, inserted] = [made, false] })
        made.on('drag', () => {
            if (inserted) acts.drag(edge + 1, placeOf(made))
            else acts.insert(edge, placeOf(made))
            inserted = true
        })
        made.on('dragend', () => { dragged = undefined; acts.dropped(edge + 1) })
        made.on('click', () => {
            acts.insert(edge, placeOf(made))
            acts.dropped(edge + 1)
            marks[edge + 1]?.getElement()?.focus()
        })
        return made
    }

    return {
        /**
         * Shows places as buttons, and the shape they make.
         *
         * @param {{at: Place, name: string, words: string}[]} places
         * @param {Place[]} line the shape's corners, near to the middle of the map
         * @param {{closed: boolean, grows: boolean, crossed: boolean}} looks *grows*: of corners between which one may come
         */
        draw(places, line, { closed, grows, crossed }) {
            const { lng } = map.getCenter(), many = places.length > MOST
            const seats = many ? [] : places.map(({ at }, index) => line[index] ?? /** @type {Place} */ ([at[0], nearest(at[1], lng)]))
            fill(marks, seats, marker)
            seats.forEach((_, index) => {
                const element = marks[index].getElement()
                if (element && element.ariaLabel !== places[index].words) element.ariaLabel = places[index].words
            })
            const drawn = grows ? curved(line, closed) : line
            outline.setLatLngs(closed ? drawn : [])
            open.setLatLngs(closed ? [] : drawn)
            dots.setLatLngs(many ? places.map(({ at }) => { const seat = /** @type {Place} */ ([at[0], nearest(at[1], lng)]); return [seat, seat] }) : [])
            outline.getElement()?.classList.toggle('crossed', crossed)
            const edges = grows && !many ? line.slice(0, closed ? line.length : -1) : []
            fill(middles, edges.map((from, index) => midway(from, line[index + 1] ?? [line[0][0], nearest(line[0][1], from[1])])), middle)
        },
        /** @param {number} mark */
        focus(mark) {
            const element = marks[Math.min(mark, marks.length - 1)]?.getElement()
            element?.focus()
            return element !== undefined
        },
    }

    /**
     * @param {Marker[]} pool
     * @param {Place[]} places
     * @param {(index: number) => Marker} add
     */
    function fill(pool, places, add) {
        places.forEach((place, index) => {
            pool[index] ??= add(index)
            if (pool[index] !== dragged) pool[index].setLatLng(place)
        })
        for (const spare of pool.splice(places.length)) if (spare !== dragged) spare.remove()
    }
}

/** @param {Marker} marker @returns {Place} */
function placeOf(marker) {
    const { lat, lng } = marker.getLatLng()
    return [lat, lng]
}
