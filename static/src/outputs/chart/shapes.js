// Charts without axes: shares, figures around a centre, flows, nodes.
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force'
import { NARROW, base, colour, label, lines, measured, rule, still, tint, written } from './look.js'

/** @typedef {import('./axes.js').Place} Place */

/** Nodes of a network that are named; edges that are. */
const MOST_NAMES = 80, MOST_EDGES = 60
/** Pixels beside the outermost nodes. */
const AROUND = 36
/** Steps in which a network comes to rest. */
const STEPS = 120

/**
 * @param {{slices: {name: string, value: number}[], unit: string}} chart
 * @param {Place} place
 */
export function pie({ slices, unit }, { fontFamily, width }) {
    const all = base(fontFamily), total = slices.reduce((sum, { value }) => sum + value, 0)
    const share = (/** @type {number} */ index) => shareOf(slices[index].value, total), isNarrow = width < NARROW
    return {
        ...all,
        tooltip: { ...all.tooltip, formatter: (/** @type {any} */ { dataIndex }) => lines(slices[dataIndex].name, measured(slices[dataIndex].value, unit), share(dataIndex)) },
        series: [{
            ...still, type: 'pie', radius: isNarrow ? ['44%', '88%'] : ['37%', '74%'], data: slices.map(({ name, value }) => ({ name, value })),
            itemStyle: { borderColor: 'var(--surface)', borderWidth: 2, borderRadius: 3 },
            label: { ...label, show: !isNarrow, bleedMargin: 0, formatter: (/** @type {any} */ { dataIndex }) => `${slices[dataIndex].name} ${share(dataIndex)}` },
            labelLine: rule,
        }],
    }
}

/** @param {number} value @param {number} total */
const shareOf = (value, total) => `${Number((100 * value / total).toPrecision(3))}%`

/**
 * Returns what the colours of a pie are, where there is no room to write it beside them.
 *
 * @param {{name: string, value: number}[]} slices
 * @param {number} width
 */
export function namesOf(slices, width) {
    const total = slices.reduce((sum, { value }) => sum + value, 0)
    return width < NARROW ? slices.map(({ name, value }) => `${name} ${shareOf(value, total)}`) : []
}

/**
 * @param {{axes: string[], series: {name: string, values: (number | null)[]}[], unit: string}} chart
 * @param {Place} place
 */
export function radar({ axes, series, unit }, { fontFamily, width }) {
    const all = base(fontFamily), values = series.flatMap(({ values }) => values.map(value => value ?? 0)), least = Math.min(0, ...values), most = Math.max(0, ...values) || (least ? 0 : 1)
    const room = width < NARROW ? 10 : 24
    return {
        ...all,
        tooltip: {
            ...all.tooltip,
            formatter: (/** @type {any} */ { dataIndex }) => lines(series[dataIndex].name, ...axes.map((name, index) => {
                const value = series[dataIndex].values[index]
                return `${name}: ${value === null ? written(value) : measured(value, unit)}`
            })),
        },
        radar: {
            indicator: axes.map(name => ({ name: name.length > room ? `${name.slice(0, room - 1)}…` : name, min: least, max: most })), radius: width < NARROW ? '68%' : '80%', splitNumber: 4, clockwise: true,
            axisName: label, axisLine: { lineStyle: { color: 'var(--line)' } }, splitLine: { lineStyle: { color: 'var(--line)' } }, splitArea: { show: false },
        },
        series: [{
            ...still, type: 'radar', symbol: 'circle', symbolSize: 7,
            data: series.map(({ name, values }, index) => ({
                name, value: values.map(value => value ?? 0),
                lineStyle: { width: 2, color: colour(index) }, itemStyle: { color: colour(index) }, areaStyle: { color: colour(index), opacity: 0.1 },
            })),
        }],
    }
}

/**
 * @param {{nodes: string[], links: [number, number, number][], unit: string}} chart
 * @param {Place} place
 */
export function sankey({ nodes, links, unit }, { fontFamily }) {
    const all = base(fontFamily), goesOn = new Set(links.map(([from]) => from))
    // Nodes that stand there again have the colour of the first.
    const colours = nodes.map(name => colour(nodes.indexOf(name)))
    return {
        ...all,
        tooltip: {
            ...all.tooltip,
            formatter: (/** @type {any} */ { dataType, dataIndex, value }) => dataType === 'edge'
                ? lines(`${nodes[links[dataIndex][0]]} → ${nodes[links[dataIndex][1]]}`, measured(links[dataIndex][2], unit))
                : lines(nodes[dataIndex], measured(value, unit)),
        },
        series: [{
            ...still, type: 'sankey', left: 4, right: 4, top: 8, bottom: 8, nodeWidth: 14, nodeGap: 12, draggable: false,
            data: nodes.map((_, index) => ({ name: String(index), itemStyle: { color: colours[index], borderWidth: 0 }, label: { position: goesOn.has(index) ? 'right' : 'left' } })),
            links: links.map(([from, to, value]) => ({ source: String(from), target: String(to), value })),
            label: { ...label, formatter: (/** @type {any} */ { dataIndex }) => nodes[dataIndex] },
            lineStyle: { color: 'source', opacity: 0.3 }, labelLayout: { hideOverlap: true },
        }],
    }
}

