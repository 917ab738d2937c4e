// The parts that the world is drawn of, each loaded once a map shows it, as `static/ground.mjs` packs them.
import { hashes, levels } from 'ground:index'

/** A world is 1 wide and 1 high; x grows to the east and y to the south. */
/** @typedef {{xs: Float32Array, ys: Float32Array, cuts: Uint8Array, box: number[]}} Shape *cuts*: whether the edge to a point is no coast */
/** @typedef {{words: string, x: number, y: number, from: number, to: number}} Label shown from one zoom up to another */
/** @typedef {{land: Shape[], lakes: Shape[], borders: Shape[], rivers: Shape[], labels: Label[]}} Packed */
/** @typedef {Packed & {turn: number}} Part *turn*: on which of the worlds side by side it is */

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_'
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]))

/** @param {number} longitude */
export const across = longitude => longitude / 360 + 0.5
/** @param {number} latitude */
export const down = latitude => {
    const sine = Math.sin(Math.min(Math.max(latitude, -89.9), 89.9) * Math.PI / 180)
    return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}
/** @param {number} y */
export const latitudeAt = y => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI

/** @type {Map<string, Promise<Packed | null>>} */
const loaded = new Map()

/**
 * Returns what lies in a box of the worlds side by side; a part of it where the rest cannot be had.
 *
 * @param {number} zoom
 * @param {number[]} box its left, top, right and bottom
 * @returns {Promise<Part[]>}
 */
export async function partsIn(zoom, [left, top, right, bottom]) {
    const level = levels.filter(({ zoom: least }) => least <= zoom).length - 1, { width, height, west } = levels[level], count = 360 / width
    const rows = [bottom, top].map(y => Math.min(Math.max(Math.floor((latitudeAt(y) + 90) / height), 0), 180 / height - 1))
    const columns = [left, right].map(x => Math.floor(((x - 0.5) * 360 - west) / width)), found = []
    for (let column = columns[0]; column <= columns[1]; column++)
        for (let row = rows[0]; row <= rows[1]; row++) {
            const turn = Math.floor(column / count)
            found.push(part(level, column - turn * count, row).then(piece => piece && { ...piece, turn }))
        }
    return (await Promise.all(found)).filter(piece => piece !== null)
}

/** Points of the screen within which a town is near. */
const NEAR = 200

/**
 * Returns the town whose name is the nearest one on a map, or ''.
 *
 * @param {number} zoom
 * @param {number[]} place latitude and longitude
 */
export async function townNear(zoom, [latitude, longitude]) {
    const x = across(longitude), y = down(latitude), reach = NEAR / (256 * 2 ** zoom)
    const parts = await partsIn(zoom, [x - reach, y - reach, x + reach, y + reach])
    const towns = parts.flatMap(({ labels, turn }) => labels.filter(label => label.from <= zoom && label.to === Infinity)
        .map(label => ({ words: label.words, far: Math.hypot(label.x + turn - x, label.y - y) })))
    return towns.filter(town => town.far < reach).sort((a, b) => a.far - b.far)[0]?.words ?? ''
}

/**
 * @param {number} level
 * @param {number} column
 * @param {number} row
 */
function part(level, column, row) {
    const name = `${level}/${column}/${row}`, there = loaded.get(name)
    if (there) return there
    const address = new URL(`./ground/${name.replaceAll('/', '-')}-${hashes[name]}.json`, import.meta.url)
    // Where there is no part, there is the sea.
    const made = name in hashes ? fetch(address).then(answer => answer.json()).then(data => unpacked(data, levels[level], column, row)).catch(() => null) : Promise.resolve(null)
    loaded.set(name, made)
    return made
}

/**
 * @param {import('ground:index').Data} data
 * @param {import('ground:index').Level} level
 * @param {number} column
 * @param {number} row
 * @returns {Packed}
 */
function unpacked([land, lakes, borders, rivers, labels], { width, height, west, unit }, column, row) {
    const left = west + column * width, low = row * height - 90, most = [Math.round(width / unit), Math.round(height / unit)]
    const shapes = (/** @type {string} */ text) => text ? text.split(' ').map(line => shape(line, left, low, unit, most)) : []
    return {
        land: shapes(land), lakes: shapes(lakes), borders: shapes(borders), rivers: shapes(rivers),
        labels: labels.map(([words, x, y, from, to = Infinity]) => ({ words, x: across(left + x * unit), y: down(low + y * unit), from, to })),
    }
}

/**
 * @param {string} text
 * @param {number} left
 * @param {number} low
 * @param {number} unit
 * @param {number[]} most
 * @returns {Shape}
 */
function shape(text, left, low, unit, most) {
    const steps = numbers(text), size = steps.length / 2, xs = new Float32Array(size), ys = new Float32Array(size), cuts = new Uint8Array(size)
    const box = [Infinity, Infinity, -Infinity, -Infinity]
    let x = 0, y = 0
    for (let index = 0; index < size; index++) {
        const stepX = steps[2 * index], stepY = steps[2 * index + 1]
        x += stepX
        y += stepY
        // Along the edge of its part a shape was cut.
        cuts[index] = Number(!stepX && (!x || x === most[0]) || !stepY && (!y || y === most[1]))
        const east = xs[index] = across(left + x * unit), south = ys[index] = down(low + y * unit)
        box[0] = Math.min(box[0], east)
        box[1] = Math.min(box[1], south)
        box[2] = Math.max(box[2], east)
        box[3] = Math.max(box[3], south)
    }
    return { xs, ys, cuts, box }
}

/** @param {string} text */
function numbers(text) {
    const found = []
    let value = 0, shift = 0
    for (const letter of text) {
        const bits = VALUES.get(letter) ?? 0
        value += (bits & 31) * 2 ** shift
        shift += 5
        if (bits & 32) continue
        found.push(value % 2 ? -(value + 1) / 2 : value / 2)
        value = shift = 0
    }
    return found
}
