// Places as other programs write them: coordinates side by side, GeoJSON, WKT.

/** @typedef {import('./geometry.js').Place} Place */
/**
 * What a text holds.
 *
 * @typedef {object} Found
 * @property {Place[][]} parts the places of each point, line or area
 * @property {Place[]} [box] its south west and north east
 * @property {boolean} [holes] whether areas have holes, which are left out
 */

const NUMBER = String.raw`[+\-−]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`
const LIST = new RegExp(`^[\\s[(]*${NUMBER}(?:[\\s\\]\\[(),;]+${NUMBER})+[\\s\\])]*$`)
const WKT = /^\s*(?:SRID=4326\s*;\s*)?(POINT|LINESTRING|POLYGON|MULTIPOINT|MULTILINESTRING|MULTIPOLYGON|BOX)\s*(?:Z|M|ZM)?\s*(\([\s\d.,()eE+\-]*\))\s*;?\s*$/i
/** How deep the places of a geometry are inside lists. */
const DEPTHS = new Map([['Point', 0], ['LineString', 1], ['MultiPoint', 1], ['Polygon', 2], ['MultiLineString', 2], ['MultiPolygon', 3]])
/** What is in a text is never worth more than this of nesting. */
const DEEPEST = 8

/**
 * Returns the texts of the parts that a text gives: latitude, longitude, or south, west, north, east; or null.
 *
 * @param {string} text as "51.5, -0.1", or as a list
 * @param {number} many how many parts there are
 */
export function coordinates(text, many) {
    const found = LIST.test(text) ? text.match(new RegExp(NUMBER, 'g')) : null
    return found?.length === many ? [...found].map(number => number.replace('\u2212', '-')) : null
}

/**
 * Returns what a text holds that is GeoJSON, WKT, or a list of places in JSON; null for any other.
 *
 * @param {string} text
 * @returns {Found | null}
 */
export function placesIn(text) {
    const start = text.trimStart()
    if (start[0] !== '{' && start[0] !== '[') return fromWKT(text)
    try {
        const value = JSON.parse(text)
        if (!Array.isArray(value)) return fromGeoJSON(value, 0)
        return value.length && value.every(isPlace) ? { parts: [value.map(([latitude, longitude]) => [latitude, longitude])] } : null
    } catch {
        return null
    }
}

/** @param {any} value */
const isPlace = value => Array.isArray(value) && value.length >= 2 && value.every(Number.isFinite)

/** GeoJSON and WKT begin with the longitude. @param {number[]} position @returns {Place} */
const turned = ([longitude, latitude]) => [latitude, longitude]

/**
 * @param {any} value
 * @param {number} depth
 * @returns {Found | null}
 */
function fromGeoJSON(value, depth) {
    if (!value || typeof value !== 'object' || depth > DEEPEST) return null
    const several = value.features ?? value.geometries
    const inner = value.geometry ? fromGeoJSON(value.geometry, depth + 1)
        : Array.isArray(several) ? together(several.map(member => fromGeoJSON(member, depth + 1)))
            : shapeOf(value.type, value.coordinates)
    const box = Array.isArray(value.bbox) && value.bbox.every(Number.isFinite) ? boxOf(value.bbox) : undefined
    return inner || box ? { parts: [], ...inner, ...box && { box } } : null
}

/** @param {(Found | null)[]} all @returns {Found | null} */
function together(all) {
    const found = all.filter(shape => shape !== null)
    return found.length ? { parts: found.flatMap(({ parts }) => parts), holes: found.some(({ holes }) => holes) } : null
}

/** @param {number[]} edges of two dimensions, or three @returns {Place[] | undefined} */
function boxOf(edges) {
    const half = edges.length / 2
    return half === 2 || half === 3 ? [[edges[1], edges[0]], [edges[half + 1], edges[half]]] : undefined
}

/**
 * @param {string} type
 * @param {any} coordinates
 * @returns {Found | null}
 */
function shapeOf(type, coordinates) {
    const depth = DEPTHS.get(type)
    if (depth === undefined || !isNested(coordinates, depth)) return null
    /** @type {number[][][][] | null} */
    const areas = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null
    if (areas) return areas.length && areas.every(area => area.length)
        ? { parts: areas.map(area => area[0].map(turned)), holes: areas.some(area => area.length > 1) } : null
    const lines = depth === 0 ? [[coordinates]] : type === 'MultiPoint' ? coordinates.map((/** @type {number[]} */ position) => [position]) : depth === 1 ? [coordinates] : coordinates
    return { parts: lines.map((/** @type {number[][]} */ line) => line.map(turned)) }
}

/**
 * @param {any} value
 * @param {number} depth
 * @returns {boolean}
 */
const isNested = (value, depth) => depth ? Array.isArray(value) && value.every(inner => isNested(inner, depth - 1)) : isPlace(value)

/** @param {string} text @returns {Found | null} */
function fromWKT(text) {
    const [, word, inside] = WKT.exec(text) ?? []
    if (!word) return null
    const name = word.toUpperCase(), type = [...DEPTHS.keys()].find(key => key.toUpperCase() === name)
    // Its lists are those of GeoJSON: numbers side by side are a position.
    const spelled = inside.replace(/[^(),]+/g, numbers => numbers.trim() ? `[${numbers.trim().split(/\s+/).map(Number).join()}]` : '')
        .replaceAll('(', '[').replaceAll(')', ']')
    try {
        const lists = JSON.parse(spelled)
        if (name === 'BOX') return lists.length === 2 && lists.every(isPlace) ? { parts: [], box: lists.map(turned) } : null
        // Some write each point of several in brackets of its own.
        const bare = name === 'MULTIPOINT' && lists.every((/** @type {any[]} */ list) => Array.isArray(list[0])) ? lists.flat() : lists
        return shapeOf(type ?? '', name === 'POINT' ? lists[0] : bare)
    } catch {
        return null
    }
}
