// The map itself: where it looks, what lies under the places, and gestures that leave the page its own.
import { GridLayer, Map as LeafletMap, TileLayer } from 'leaflet/dist/leaflet-src.esm.js'
import { gettext } from '../../words.js'

/** @typedef {import('./geometry.js').Place} Place */
/** @typedef {import('./geometry.js').Span} Span */

/** The map ends where Mercator does; to its sides it goes on. */
const ENDS = 85.06
const WORLD = /** @type {Place} */ ([20, 0])
/** Pixels between two marks that are not taken for one. */
const APART = 24
const LINK = /\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)/
const isMac = /Mac|iP/.test(navigator.platform)

/**
 * Puts a map into *place*.
 *
 * @param {HTMLElement} place
 * @param {Pick<Kit, 'make' | 'signal'>} kit
 */
export function viewIn(place, { make, signal }) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const screen = make('div', { 'class': 'map-view', 'role': 'application', 'tabindex': '0' })
    const hint = make('p', { 'class': 'map-hint', 'aria-hidden': 'true' }), credit = make('p', { class: 'map-credit' })
    const cross = make('div', { 'class': 'map-cross', 'aria-hidden': 'true' }), probe = make('i', { hidden: true })
    place.append(screen, cross, hint, credit, probe)
    const map = new LeafletMap(screen, {
        attributionControl: false, zoomControl: false, doubleClickZoom: false, boxZoom: false, bounceAtZoomLimits: false,
        maxBounds: [[-ENDS, -Infinity], [ENDS, Infinity]], maxBoundsViscosity: 1, minZoom: 0, maxZoom: 18,
        zoomAnimation: !still, fadeAnimation: false, markerZoomAnimation: !still, inertia: !still,
    })
    // The keys move it by this.
    if (still) map.panBy = offset => LeafletMap.prototype.panBy.call(map, offset, { animate: false })
    const { tiles, attribution = '', untiled } = document.body.dataset
    // Once on a page is enough.
    if (untiled !== undefined && document.querySelector('[data-map]') === place) {
        const note = make('p', { class: 'map-note' }, gettext('For a map with streets, set “tiles” in webform.toml.'))
        place.after(note)
        signal.addEventListener('abort', () => note.remove())
    }

    /** Colours of the theme by their tokens: each look at one has the whole page styled anew. @type {Map<string, string>} */
    const colours = new Map()
    const colour = (/** @type {string} */ name) => {
        const known = colours.get(name)
        if (known) return known
        probe.style.color = `var(${name})`
        const { color } = getComputedStyle(probe)
        colours.set(name, color)
        return color
    }
    const world = async () => {
        const { basemap } = await import('./basemap.js')
        if (signal.aborted) return
        const layer = basemap(GridLayer, colour).addTo(map), redraw = () => {
            colours.clear()
            layer.redraw()
        }
        // What is printed is light.
        for (const query of ['(prefers-color-scheme: dark)', 'print']) matchMedia(query).addEventListener('change', redraw, { signal })
        const watch = new MutationObserver(redraw)
        watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
        signal.addEventListener('abort', () => watch.disconnect())
        if (!credit.textContent) credit.textContent = 'Natural Earth, GeoNames'
    }
    const cover = () => {
        // Without the world, or before it is there, places and gestures are as ever.
        if (!tiles) return world().catch(() => {})
        credit.append(...linked(attribution, make))
        // Where the server of tiles cannot be had, the world is there still.
        new TileLayer(tiles, { maxZoom: 19, zIndex: 1 }).addTo(map).once('tileerror', () => { world().catch(() => {}) })
    }

    /** @type {ReturnType<typeof setTimeout>} */
    let timer
    const tell = (/** @type {string} */ words) => {
        hint.textContent = words
        hint.dataset.shown = ''
        clearTimeout(timer)
        timer = setTimeout(() => { delete hint.dataset.shown }, 1400)
    }
    // A page that scrolls goes on scrolling under one finger or the wheel; the map takes two, or a key.
    screen.addEventListener('pointerdown', ({ pointerType }) => {
        if (pointerType === 'touch') map.dragging.disable()
        else map.dragging.enable()
    }, { capture: true, signal })
    screen.addEventListener('touchmove', event => {
        if (event.touches.length === 1 && event.target instanceof Element && !event.target.closest('.map-mark, .map-middle')) tell(gettext('Move the map with two fingers'))
    }, { passive: true, signal })
    screen.addEventListener('wheel', event => {
        if (event.ctrlKey || event.metaKey) return
        event.stopPropagation()
        tell(gettext('Hold {key} and scroll to zoom', { key: isMac ? '⌘' : 'Ctrl' }))
    }, { capture: true, passive: true, signal })
    signal.addEventListener('abort', () => {
        clearTimeout(timer)
        map.remove()
    })

    return {
        map, screen, cover,
        /** Shows the world. */
        far() { map.setView(WORLD, place.clientWidth < 480 ? 0 : 1) },
        /**
         * @param {Span} span
         * @param {boolean} [moves]
         */
        fit([from, to], moves = true) {
            if (String(from) === String(to)) map.setView(from, Math.max(moves ? map.getZoom() : 0, tiles ? 13 : 5), { animate: moves && !still })
            else map.fitBounds([from, to], { padding: [40, 40], maxZoom: 16, animate: moves && !still })
        },
        /** Tells whether the ends of *span* look like two places. @param {Span} span */
        apart: ([from, to]) => String(from) === String(to)
            || map.latLngToContainerPoint(from).distanceTo(map.latLngToContainerPoint(to)) > APART,
        /** Returns the town that is drawn nearest to a place, or ''. @param {Place} place */
        near: place => tiles ? Promise.resolve('') : import('./basemap.js').then(({ townNear }) => townNear(map.getZoom(), place)).catch(() => ''),
        /** @param {Place} place */
        sees: ([latitude, longitude]) => {
            const { lng } = map.getCenter(), near = longitude + 360 * Math.round((lng - longitude) / 360)
            return map.getBounds().contains([latitude, near])
        },
    }
}

/**
 * Returns a text with its links in it.
 *
 * @param {string} text
 * @param {Kit['make']} make
 * @returns {(Node | string)[]}
 */
function linked(text, make) {
    const [all, words, href] = LINK.exec(text) ?? []
    if (!all) return [text]
    const start = text.indexOf(all)
    return [text.slice(0, start), make('a', { href, target: '_blank', rel: 'noreferrer' }, words), ...linked(text.slice(start + all.length), make)]
}
