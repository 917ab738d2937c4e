// The world without a server: land, borders, names and a grid, drawn tile by tile in the colours of the theme.
import { feature, mesh } from 'topojson-client'
import world from 'world-atlas/countries-110m.json'

/** @typedef {number[][]} Line points, each [x, y] of a world that is 1 wide and goes on to both sides */
/** @typedef {{lines: Line[], from: number, to: number, top: number, bottom: number}} Shape */

const TILE = 512
/** Steps of the grid, in degrees. */
const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
/** How far apart the lines of the grid are at least, in points of the screen. */
const APART = 90

/** @param {number} latitude */
const down = latitude => {
    const sine = Math.sin(Math.min(Math.max(latitude, -89.9), 89.9) * Math.PI / 180)
    return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}
/** @param {number} longitude */
const across = longitude => longitude / 360 + 0.5
/** @param {number} y */
const latitudeAt = y => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI

/**
 * Returns a line that nowhere jumps around the globe; a ring around a pole is closed along the edge of the map.
 *
 * @param {number[][]} positions
 * @param {number} near the longitude that it begins near to
 * @param {boolean} isRing
 */
function unrolled(positions, near, isRing) {
    let before = near
    const line = positions.map(([longitude, latitude]) => [before = longitude + 360 * Math.round((before - longitude) / 360), latitude])
    const first = line[0], last = line[line.length - 1]
    if (isRing && Math.abs(last[0] - first[0]) > 180) {
        const pole = first[1] < 0 ? -90 : 90
        line.push([last[0], pole], [first[0], pole])
    }
    return line.map(([longitude, latitude]) => [across(longitude), down(latitude)])
}

/**
 * @param {number[][][]} rings
 * @param {boolean} [isRing]
 * @returns {Shape}
 */
function shapeOf(rings, isRing = true) {
    const lines = rings.map(ring => unrolled(ring, rings[0][0][0], isRing)), points = lines[0]
    return {
        lines,
        from: Math.min(...points.map(each => each[0])), to: Math.max(...points.map(each => each[0])),
        top: Math.min(...points.map(each => each[1])), bottom: Math.max(...points.map(each => each[1])),
    }
}

/** @param {any} geometry @returns {number[][][][]} its areas */
const areasOf = geometry => geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []

function prepared() {
    const topology = /** @type {any} */ (world), { countries, land } = topology.objects
    const areas = /** @type {any} */ (feature(topology, land)).features.flatMap((/** @type {any} */ each) => areasOf(each.geometry)).map((/** @type {number[][][]} */ area) => shapeOf(area))
    const edges = (/** @type {boolean} */ inner) => mesh(topology, countries, (a, b) => (a !== b) === inner)
        .coordinates.map(line => shapeOf([line], false))
    const names = /** @type {any} */ (feature(topology, countries)).features.map((/** @type {any} */ each) => {
        const largest = areasOf(each.geometry).map(area => shapeOf(area)).sort((a, b) => sizeOf(b) - sizeOf(a))[0]
        return { name: each.properties.name, middle: middleOf(largest.lines[0]), width: largest.to - largest.from }
    })
    return { areas, borders: edges(true), coasts: edges(false), names }
}

/** @param {Shape} shape */
const sizeOf = shape => (shape.to - shape.from) * (shape.bottom - shape.top)

/** Returns the middle of the widest stretch of an area at half its height. @param {Line} ring */
function middleOf(ring) {
    const ys = ring.map(each => each[1]), y = (Math.min(...ys) + Math.max(...ys)) / 2, cuts = /** @type {number[]} */ ([])
    ring.forEach(([x, from], index) => {
        const [next, to] = ring[(index + 1) % ring.length]
        if ((from > y) !== (to > y)) cuts.push(x + (next - x) * (y - from) / (to - from))
    })
    cuts.sort((a, b) => a - b)
    let best = [cuts[0], cuts[1]]
    for (let index = 2; index + 1 < cuts.length; index += 2)
        if (cuts[index + 1] - cuts[index] > best[1] - best[0]) best = [cuts[index], cuts[index + 1]]
    return [(best[0] + best[1]) / 2, y]
}

/** @type {ReturnType<typeof prepared> | undefined} */
let drawn

/**
 * Returns a layer that draws the world.
 *
 * @param {typeof import('leaflet').GridLayer} GridLayer
 * @param {(name: string) => string} colour of a token, as it is now
 */
