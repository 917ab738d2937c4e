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
    return [[least(latitudes), east[first]], [-least(latitudes.map(latitude => -latitude)), end < east[first] ? end + 360 : end]]
}

/** @param {number[]} numbers */
const least = numbers => numbers.reduce((a, b) => Math.min(a, b))

/** @typedef {[number, number, number]} Vector from the middle of the globe to a place on it, of length 1 */

const RADIANS = Math.PI / 180
/** What rounding may add to a determinant, for each unit of length that it is made of. */
const NOISE = 1e-15

/** @param {Place} place @returns {Vector} */
function vectorOf([latitude, longitude]) {
    const out = Math.cos(latitude * RADIANS)
    return [out * Math.cos(longitude * RADIANS), out * Math.sin(longitude * RADIANS), Math.sin(latitude * RADIANS)]
}
/** @param {Vector} vector @returns {Place} */
const placeAt = ([x, y, z]) => [Math.atan2(z, Math.hypot(x, y)) / RADIANS, Math.atan2(y, x) / RADIANS]

/**
 * Returns the pairs of edges of a ring that cross on the globe, each named by its first corner. Edges that only touch do not.
 *
 * @param {Place[]} places
 * @returns {[number, number][]}
 */
export function crossings(places) {
    const ring = places.map(vectorOf), all = ring.length, found = /** @type {[number, number][]} */ ([])
    for (let a = 0; a < all; a++)
        for (let b = a + 2; b < all; b++)
            if ((b + 1) % all !== a && cross(ring[a], ring[(a + 1) % all], ring[b], ring[(b + 1) % all])) found.push([a, b])
    return found
}

/**
 * Tells whether the shortest ways from *a* to *b* and from *c* to *d* cross: then all four turns have one direction.
 *
 * @param {Vector} a
 * @param {Vector} b
 * @param {Vector} c
 * @param {Vector} d
 */
function cross(a, b, c, d) {
    const turn = side(a, c, b)
    return turn !== 0 && side(c, b, d) === turn && side(b, d, a) === turn && side(d, a, c) === turn
}

/**
 * Tells on which side of the way from *a* to *b* the place *c* is; 0: on its great circle. Differences keep the digits of
 * places that are near to each other.
 *
 * @param {Vector} a
 * @param {Vector} b
 * @param {Vector} c
 */
function side(a, b, c) {
    const [x, y, z] = a.map((part, axis) => part - c[axis]), [u, v, w] = b.map((part, axis) => part - c[axis])
    const size = (y * w - z * v) * c[0] + (z * u - x * w) * c[1] + (x * v - y * u) * c[2]
    return Math.abs(size) > NOISE * (Math.hypot(x, y, z) + Math.hypot(u, v, w)) ? Math.sign(size) : 0
}

/**
 * Returns the place in the middle of the shortest way between two.
 *
 * @param {Place} from
 * @param {Place} to
 * @returns {Place}
 */
export function midway(from, to) {
    const [a, b] = [vectorOf(from), vectorOf(to)], [latitude, longitude] = placeAt([a[0] + b[0], a[1] + b[1], a[2] + b[2]])
    return [latitude, nearest(longitude, (from[1] + to[1]) / 2)]
}

/** Degrees between places of a line that is drawn as the shortest way. */
const FINE = 2

/**
 * Returns the line that the shortest ways between *places* make on a flat map; one around a pole ends along the map's edge.
 *
 * @param {Place[]} places with longitudes that go on past 180
 * @param {boolean} isClosed
 * @returns {Place[]}
 */
export function curved(places, isClosed) {
    const [first] = places, last = places[places.length - 1], line = /** @type {Place[]} */ ([])
    if (!first) return line
    const end = /** @type {Place} */ ([first[0], nearest(first[1], last[1])])
    places.forEach((place, index) => line.push(place, ...between(place, places[index + 1] ?? (isClosed ? end : place))))
    if (!isClosed || end[1] === first[1]) return line
    const pole = places.reduce((sum, [latitude]) => sum + latitude, 0) < 0 ? -90 : 90
    return [...line, end, [pole, end[1]], [pole, first[1]]]
}

/** @param {Place} from @param {Place} to @returns {Place[]} */
function between(from, to) {
    const a = vectorOf(from), b = vectorOf(to)
    if (Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) <= FINE * RADIANS) return []
    const middle = midway(from, to)
    return [...between(from, middle), middle, ...between(middle, to)]
}

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
