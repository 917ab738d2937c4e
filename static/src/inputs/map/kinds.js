// The four inputs of places: what their controls hold ↔ lines that a map shows and changes.
import { around, joined, nearest, tidy, wrapped } from './geometry.js'
import { coordinates, placesIn } from './formats.js'
import { gettext } from '../../words.js'

/** @typedef {import('./geometry.js').Place} Place */
/** @typedef {import('./geometry.js').Span} Span */
/** @typedef {import('./formats.js').Found} Found */
/**
 * A place as controls hold it; without `at` it is something else that was typed, and stays.
 *
 * @typedef {{texts: string[], at: Place | null}} Line
 */
/**
 * @typedef {object} Kind
 * @property {'ring' | 'box' | 'points'} shape
 * @property {() => string} invite what is said while it is empty
 * @property {(texts: string[]) => Line[]} read the controls' texts → lines
 * @property {(lines: Line[]) => string[]} texts lines → the controls' texts
 * @property {(lines: Line[]) => {at: Place, name: string}[]} marks what can be taken hold of
 * @property {(lines: Line[], at: Place, after?: number) => Line[] | null} add null where there is no room
 * @property {(lines: Line[], mark: number, at: Place) => Line[]} move
 * @property {(lines: Line[], mark: number) => Line[]} remove
 * @property {(found: Found) => Place[] | null} take what is pasted → its places
 */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const BETWEEN = /\s*[,;]\s*|\s+/
/** The least corners of an area. */
const CORNERS = 3

/** Spells a number of degrees, as people write it. @param {number} degrees */
export const spelled = degrees => /e/.test(String(degrees)) ? degrees.toFixed(12).replace(/\.?0+$/, '') : String(degrees)

/** @param {string} text */
function number(text) {
    const typed = text.trim().replaceAll('\u2212', '-')
    return NUMBER.test(typed) ? Number(typed) : NaN
}

/** @param {number[]} numbers @returns {Place | null} */
const placeOf = ([latitude, longitude, ...more]) => !more.length && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : null

/** Reads latitude and longitude as a line of text has them. @param {string} text */
const read = text => placeOf(text.trim().replace(/^[[\]()]+|[[\]()]+$/g, '').trim().split(BETWEEN).map(number))

/** @param {Place} at */
export const pair = at => `${spelled(at[0])}, ${spelled(at[1])}`
/** @param {Place} at @returns {Line} */
const parted = at => ({ texts: at.map(spelled), at })
/** @param {Place} at @returns {Line} */
const lined = at => ({ texts: [pair(at)], at })

/**
 * @param {Line[]} lines
 * @param {number} start
 * @param {number} less
 * @param {Line[]} more
 */
const spliced = (lines, start, less, ...more) => [...lines.slice(0, start), ...more, ...lines.slice(start + less)]

/** @param {Line[]} lines @returns {number[]} where the lines are that are places */
const seats = lines => lines.flatMap((line, index) => line.at ? [index] : [])
/** @param {Line[]} lines */
const placesOf = lines => lines.flatMap(line => line.at ? [line.at] : [])

/** @type {Kind} */
const point = {
    shape: 'points',
    invite: () => gettext('Click the map to set the place'),
    read([latitude, longitude]) {
        if (!latitude.trim() && !longitude.trim()) return []
        return [{ texts: [latitude, longitude], at: longitude.trim() ? placeOf([number(latitude), number(longitude)]) : read(latitude) }]
    },
    texts: ([line]) => line?.texts ?? ['', ''],
    marks: lines => placesOf(lines).map(at => ({ at, name: gettext('Place') })),
    add: (_, at) => [parted(at)],
    move: (_, __, at) => [parted(at)],
    remove: () => [],
    take: ({ parts }) => parts.length === 1 && parts[0].length === 1 ? parts[0] : null,
}

/** @type {Kind} */
const several = {
    shape: 'points',
    invite: () => gettext('Click the map to add points'),
    read: ([text]) => text.split('\n').filter(line => line.trim()).map(line => ({ texts: [line], at: read(line) })),
    texts: lines => [lines.map(line => line.texts[0]).join('\n')],
    marks(lines) {
        const places = placesOf(lines)
        return places.map((at, index) => ({ at, name: gettext('Point {number} of {count}', { number: index + 1, count: places.length }) }))
    },
    add(lines, at, after) {
        const place = after === undefined ? lines.length : seats(lines)[after] + 1
        return spliced(lines, place, 0, lined(at))
    },
    move: (lines, mark, at) => spliced(lines, seats(lines)[mark], 1, lined(at)),
    remove: (lines, mark) => spliced(lines, seats(lines)[mark], 1),
    take: ({ parts }) => parts.length ? parts.flat() : null,
}

/** @type {Kind} */
const ring = {
    ...several,
    shape: 'ring',
    invite: () => gettext('Click the map, corner by corner'),
    read(texts) {
        const lines = several.read(texts), places = placesOf(lines)
        // A ring from elsewhere is often closed.
        return isClosed(places) ? spliced(lines, seats(lines)[places.length - 1], 1) : lines
    },
    take({ parts, box }) {
        const [first] = parts
        if (parts.length > 1) return null
        if (first) return isClosed(first) ? first.slice(0, -1) : first
        return box ? cornersOf(box) : null
    },
}