export function basemap(GridLayer, colour) {
    const parts = drawn ??= prepared()
    const Basemap = GridLayer.extend({
        /** @param {import('leaflet').Coords} coords */
        createTile(coords) {
            const tile = document.createElement('canvas'), sharp = Math.min(window.devicePixelRatio || 1, 2)
            tile.width = tile.height = TILE * sharp
            const pen = tile.getContext('2d')
            if (pen) {
                pen.scale(sharp, sharp)
                draw(pen, parts, coords, colour)
            }
            return tile
        },
    })
    return /** @type {import('leaflet').GridLayer} */ (new (/** @type {any} */ (Basemap))({ tileSize: TILE, keepBuffer: 1, zIndex: 0, className: 'map-land' }))
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {ReturnType<typeof prepared>} parts
 * @param {import('leaflet').Coords} coords
 * @param {(name: string) => string} colour
 */
function draw(pen, { areas, borders, coasts, names }, { x, y, z }, colour) {
    const scale = 256 * 2 ** z, left = x * TILE, top = y * TILE
    /** @param {Shape[]} shapes @param {boolean} closed */
    const trace = (shapes, closed) => {
        pen.beginPath()
        for (const shape of shapes) {
            if (shape.bottom * scale < top || shape.top * scale > top + TILE) continue
            for (let world = Math.ceil(left / scale - shape.to); world <= (left + TILE) / scale - shape.from; world++)
                for (const line of shape.lines) {
                    line.forEach(([px, py], index) => pen[index ? 'lineTo' : 'moveTo']((px + world) * scale - left, py * scale - top))
                    if (closed) pen.closePath()
                }
        }
    }
    pen.lineJoin = 'round'
    trace(areas, true)
    pen.fillStyle = colour('--map-land')
    pen.fill('evenodd')
    grid(pen, { scale, left, top }, colour)
    trace(borders, false)
    pen.strokeStyle = colour('--map-border')
    pen.lineWidth = 1
    pen.stroke()
    trace(coasts, false)
    pen.strokeStyle = colour('--map-coast')
    pen.stroke()
    pen.font = `500 11px ${getComputedStyle(document.body).fontFamily}`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillStyle = colour('--map-ink')
    for (const { name, middle, width } of names) {
        const room = width * scale
        if (room < 48 || pen.measureText(name).width > room) continue
        for (let world = Math.ceil((left - 200) / scale - middle[0]); world <= (left + TILE + 200) / scale - middle[0]; world++)
            pen.fillText(name, (middle[0] + world) * scale - left, middle[1] * scale - top)
    }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {{scale: number, left: number, top: number}} tile
 * @param {(name: string) => string} colour
 */
function grid(pen, { scale, left, top }, colour) {
    const step = [...STEPS].reverse().find(each => each / 360 * scale >= APART) ?? STEPS[0], places = Math.max(Math.ceil(-Math.log10(step)), 0)
    const label = scale >= 256 * 2 ** 4
    pen.beginPath()
    pen.font = `10px ${getComputedStyle(document.body).fontFamily}`
    pen.textBaseline = 'alphabetic'
    pen.textAlign = 'left'
    pen.fillStyle = colour('--map-ink')
    for (let at = Math.ceil((left / scale - 0.5) * 360 / step); at * step <= ((left + TILE) / scale - 0.5) * 360; at++) {
        const x = Math.round(across(at * step) * scale - left) + 0.5
        pen.moveTo(x, 0)
        pen.lineTo(x, TILE)
        if (label) pen.fillText(`${(((at * step + 180) % 360 + 360) % 360 - 180).toFixed(places)}°`, x + 3, TILE / 2 + 24)
    }
    const most = Math.min(latitudeAt(top / scale), 89)
    for (let at = Math.ceil(Math.max(latitudeAt((top + TILE) / scale), -89) / step); at * step <= most; at++) {
        const y = Math.round(down(at * step) * scale - top) + 0.5
        pen.moveTo(0, y)
        pen.lineTo(TILE, y)
        if (label) pen.fillText(`${(at * step).toFixed(places)}°`, TILE / 2 + 24, y - 3)
    }
    pen.strokeStyle = colour('--map-grid')
    pen.lineWidth = 1
    pen.stroke()
}
