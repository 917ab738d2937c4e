// A chart, drawn from the data that the server made of the value; its texts are text, and nothing is fetched.
import { BarChart, BoxplotChart, CandlestickChart, GraphChart, HeatmapChart, LineChart, PieChart, RadarChart, SankeyChart, ScatterChart, TreemapChart } from 'echarts/charts'
import { GridComponent, RadarComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { boxplot, candlestick, curves, heatmap, histogram, rangeOf, scatter } from './chart/axes.js'
import { NARROW, colour, measured, written } from './chart/look.js'
import { namesOf, network, pie, radar, sankey, treemap } from './chart/shapes.js'

use([
    BarChart, BoxplotChart, CandlestickChart, GraphChart, GridComponent, HeatmapChart, LabelLayout, LineChart, PieChart, RadarChart,
    RadarComponent, SVGRenderer, SankeyChart, ScatterChart, TooltipComponent, TreemapChart,
])

/** What each kind of chart is drawn by. @type {Map<string, (chart: any, place: {fontFamily: string, width: number, height: number}) => Record<string, unknown>>} */
const KINDS = new Map(Object.entries({ line: curves, area: curves, bar: curves, scatter, histogram, boxplot, candlestick, heatmap, pie, radar, sankey, treemap, network }))
/** Pixels; the least width is for a tab that is not open. */
const HEIGHT = 320, LEAST = 200
/** Kinds that need more height than an axis does. */
const TALL = new Set(['network', 'radar', 'sankey', 'treemap'])

/**
 * Draws the chart of a view, as wide as its place, and folds its data away.
 *
 * @param {HTMLElement} section
 * @param {Tools} tools
 */
export default function draw(section, { make }) {
    const place = /** @type {HTMLElement | null} */ (section.querySelector('[data-spec]'))
    if (!place) return
    const spec = JSON.parse(place.dataset.spec ?? ''), fontFamily = getComputedStyle(place).fontFamily
    const option = KINDS.get(spec.kind)
    if (!option) return
    const size = () => ({ width: Math.max(place.clientWidth, LEAST), height: TALL.has(spec.kind) ? HEIGHT * 1.25 : place.clientWidth < NARROW ? HEIGHT * 0.85 : HEIGHT })
    const signs = make('div', { 'aria-hidden': 'true' }), screen = make('div', { 'class': 'chart-view', 'aria-hidden': 'true' })
    place.append(signs, screen)
    const chart = init(screen, null, { renderer: 'svg', ...size() })
    const show = () => {
        signs.replaceChildren(...legend(spec, place.clientWidth, make))
        chart.setOption(option(spec, { fontFamily, ...size() }), true)
        screen.querySelector('svg')?.setAttribute('viewBox', `0 0 ${size().width} ${size().height}`)
    }
    show()
    const data = /** @type {HTMLDetailsElement | null} */ (section.querySelector('details.behind[data-fold]'))
    if (data) {
        // It looked folded so far: who has pressed it opened it.
        data.open = !data.open
        delete data.dataset.fold
    }
    const sizes = new ResizeObserver(() => {
        if (!place.isConnected) {
            sizes.disconnect()
            chart.dispose()
        } else if (place.clientWidth && size().width !== chart.getWidth()) {
            chart.resize(size())
            show()
        }
    })
    sizes.observe(place)
}

/**
 * Returns what the colours of a chart are, where it has several.
 *
 * @param {any} spec
 * @param {number} width
 * @param {Tools['make']} make
 * @returns {HTMLElement[]}
 */
function legend({ cells, series = [], slices, unit }, width, make) {
    if (cells) {
        const [least, most] = rangeOf(cells)
        return least < most ? [make('p', { class: 'legend heat' }, written(least), make('i'), measured(most, unit))] : []
    }
    const names = slices ? namesOf(slices, width) : series.map((/** @type {{name: string}} */ { name }) => name)
    if (names.length < 2) return []
    return [make('ul', { class: 'legend' }, ...names.map((/** @type {string} */ name, /** @type {number} */ index) => {
        const sign = make('i')
        sign.style.background = colour(index)
        return make('li', {}, sign, name)
    }))]
}
