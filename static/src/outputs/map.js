// A map of a result: its places on the ground that maps of inputs have, to be moved and looked at.
import { CircleMarker, Polygon, Polyline, Tooltip } from 'leaflet/dist/leaflet-src.esm.js'
import shared from '../inputs/map.css'
import { around, joined, nearest } from '../inputs/map/geometry.js'
import { tool, toolbar } from '../inputs/map/tools.js'
import { viewIn } from '../inputs/map/view.js'
import own from './map.css'
import { gettext } from '../words.js'

/** @typedef {import('../inputs/map/geometry.js').Place} Place */
/** @typedef {import('../inputs/map/geometry.js').Span} Span */
/** @typedef {{kind: 'point' | 'line' | 'area', rings: Place[][], label: string, colour: string, weight: number | null, facts: string[]}} Shape */
/** @typedef {import('leaflet').CircleMarker | import('leaflet').Polyline<any>} Layer */

/** More points than these are named by their list alone; more shapes are no stops of the Tab key. */
const MOST_NAMES = 14, MOST_STOPS = 40
/** Points are drawn small from here on. */
const CROWD = 150
/** Near enough to see a town, where the tool says a middle and no zoom. */
const NEAR = 9

/**
 * Draws the map of a view.
 *
 * @param {HTMLElement} section
 * @param {Tools} tools
 */
export default function draw(section, { adopt, button, make, mirrored }) {
    const place = section.querySelector('.map[data-map]')
    if (!(place instanceof HTMLElement)) return
    adopt(shared)
    adopt(own)
    const life = new AbortController(), kit = { button, make, mirrored, signal: life.signal }
    place.append(make('p', { class: 'visually-hidden', id: `${section.id}-keys` }, gettext('Arrow keys move the map, plus and minus zoom.')))
    /** @type {import('leaflet').Map | undefined} */
    let map
    const sizes = new ResizeObserver(() => {
        if (!place.isConnected) {
            sizes.disconnect()
            life.abort()
        } else if (map) map.invalidateSize({ animate: false })
        // Where it has no size yet, it would look nowhere.
        else if (place.clientWidth) map = mapIn(place, kit)
    })
    sizes.observe(place)
}

/**
 * @param {HTMLElement} place
 * @param {Pick<Kit, 'button' | 'make' | 'mirrored' | 'signal'>} kit
 */
function mapIn(place, kit) {
    const { map, screen, cover, fit } = viewIn(place, kit), { center, name = '', words, zoom } = place.dataset
    const shapes = /** @type {Shape[]} */ (JSON.parse(place.dataset.map ?? '[]')), span = around(shapes.flatMap(shape => shape.rings.flat()))
    screen.ariaLabel = `${name}. ${words}.`
    screen.setAttribute('aria-describedby', place.firstElementChild?.id ?? '')
    place.append(toolbar(kit, gettext('{label}, view', { label: name }), [
        tool(kit, 'nearer', gettext('Zoom in'), () => map.zoomIn()),
        tool(kit, 'farther', gettext('Zoom out'), () => map.zoomOut()),
        tool(kit, 'fit', gettext('Show all of it'), () => fit(span)),
    ]))
    if (center) {
        const [latitude, longitude] = center.split(',').map(Number)
        map.setView([latitude, longitude], Number(zoom ?? NEAR))
    } else fit(span, false)
    show(map, seated(shapes, span), kit)
    void cover()
    return map
}

/**
 * Returns shapes with all their places on one of the worlds side by side, where half a world has room for them.
 *
 * @param {Shape[]} shapes
 * @param {Span} span
 */
function seated(shapes, [[, west], [, east]]) {
    const seat = (/** @type {Place} */ [latitude, longitude]) => /** @type {Place} */ (
        [latitude, east - west < 180 ? nearest(longitude, (west + east) / 2) : longitude])
    return shapes.map(shape => {
        const rings = shape.rings.map(ring => ring.map(seat))
        return { ...shape, rings: shape.kind === 'line' ? rings.map(joined) : rings }
    })
}

/**
 * Puts shapes on a map, each with what is known of it where it is pointed at or reached by Tab.
 *
 * @param {import('leaflet').Map} map
 * @param {Shape[]} shapes
 * @param {Pick<Kit, 'make'>} kit
 */
function show(map, shapes, { make }) {
    const isCrowd = shapes.length > CROWD, known = shapes.map(({ label, facts }) => [...label ? [label] : [], ...facts])
    const stops = known.filter(words => words.length).length <= MOST_STOPS
    const tip = new Tooltip({ className: 'map-tip', direction: 'top', offset: [0, -8], opacity: 1 })
    shapes.forEach((shape, index) => {
        const layer = layerOf(shape, isCrowd).addTo(map), element = layer.getElement(), words = known[index]
        if (!element) return
        if (shape.colour) element.setAttribute('color', shape.colour)
        if (!words.length) return
        const middle = () => layer instanceof CircleMarker ? layer.getLatLng() : layer.getBounds().getCenter()
        const say = (/** @type {import('leaflet').LatLng} */ at) => map.openTooltip(tip.setContent(make('div', {}, ...words.map(line => make('p', {}, line)))).setLatLng(at))
        const rest = () => map.closeTooltip(tip)
        layer.on('mouseover', ({ latlng }) => say(layer instanceof CircleMarker ? middle() : latlng)).on('mouseout', rest)
        if (!stops) return
        for (const [name, value] of Object.entries({ 'tabindex': '0', 'role': 'img', 'aria-label': words.join(', ') })) element.setAttribute(name, value)
        element.addEventListener('focus', () => {
            map.panInside(middle(), { padding: [40, 40], animate: false })
            say(middle())
        })
        element.addEventListener('blur', rest)
    })
    names(map, shapes, make)
}

/**
 * @param {Shape} shape
 * @param {boolean} isCrowd
 * @returns {Layer}
 */
function layerOf({ kind, rings, weight }, isCrowd) {
    const look = { className: `map-place ${kind}`, fillOpacity: weight === null ? kind === 'area' ? 0.22 : 1 : 0.15 + 0.7 * weight }
    if (kind === 'point') return new CircleMarker(rings[0][0], { ...look, radius: weight === null ? isCrowd ? 3 : 6 : 11 })
    return kind === 'line' ? new Polyline(rings, { ...look, fill: false }) : new Polygon(rings, look)
}

/**
 * Writes the names of points beside them where they are few; one that would lie on another is left out, from this far.
 *
 * @param {import('leaflet').Map} map
 * @param {Shape[]} shapes
 * @param {Kit['make']} make
 */
function names(map, shapes, make) {
    const named = shapes.filter(({ kind, label, weight }) => kind === 'point' && label && weight === null)
    if (named.length > MOST_NAMES) return
    const signs = named.map(({ label, rings }) => new Tooltip(rings[0][0], {
        className: 'map-name', content: make('span', {}, label), direction: 'top', offset: [0, -6], opacity: 1, permanent: true,
    }).addTo(map).getElement())
    const part = () => {
        /** @type {DOMRect[]} */
        const taken = []
        for (const sign of signs) {
            const box = sign?.getBoundingClientRect()
            if (!sign || !box) continue
            sign.ariaHidden = 'true'
            sign.toggleAttribute('data-covered', taken.some(other => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top))
            if (!sign.hasAttribute('data-covered')) taken.push(box)
        }
    }
    part()
    map.on('zoomend resize', part)
}