/** @param {Place[]} places */
const isClosed = places => places.length > CORNERS && String(places[0]) === String(places[places.length - 1])

/** @param {Place[]} box @returns {Place[]} */
const cornersOf = ([[south, west], [north, east]]) => [[south, west], [south, east], [north, east], [north, west]]

const cornerNames = () => [gettext('South west corner'), gettext('South east corner'), gettext('North east corner'), gettext('North west corner')]

/** @type {Kind} */
const box = {
    shape: 'box',
    invite: () => gettext('Click the map to set a first corner'),
    read(texts) {
        if (!texts.some(text => text.trim())) return []
        const [south, west, north, east] = texts.map(number), first = placeOf([south, west]), second = placeOf([north, east])
        if (first && !texts[2].trim() && !texts[3].trim()) return [parted(first)]
        const whole = first !== null && second !== null && south <= north
        return [{ texts: texts.slice(0, 2), at: whole ? first : null }, { texts: texts.slice(2), at: whole ? second : null }]
    },
    texts: lines => [...lines.flatMap(line => line.texts), '', '', '', ''].slice(0, 4),
    marks(lines) {
        const places = placesOf(lines)
        if (places.length < 2) return places.map(at => ({ at, name: gettext('First corner') }))
        return cornersOf(places).map((at, index) => ({ at, name: cornerNames()[index] }))
    },
    add(lines, at) {
        const [first] = placesOf(lines)
        if (!first) return [parted(at)]
        if (lines.length > 1) return null
        // The short way between both.
        const other = nearest(at[1], first[1])
        return [
            parted([Math.min(first[0], at[0]), wrapped(Math.min(first[1], other))]),
            parted([Math.max(first[0], at[0]), wrapped(Math.max(first[1], other))]),
        ]
    },
    move(lines, mark, at) {
        const [first, second] = placesOf(lines)
        if (!second) return [parted(at)]
        const [south, west, north, east] = [...first, second[0], second[1] < first[1] ? second[1] + 360 : second[1]]
        const isSouth = mark < 2, isWest = mark === 0 || mark === 3, longitude = nearest(at[1], isWest ? west : east)
        const moved = [
            isSouth ? Math.min(at[0], north) : south, isWest ? Math.max(Math.min(longitude, east), tidy(east - 359)) : west,
            isSouth ? north : Math.max(at[0], south), isWest ? east : Math.min(Math.max(longitude, west), tidy(west + 359)),
        ]
        return [parted([moved[0], wrapped(moved[1])]), parted([moved[2], wrapped(moved[3])])]
    },
    remove: () => [],
    take({ parts, box }) {
        const [south, north] = box ?? (parts.flat().length > 1 ? around(parts.flat()) : [])
        return south && north ? [[south[0], wrapped(south[1])], [north[0], wrapped(north[1])]] : null
    },
}

/** @type {Map<string, Kind>} */
export const KINDS = new Map([['map_point', point], ['map_bbox', box], ['map_polygon', ring], ['map_multipoint', several]])

/**
 * Returns the controls' texts that a pasted text stands for, and how many of its parts and holes are left out; or null.
 *
 * @param {Kind} kind
 * @param {string} text
 * @returns {{texts: string[], places: number, holes: boolean} | null}
 */
export function taken(kind, text) {
    const parts = kind === point ? 2 : kind === box ? 4 : 0
    // In half of the world it is one number.
    if (parts && /^\s*[+-]?\d+,\d+\s*$/.test(text)) return null
    const side = parts ? coordinates(text, parts) : null
    if (side) return { texts: side, places: parts / 2, holes: false }
    const found = placesIn(text), places = found && kind.take(found)
    if (!found || !places?.length) return null
    const texts = parts ? places.flatMap(place => place.map(spelled)) : [places.map(pair).join('\n')]
    return { texts, places: places.length, holes: kind === ring && found.holes === true }
}

/**
 * Returns what the map must show, or null where there is nothing.
 *
 * @param {Kind} kind
 * @param {Line[]} lines
 * @returns {Span | null}
 */
export function spanOf(kind, lines) {
    const places = placesOf(lines)
    if (!places.length) return null
    if (kind === several || places.length === 1) return around(places)
    const line = lineOf(kind, lines), east = line.map(place => place[1]), north = line.map(place => place[0])
    return [[Math.min(...north), Math.min(...east)], [Math.max(...north), Math.max(...east)]]
}

/**
 * Returns the corners of a shape, their longitudes going on past 180 where it does.
 *
 * @param {Kind} kind
 * @param {Line[]} lines
 * @returns {Place[]}
 */
export function lineOf(kind, lines) {
    const places = placesOf(lines)
    if (kind !== box || places.length < 2) return joined(places)
    const [[south, west], [north, east]] = places
    return cornersOf([[south, west], [north, east < west ? east + 360 : east]])
}
