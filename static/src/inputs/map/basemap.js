// The world without a server: land, water, borders, names and a grid, drawn tile by tile in the colours of the theme.
import { across, down, latitudeAt, partsIn } from './ground.js'

export { townNear } from './ground.js'

/** @typedef {import('./ground.js').Part} Part */
/** @typedef {import('./ground.js').Shape} Shape */

const TILE = 512
/** Steps of the grid, in degrees. */
const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
/** How far apart the lines of the grid are at least, in points of the screen. */
const APART = 90

/** Points of the screen that a name may reach beyond where it stands. */
const REACH = 120

/**
 * Returns a layer that draws the world.
 *
 * @param {typeof import('leaflet').GridLayer} GridLayer
 * @param {(name: string) => string} colour of a token, as it is now
 */
export function basemap(GridLayer, colour) {
    const Basemap = GridLayer.extend({
        /**
         * @param {import('leaflet').Coords} coords
         * @param {(error: Error | undefined, tile: HTMLElement) => void} done
         */
        createTile(coords, done) {
            const tile = document.createElement('canvas'), sharp = Math.min(window.devicePixelRatio || 1, 2)
            tile.width = tile.height = TILE * sharp
            const pen = tile.getContext('2d'), scale = 256 * 2 ** coords.z, left = coords.x * TILE, top = coords.y * TILE
            partsIn(coords.z, [left - REACH, top - REACH, left + TILE + REACH, top + TILE + REACH].map(edge => edge / scale)).then(parts => {
                pen?.scale(sharp, sharp)
                if (pen) draw(pen, parts, { scale, left, top, zoom: coords.z }, colour)
                done(undefined, tile)
            }, error => done(error, tile))
            return tile
        },
    })
    return /** @type {import('leaflet').GridLayer} */ (new (/** @type {any} */ (Basemap))({ tileSize: TILE, keepBuffer: 1, zIndex: 0, className: 'map-land' }))
}

/** @typedef {{scale: number, left: number, top: number, zoom: number}} Tile */

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Part[]} parts
 * @param {Tile} tile
 * @param {(name: string) => string} colour
 */
function draw(pen, parts, tile, colour) {
    const all = (/** @type {'land' | 'lakes' | 'borders' | 'rivers'} */ layer) => parts.flatMap(part => part[layer].map(shape => ({ ...shape, turn: part.turn })))
    const land = all('land'), lakes = all('lakes')
    pen.lineJoin = pen.lineCap = 'round'
    fill(pen, land, tile, colour('--map-land'))
    fill(pen, lakes, tile, colour('--map-sea'))
    grid(pen, tile, colour)
    stroke(pen, all('rivers'), tile, colour('--map-coast'), tile.zoom > 7 ? 2 : 1)
    stroke(pen, all('borders'), tile, colour('--map-border'), 1)
    stroke(pen, [...land, ...lakes], tile, colour('--map-coast'), 1)
    for (const part of parts) for (const label of part.labels) name(pen, label, part.turn, tile, colour)
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {(Shape & {turn: number})[]} shapes
 * @param {Tile} tile
 * @param {string} style
 */
function fill(pen, shapes, tile, style) {
    pen.beginPath()
    for (const shape of shapes) trace(pen, shape, tile, false)
    pen.fillStyle = style
    pen.fill('evenodd')
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {(Shape & {turn: number})[]} shapes
 * @param {Tile} tile
 * @param {string} style
 * @param {number} width
 */
function stroke(pen, shapes, tile, style, width) {
    pen.beginPath()
    for (const shape of shapes) trace(pen, shape, tile, true)
    pen.strokeStyle = style
    pen.lineWidth = width
    pen.stroke()
}

/**
 * Follows a shape, of which it leaves out edges along the edge of its part where only coasts are wanted.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {Shape & {turn: number}} shape
 * @param {Tile} tile
 * @param {boolean} coasts
 */
function trace(pen, { xs, ys, cuts, box, turn }, { scale, left, top }, coasts) {
    if ((box[2] + turn) * scale < left || (box[0] + turn) * scale > left + TILE || box[3] * scale < top || box[1] * scale > top + TILE) return
    for (let index = 0; index < xs.length; index++)
        pen[index && !(coasts && cuts[index]) ? 'lineTo' : 'moveTo']((xs[index] + turn) * scale - left, ys[index] * scale - top)
    if (!coasts) pen.closePath()
}

/**
 * Writes a country's name where it is, a town's above its dot.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {import('./ground.js').Label} label
 * @param {number} turn
 * @param {Tile} tile
 * @param {(name: string) => string} colour
 */
function name(pen, { words, x, y, from, to }, turn, { scale, left, top, zoom }, colour) {
    const px = (x + turn) * scale - left, py = y * scale - top
    if (zoom < from || zoom >= to || px < -REACH || px > TILE + REACH || py < -REACH || py > TILE + REACH) return
    const isCountry = to !== Infinity
    // What was there from far is the largest town around.
    const look = isCountry ? '600 11px' : zoom > from + 3 ? '600 13px' : '500 11px'
    pen.font = `${look} ${getComputedStyle(document.body).fontFamily}`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.lineWidth = 3
    pen.strokeStyle = colour('--map-land')
    pen.fillStyle = colour(isCountry ? '--map-ink' : '--map-town')
    pen.strokeText(words, px, isCountry ? py : py - 10)
    pen.fillText(words, px, isCountry ? py : py - 10)
    if (isCountry) return
    pen.beginPath()
    pen.arc(px, py, 2, 0, 7)
    pen.fill()
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Tile} tile
 * @param {(name: string) => string} colour
 */
function grid(pen, { scale, left, top }, colour) {
    const step = [...STEPS].reverse().find(degrees => degrees / 360 * scale >= APART) ?? STEPS[0], places = Math.max(Math.ceil(-Math.log10(step)), 0)
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
