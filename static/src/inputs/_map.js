// Places, a box, an area: a map beside the controls, which hold the value. Each shows at every moment what the other holds.
import css from './map.css'
import { crossings, midway, nearest, rounded, stepped } from './map/geometry.js'
import { historyOf } from './map/history.js'
import { KINDS, lineOf, pair, spanOf, taken } from './map/kinds.js'
import { MOST, marksOn } from './map/marks.js'
import { currentPlace, tool, toolbar } from './map/tools.js'
import { viewIn } from './map/view.js'
import { gettext, ngettext, number } from '../words.js'

/** @typedef {import('./map/geometry.js').Place} Place */
/** @typedef {import('./map/kinds.js').Kind} Kind */
/** @typedef {import('./map/kinds.js').Line} Line */

const BY = new Map([['ArrowUp', [1, 0]], ['ArrowDown', [-1, 0]], ['ArrowLeft', [0, -1]], ['ArrowRight', [0, 1]]])
/** Near enough to see a street, where the author says a middle and no zoom. */
const NEAR = 9

/** A text of more characters is read when typing rests. */
const LONG = 20_000

/** @type {Enhance} */
export default function enhance(field, kit) {
    const { adopt, announce, debounce, check, signal, dispatchChange } = kit
    const slot = field.querySelector(':scope > .control > [data-map]'), kind = KINDS.get(field.dataset.input ?? '')
    const homes = /** @type {(HTMLInputElement | HTMLTextAreaElement)[]} */ ([...field.querySelectorAll(':scope > .control :is(input, textarea).ctl')])
    if (!(slot instanceof HTMLElement) || !kind || !homes.length) return
    adopt(css)
    const texts = () => homes.map(home => home.value)
    const all = historyOf(kind.read(texts()))
    let written = texts()
    /** @type {ReturnType<typeof mapIn> | undefined} */
    let map

    /** Puts what the map has into the controls: those that differ, and no more. */
    const write = () => {
        const next = kind.texts(all.now)
        if (String(next) === String(texts())) return
        written = next
        const changed = homes.filter((home, index) => home.value !== next[index])
        changed.forEach(home => { home.value = next[homes.indexOf(home)] })
        changed.forEach(dispatchChange)
        // What else was typed there may still be wrong.
        if (next.every(Boolean)) check(field)
    }
    /** Takes what the controls hold, where that is something else than before. */
    const follow = () => {
        const now = texts()
        if (String(now) === String(written)) return
        written = now
        all.did(kind.read(now), 'typed')
        map?.draw()
    }
    /** @param {string} text @returns {boolean} whether it was places, as others write them */
    const fill = text => {
        const found = taken(kind, text)
        if (!found) return false
        all.rest()
        homes.forEach((home, index) => { home.value = found.texts[index] })
        homes.forEach(dispatchChange)
        map?.show()
        const filled = homes.length > 1 ? homes.map(home => `${(home.closest('.part')?.querySelector('.part-label') ?? home.labels?.[0])?.textContent?.trim()} ${home.value}`).join(', ')
            : `${found.places} ${found.places === 1 ? 'place' : 'places'}`
        announce(found.holes ? gettext('Filled in: {filled}; holes are left out', { filled }) : gettext('Filled in: {filled}', { filled }))
        return true
    }

    const followLater = debounce(follow, 150, signal)
    field.addEventListener('input', () => { if (homes[0].value.length > LONG) followLater(); else follow() }, { signal })
    field.addEventListener('webform:sync', () => {
        follow()
        map?.show()
    }, { signal })
    field.addEventListener('change', event => {
        follow()
        const home = homes.find(control => control === event.target)
        // What is text of the control itself stays as it was typed.
        if (home && (homes.length > 1 || /^\s*(\{|\[\s*\[|[a-z])/i.test(home.value)) && fill(home.value)) return
        map?.look()
    }, { signal })
    for (const home of homes)
        home.addEventListener('paste', event => {
            const { selectionStart, selectionEnd, value } = home, text = /** @type {ClipboardEvent} */ (event).clipboardData?.getData('text') ?? ''
            const rest = (value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0)).trim()
            // Between other lines, places come as lines of their own.
            const found = taken(kind, text), between = rest && homes.length === 1
            if (!found) return
            event.preventDefault()
            if (!between) return void fill(text)
            home.setRangeText(`\n${found.texts[0]}\n`, selectionStart ?? 0, selectionEnd ?? 0, 'end')
            home.value = home.value.replace(/^\n+|\n+$|\n+(?=\n)/g, '')
            dispatchChange(home)
        }, { signal })

    // Where it has no size yet, it would look nowhere.
    const sizes = new ResizeObserver(() => {
        if (!slot.clientWidth) return
        if (map) map.resize()
        else map = mapIn(slot, { kind, kit, homes, all, write, follow })
    })
    slot.hidden = false
    sizes.observe(slot)
    signal.addEventListener('abort', () => {
        sizes.disconnect()
        slot.hidden = true
        slot.replaceChildren()
    })
}

/**
 * @param {HTMLElement} slot
 * @param {{kind: Kind, kit: Kit, homes: HTMLElement[], all: ReturnType<typeof historyOf<Line[]>>, write: () => void, follow: () => void}} home
 */
function mapIn(slot, { kind, kit, homes, all, write, follow }) {
    const { announce, debounce, label, make, signal } = kit
    const { map, screen, apart, cover, far, fit, near, sees } = viewIn(slot, kit)
    const keys = make('p', { class: 'visually-hidden', id: `map-keys-${homes[0].id}` }, kind.shape === 'box'
        ? gettext('Arrow keys move the map, plus and minus zoom, Enter sets a corner at the middle.')
        : gettext('Arrow keys move the map, plus and minus zoom, Enter sets a point at the middle.'))
    const message = make('p', { class: 'map-said' })
    const marks = marksOn(map, kind.shape === 'points', {
        drag: (mark, at) => change(kind.move(all.now, mark, rounded(at, map.getZoom())), '', `drag ${mark}`),
        dropped: mark => {
            wasDrop = true
            all.rest()
            draw()
            announce(sayAt(mark))
        },
        press,
        insert: (edge, at) => insert(edge, at, `drag ${edge + 1}`),
    })
    /** Whether the pointer that is let go of was dragging: the browser takes that for a click on the map. */
    let wasDrop = false
    screen.ariaLabel = gettext('{label}, map', { label })
    screen.setAttribute('aria-describedby', keys.id)

    const sayAt = (/** @type {number} */ mark) => {
        const found = kind.marks(all.now)[mark]
        return found ? `${found.name}, ${pair(found.at)}${crossed()}` : ''
    }
    const crossed = () => {
        const found = kind.shape === 'ring' ? crossingsNow() : []
        return found.length ? `. ${gettext('Edges cross: {edges}', { edges: found.slice(0, 3).map(pair => gettext('{first} and {second}', { first: pair[0] + 1, second: pair[1] + 1 })).join(', ') })}` : ''
    }
    const crossingsNow = () => all.now.length > MOST ? [] : crossings(kind.marks(all.now).map(mark => mark.at))
    /**
     * @param {Line[] | null} next null where there is no room
     * @param {string} words
     * @param {string} [act]
     */
    function change(next, words, act) {
        if (!next) return announce(gettext('The box has both corners: move them, or clear it'))
        all.did(next, act)
        write()
        draw()
        if (words) announce(words)
    }
    /** @param {Place} at */
    function add(at) {
        follow()
        const next = kind.add(all.now, rounded(at, map.getZoom()))
        change(next, '')
        if (!next) return
        const found = kind.marks(next), last = found[found.length - 1]
        announce(kind.shape === 'box' && found.length > 1 ? gettext('Box from {start} to {end}', { start: pair(found[0].at), end: pair(found[2].at) }) : gettext('{name} set at {place}', { name: last.name, place: pair(last.at) }) + crossed())
    }
    /**
     * @param {number} edge
     * @param {Place} at
     * @param {string} [act]
     */
    function insert(edge, at, act) {
        follow()
        change(kind.add(all.now, rounded(at, map.getZoom()), edge), '', act)
    }
    /**
     * @param {number} mark
     * @param {KeyboardEvent} event
     */
    function press(mark, event) {
        follow()
        const { key, shiftKey } = event, by = BY.get(key), { at } = kind.marks(all.now)[mark]
        if (timed(event) || event.ctrlKey || event.metaKey || event.altKey) return
        if (by) {
            const far = shiftKey ? 10 : 1
            change(kind.move(all.now, mark, stepped(at, by[0] * far, by[1] * far, map.getZoom())), '', `step ${mark}`)
            if (!sees(kind.marks(all.now)[mark].at)) map.panTo(seat(kind.marks(all.now)[mark].at))
            announce(sayAt(mark))
        } else if (key === 'Delete' || key === 'Backspace') {
            const { name } = kind.marks(all.now)[mark]
            change(kind.remove(all.now, mark), kind.shape === 'box' ? gettext('Box removed') : gettext('{name} removed', { name }))
            if (!marks.focus(mark)) screen.focus()
        } else if (key === 'Enter' && kind.shape === 'ring' && all.now.length > 1) {
            const line = lineOf(kind, all.now), next = line[mark + 1] ?? [line[0][0], nearest(line[0][1], line[mark][1])]
            insert(mark, midway(line[mark], next))
            marks.focus(mark + 1)
            announce(gettext('Inserted: {place}', { place: sayAt(mark + 1) }))
        } else if (key !== 'Enter' && key !== ' ') return
        event.preventDefault()
    }
    /** Takes back or does again what the keys say. @param {KeyboardEvent} event */
    function timed(event) {
        const key = event.key.toLowerCase()
        if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return false
        event.preventDefault()
        back(key === 'z' && !event.shiftKey)
        return true
    }
    /** @param {boolean} isUndo */
    function back(isUndo) {
        follow()
        if (!(isUndo ? all.undo() : all.redo())) return
        const inMark = document.activeElement?.closest('.map-mark')
        write()
        draw()
        if (inMark && !inMark.isConnected) screen.focus()
        announce(`${isUndo ? gettext('Taken back.') : gettext('Done again.')} ${saying() || sayAt(0)}`)
    }
    const saying = () => {
        const count = kind.marks(all.now).length
        if (!count) return all.now.length ? '' : kind.invite()
        if (kind.shape === 'box') return count < 4 ? gettext('Now the opposite corner') : ''
        if (count > MOST) return ngettext('{count} point: change it in the text below', '{count} points: change them in the text below', count, { count: number(count) })
        if (kind.shape === 'ring') return count < 3 ? gettext('An area has three corners or more') : ngettext('{count} corner', '{count} corners', count, { count }) + crossed()
        return homes.length === 1 ? ngettext('{count} point', '{count} points', count, { count }) : ''
    }
    /** Where a place is on the world that is looked at. @param {Place} at @returns {Place} */
    const seat = at => [at[0], nearest(at[1], map.getCenter().lng)]

    /** Moves to the value where none of it is in sight, or all of it in one spot. */
    const look = () => {
        const span = spanOf(kind, all.now)
        if (span && !(kind.marks(all.now).some(mark => sees(mark.at)) && apart(span))) fit(span)
    }
    /** Moves to the value unless all of it is in sight. @param {boolean} [moves] */
    const show = moves => {
        const span = spanOf(kind, all.now)
        if (span && !(kind.marks(all.now).every(mark => sees(mark.at)) && apart(span))) fit(span, moves)
    }
    const tools = {
        nearer: tool(kit, 'nearer', gettext('Zoom in'), () => map.zoomIn()),
        farther: tool(kit, 'farther', gettext('Zoom out'), () => map.zoomOut()),
        fit: tool(kit, 'fit', gettext('Show all of it'), () => {
            const span = spanOf(kind, all.now)
            if (span) fit(span)
            else far()
        }),
        here: tool(kit, 'here', kind === KINDS.get('map_point') ? gettext('Use my location') : gettext('Go to my location'), () => {
            tools.here.ariaBusy = 'true'
            currentPlace().then(at => {
                if (signal.aborted) return
                if (kind === KINDS.get('map_point')) {
                    follow()
                    change(kind.add(all.now, rounded(at, 17)), gettext('Your location: {place}', { place: pair(rounded(at, 17)) }))
                } else announce(gettext('The map shows where you are'))
                map.setView(at, Math.max(map.getZoom(), NEAR))
            }, error => {
                if (!signal.aborted) kit.toast(error.message)
            }).finally(() => { tools.here.ariaBusy = null })
        }),
        undo: tool(kit, 'undo', gettext('Undo'), () => back(true)),
        redo: tool(kit, 'redo', gettext('Redo'), () => back(false)),
        clear: tool(kit, 'clear', gettext('Clear the map'), () => change([], gettext('Cleared'))),
    }
    const acts = toolbar(kit, gettext('{label}, changes', { label }), [tools.undo, tools.redo, tools.clear], 'acts')
    const looks = toolbar(kit, gettext('{label}, view', { label }), [tools.nearer, tools.farther, tools.fit,
        ...isSecureContext && 'geolocation' in navigator ? [tools.here] : []])
    slot.append(acts, looks, message, keys)

    function draw() {
        const found = kind.marks(all.now), line = kind.shape === 'points' ? [] : lineOf(kind, all.now)
        // Of all the worlds, the one where most of it is in sight.
        const middle = line.length ? (Math.min(...line.map(place => place[1])) + Math.max(...line.map(place => place[1]))) / 2 : 0
        const shift = nearest(middle, map.getCenter().lng) - middle
        const isCrossed = kind.shape === 'ring' && crossingsNow().length > 0
        marks.draw(
            found.map(({ at, name }) => ({ at, name, words: `${name}, ${pair(at)}` })),
            line.map(([latitude, longitude]) => [latitude, longitude + shift]),
            { closed: line.length > 2, grows: kind.shape === 'ring', crossed: isCrossed },
        )
        tools.undo.allow(all.canUndo)
        tools.redo.allow(all.canRedo)
        tools.clear.allow(all.now.length > 0)
        message.textContent = saying()
        message.toggleAttribute('data-crossed', isCrossed)
    }

    screen.addEventListener('keydown', event => {
        if (timed(event) || event.target !== screen || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        const { lat, lng } = map.getCenter()
        add([lat, lng])
    }, { signal })
    screen.addEventListener('pointerdown', () => { wasDrop = false }, { capture: true, signal })
    map.on('click', ({ latlng }) => { if (!wasDrop) add([latlng.lat, latlng.lng]) })
    map.on('moveend', draw)
    const sayMiddle = debounce(() => {
        const { lat, lng } = map.getCenter(), at = pair(rounded([lat, lng], map.getZoom()))
        void near([lat, lng]).then(town => announce(town ? gettext('The middle is {place}, near {town}', { place: at, town }) : gettext('The middle is {place}', { place: at })))
    }, 400, signal)
    screen.addEventListener('keydown', ({ key, target }) => { if (target === screen && (BY.has(key) || key === '+' || key === '-')) sayMiddle() }, { signal })

    const { center = '', zoom = '' } = slot.dataset, [latitude, longitude] = center.split(',').map(Number), span = spanOf(kind, all.now)
    if (center) map.setView([latitude, longitude], zoom ? Number(zoom) : NEAR)
    else if (span) fit(span, false)
    else far()
    if (!center && zoom) map.setZoom(Number(zoom), { animate: false })
    // What an example or a link filled in may lie far from where the map begins.
    show(false)
    draw()
    cover()
    return { draw, look, show, resize: () => { map.invalidateSize({ pan: false }) } }
}
