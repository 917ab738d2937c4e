// Charts over two axes.
import { base, categories, colour, heat, height as upright, lines, measured, rows, rule, scale, still, tint, written } from './look.js'
import { gettext } from '../../words.js'

/** @typedef {{title: string, type?: string, log?: boolean, years?: boolean}} Axis */
/** @typedef {{fontFamily: string, width: number, height: number}} Place */

const grid = { left: 4, right: 16, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'all' }
/** Points of a line are marked while there are few; more series than these are told one at a time. */
const FEW_POINTS = 60, FEW_SERIES = 8
/** Pixels of an axis and its labels below the others. */
const BELOW = 50

/** @param {Axis} axis @param {any} value */
const at = ({ title, type, years }, value) => `${title && `${title}: `}${type === 'number' && !years ? written(value) : value}`

/**
 * Lines, areas and bars.
 *
 * @param {{kind: string, x: Axis, y: Axis, along: any[], series: {name: string, values: (number | null)[]}[]}} chart
 * @param {Place} place
 */
export function curves({ kind, x, y, along, series }, { fontFamily, width }) {
    const isBar = kind === 'bar', all = base(fontFamily), isNamed = x.type === 'name', byAxis = series.length <= FEW_SERIES
    const words = (/** @type {{seriesIndex: number, dataIndex: number}} */ { seriesIndex, dataIndex }) => `${series[seriesIndex].name}: ${written(series[seriesIndex].values[dataIndex])}`
    return {
        ...all, grid,
        tooltip: {
            ...all.tooltip, trigger: byAxis ? 'axis' : 'item', axisPointer: { type: 'line', ...rule },
            formatter: (/** @type {any} */ found) => [found].flat().length ? lines(at(x, along[[found].flat()[0].dataIndex]), ...[found].flat().map(words)) : '',
        },
        xAxis: isNamed ? { ...categories(x.title, along, width), boundaryGap: isBar } : { ...scale(x, width), scale: true },
        yAxis: { ...upright(y), scale: kind === 'line' },
        series: series.map(({ name, values }) => ({
            ...still, name, type: isBar ? 'bar' : 'line', data: isNamed ? values : values.map((value, index) => [along[index], value]),
            ...isBar ? { itemStyle: { borderRadius: 2 }, barMaxWidth: 56 } : {
                showSymbol: along.length <= FEW_POINTS, symbol: 'circle', symbolSize: 6, lineStyle: { width: 2, cap: 'round' },
                ...kind === 'area' ? { areaStyle: { opacity: 0.22 } } : {},
            },
        })),
    }
}

/**
 * @param {{x: Axis, y: Axis, series: {name: string, points: [any, number, string][]}[]}} chart
 * @param {Place} place
 */
export function scatter({ x, y, series }, { fontFamily, width }) {
    const all = base(fontFamily), names = [...new Set(series.flatMap(({ points }) => points.map(([left]) => left)))]
    return {
        ...all, grid,
        tooltip: {
            ...all.tooltip,
            formatter: (/** @type {any} */ { seriesIndex, dataIndex }) => {
                const { name, points } = series[seriesIndex], [left, up, words] = points[dataIndex]
                return lines(words, series.length > 1 ? name : '', at(x, left), `${y.title || 'y'}: ${written(up)}`)
            },
        },
        xAxis: x.type === 'name' ? categories(x.title, names, width) : { ...scale(x, width), scale: true },
        yAxis: { ...upright(y), scale: true },
        series: series.map(({ name, points }) => ({ ...still, name, type: 'scatter', data: points.map(point => point.slice(0, 2)), symbolSize: 9, itemStyle: { opacity: 0.8 } })),
    }
}

/**
 * @param {{x: Axis, y: Axis, bins: [number, number, number][]}} chart
 * @param {Place} place
 */
