// Places on a globe that is drawn flat, again and again to the east and the west.

/** @typedef {[number, number]} Place latitude and longitude, in degrees */
/** @typedef {[Place, Place]} Span its south west and north east; longitudes may go on past 180 */

/** Rids a sum of what binary fractions add to it. @param {number} sum */
export const tidy = sum => Number(sum.toFixed(10)) + 0

/** Returns a longitude as values have it, from -180 to 180. @param {number} longitude */
export const wrapped = longitude => longitude >= -180 && longitude <= 180 ? longitude
    : tidy(((longitude + 180) % 360 + 360) % 360 - 180)

/**
 * Returns a longitude on that of all the worlds side by side which is the nearest to *other*.
 *
 * @param {number} longitude
 * @param {number} other
 */
export const nearest = (longitude, other) => longitude + 360 * Math.round((other - longitude) / 360)

/**
 * Returns a line of places whose longitudes go on past 180, so that every edge is the short way.
 *
 * @param {Place[]} places
 * @returns {Place[]}
 */
export function joined(places) {
    /** @type {Place[]} */
    const line = []
    for (const [latitude, longitude] of places)
        line.push([latitude, line.length ? nearest(longitude, line[line.length - 1][1]) : longitude])
    return line
}

/**
 * Returns the least span that holds all *places*, wherever on the globe: not the long way round.
 *
 * @param {Place[]} places one or more
 * @returns {Span}
 */
export function around(places) {
    const east = places.map(([, longitude]) => wrapped(longitude)).sort((a, b) => a - b), latitudes = places.map(([latitude]) => latitude)
    let first = 0, widest = east[0] + 360 - east[east.length - 1]
    for (let index = 1; index < east.length; index++)
        if (east[index] - east[index - 1] > widest) [first, widest] = [index, east[index] - east[index - 1]]
    const end = east[(first || east.length) - 1]
    return [[least(latitudes), east[first]], [-least(latitudes.map(each => -each)), end < east[first] ? end + 360 : end]]
}

/** @param {number[]} numbers */
const least = numbers => numbers.reduce((a, b) => Math.min(a, b))

/**
 * Returns the pairs of edges of a ring that cross, each named by its first corner.
 *
 * @param {Place[]} places
 * @returns {[number, number][]}
 */
export function crossings(places) {
    const line = joined(places), all = line.length, found = /** @type {[number, number][]} */ ([])
    for (let a = 0; a < all; a++)
        for (let b = a + 2; b < all; b++)
            if ((b + 1) % all !== a && cross(line[a], line[(a + 1) % all], line[b], line[(b + 1) % all])) found.push([a, b])
    return found
}

/**
 * @param {Place} a
 * @param {Place} b
 * @param {Place} c
 * @param {Place} d
 */
function cross(a, b, c, d) {
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/**
 * @param {Place} from
 * @param {Place} to
 * @param {Place} place
 */
const side = (from, to, place) => Math.sign((to[1] - from[1]) * (place[0] - from[0]) - (to[0] - from[0]) * (place[1] - from[1]))

/** Returns how many decimals of a degree a point of the screen is worth. @param {number} zoom */
export const decimals = zoom => Math.min(Math.max(Math.ceil(Math.log10(256 * 2 ** zoom / 360)), 0), 7)

/**
 * Returns a place as exactly as it can be pointed at.
 *
 * @param {Place} place
 * @param {number} zoom
 * @returns {Place}
 */
export function rounded([latitude, longitude], zoom) {
    const places = decimals(zoom)
    return [Math.min(Math.max(Number(latitude.toFixed(places)) + 0, -90), 90), wrapped(Number(longitude.toFixed(places)) + 0)]
}

/**
 * Returns a place some steps further, each a round part of a degree.
 *
 * @param {Place} place
 * @param {number} north
 * @param {number} east
 * @param {number} zoom
 * @returns {Place}
 */
export function stepped([latitude, longitude], north, east, zoom) {
    const step = 10 ** -decimals(zoom)
    return [Math.min(Math.max(tidy(latitude + north * step), -90), 90), wrapped(tidy(longitude + east * step))]
}