/** @typedef {{name: string, value: number, children?: Tile[]}} Tile */

/**
 * @param {{nodes: Tile[], unit: string}} chart
 * @param {Place} place
 */
export function treemap({ nodes, unit }, { fontFamily }) {
    const all = base(fontFamily), top = nodes.length === 1 && nodes[0].children ? nodes[0].children : nodes
    /** @type {(index: number) => (tile: Tile) => object} */
    const tile = index => ({ name, value, children }) => ({
        name, value, itemStyle: { color: tint(index), borderColor: children ? tint(index) : 'var(--surface)', borderWidth: children ? 3 : 1, gapWidth: 0 }, children: children?.map(tile(index)),
    })
    return {
        ...all,
        tooltip: { ...all.tooltip, formatter: (/** @type {any} */ { name, value }) => name ? lines(name, measured(value, unit)) : '' },
        series: [{
            ...still, type: 'treemap', left: 0, top: 0, width: '100%', height: '100%', roam: false, nodeClick: false, breadcrumb: { show: false },
            label: { ...label, formatter: '{b}', overflow: 'truncate' }, upperLabel: { ...label, show: true, height: 22, formatter: '{b}', fontWeight: 600 },
            levels: [{ itemStyle: { borderWidth: 0, gapWidth: 4 }, upperLabel: { show: false } }], data: top.map((node, index) => tile(index)(node)),
        }],
    }
}

/**
 * @param {{nodes: string[], edges: [number, number, string][]}} chart
 * @param {Place} place
 */
export function network({ nodes, edges }, { fontFamily, height, width }) {
    const all = base(fontFamily), spots = settled(nodes.length, edges, [width - 2 * AROUND, height - 2 * AROUND])
    const words = edges.map(([, , text], index) => index < MOST_EDGES ? text : '')
    return {
        ...all,
        tooltip: {
            ...all.tooltip,
            formatter: (/** @type {any} */ { dataType, dataIndex }) => {
                if (dataType !== 'edge') return lines(nodes[dataIndex])
                const [from, to, text] = edges[dataIndex]
                return lines(`${nodes[from]} – ${nodes[to]}`, text)
            },
        },
        series: [{
            ...still, type: 'graph', layout: 'none', left: AROUND, right: AROUND, top: AROUND, bottom: AROUND, symbolSize: Math.max(7, Math.min(16, 64 / Math.sqrt(nodes.length))),
            data: spots.map(([x, y], index) => ({ name: String(index), x, y })), links: edges.map(([source, target]) => ({ source, target })),
            itemStyle: { color: colour(0) }, lineStyle: { color: 'var(--line-strong)', width: 1.25, opacity: 1 },
            label: { ...label, show: nodes.length <= MOST_NAMES, position: 'bottom', formatter: (/** @type {any} */ { dataIndex }) => nodes[dataIndex] },
            edgeLabel: { show: words.some(Boolean), color: 'var(--ink-2)', fontSize: 11, backgroundColor: 'var(--surface)', formatter: (/** @type {any} */ { dataIndex }) => words[dataIndex] },
            ...words.some(Boolean) ? {} : { labelLayout: { hideOverlap: true } },
        }],
    }
}

/**
 * Returns a place for each node: away from all others, near those it is tied to.
 *
 * @param {number} count
 * @param {[number, number, string][]} edges
 * @param {[number, number]} room its width and height
 * @returns {number[][]}
 */
function settled(count, edges, room) {
    /** @type {{x: number, y: number}[]} */
    const spots = Array.from({ length: count }, () => /** @type {any} */ ({}))
    forceSimulation(spots).stop().alphaDecay(1 - 0.001 ** (1 / STEPS))
        .force('apart', forceManyBody().strength(-60)).force('tied', forceLink(edges.map(([source, target]) => ({ source, target }))))
        // Parts that nothing ties together would drift apart for ever.
        .force('x', forceX().strength(0.06)).force('y', forceY().strength(0.08)).force('clear', forceCollide(8))
        .tick(STEPS)
    const fit = (/** @type {number[]} */ numbers, /** @type {number} */ size) => {
        const least = Math.min(...numbers), most = Math.max(...numbers)
        return numbers.map(number => most > least ? (number - least) / (most - least) * size : size / 2)
    }
    const xs = fit(spots.map(({ x }) => x), room[0]), ys = fit(spots.map(({ y }) => y), room[1])
    return xs.map((x, index) => [x, ys[index]])
}