export function histogram({ x, y, bins }, { fontFamily, width }) {
    const all = base(fontFamily)
    return {
        ...all, grid,
        tooltip: { ...all.tooltip, formatter: (/** @type {any} */ { dataIndex: bin }) => lines(`${written(bins[bin][0])} to ${written(bins[bin][1])}`, `${y.title}: ${written(bins[bin][2])}`) },
        xAxis: { ...scale(x, width), scale: true },
        yAxis: { ...upright(y), minInterval: 1 },
        series: [{
            ...still, type: 'bar', barWidth: '99.3%', data: bins.map(([from, to, count]) => [(from + to) / 2, count]),
            itemStyle: { borderColor: 'var(--surface)', borderWidth: 0.5 },
        }],
    }
}

const parts = () => [gettext('Least'), gettext('Quarter'), gettext('Median'), gettext('Three quarters'), gettext('Greatest')]

/**
 * @param {{x: Axis, y: Axis, boxes: [string, ...number[]][]}} chart
 * @param {Place} place
 */
export function boxplot({ x, y, boxes }, { fontFamily, width }) {
    const all = base(fontFamily)
    return {
        ...all, grid,
        tooltip: {
            ...all.tooltip,
            formatter: (/** @type {any} */ { dataIndex }) => {
                const [name, ...numbers] = boxes[dataIndex]
                return lines(name, ...parts().map((part, index) => `${part}: ${written(numbers[index])}`).reverse())
            },
        },
        xAxis: categories(x.title, boxes.map(([name]) => name), width),
        yAxis: { ...upright(y), scale: true },
        series: [{
            ...still, type: 'boxplot', boxWidth: [4, 32],
            data: boxes.map(([, ...numbers], index) => ({ value: numbers, itemStyle: { color: tint(index), borderColor: colour(index), borderWidth: 1.5 } })),
        }],
    }
}

/**
 * @param {{x: Axis, y: Axis, prices: string[], points: [any, number, number, number, number][]}} chart
 * @param {Place} place
 */
export function candlestick({ x, y, prices, points }, { fontFamily, width }) {
    const all = base(fontFamily), isNamed = x.type === 'name'
    return {
        ...all, grid,
        tooltip: {
            ...all.tooltip,
            formatter: (/** @type {any} */ { dataIndex }) => {
                const [when, ...values] = points[dataIndex]
                return lines(String(when), ...prices.map((name, index) => `${name}: ${written(values[index])}`))
            },
        },
        xAxis: isNamed ? categories(x.title, points.map(([when]) => when), width) : scale(x, width),
        yAxis: { ...upright(y), scale: true },
        series: [{
            ...still, type: 'candlestick', barMaxWidth: 16,
            data: points.map(([when, open, high, low, close]) => [...isNamed ? [] : [when], open, close, low, high]),
            itemStyle: { color: 'var(--ok)', borderColor: 'var(--ok)', color0: 'var(--bad)', borderColor0: 'var(--bad)' },
        }],
    }
}

/**
 * @param {{x: {title: string, names: string[]}, y: {title: string, names: string[]}, unit: string, cells: (number | null)[][]}} chart
 * @param {Place} place
 */
export function heatmap({ x, y, unit, cells }, { fontFamily, height, width }) {
    const all = base(fontFamily), [least, most] = rangeOf(cells)
    return {
        ...all, grid,
        tooltip: { ...all.tooltip, formatter: (/** @type {any} */ { value: [column, row, number] }) => lines(x.names[column], y.names[row], measured(number, unit)) },
        xAxis: categories(x.title, x.names, width),
        yAxis: rows(y.title, y.names, height - BELOW),
        series: [{
            ...still, type: 'heatmap', itemStyle: { borderColor: 'var(--surface)', borderWidth: 1, borderRadius: 2 },
            data: cells.flatMap((row, index) => row.flatMap((number, column) => number === null ? [] : [{
                value: [column, index, number], itemStyle: { color: heat((number - least) / ((most - least) || 1)) },
            }])),
        }],
    }
}

/** @param {(number | null)[][]} cells */
export function rangeOf(cells) {
    const numbers = cells.flat().filter(number => number !== null)
    return [numbers.reduce((a, b) => Math.min(a, b), Infinity), numbers.reduce((a, b) => Math.max(a, b), -Infinity)]
}
