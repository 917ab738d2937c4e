// A chart, drawn from the specification that the server made of the data: nothing in it is run, and nothing is fetched.
import { View, parse } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile } from 'vega-lite'

/** @param {string} what */
const refuse = async what => { throw new Error(`a chart loads nothing, not ${what}`) }
const loader = { options: {}, fileAccess: false, load: refuse, sanitize: refuse, http: refuse, file: refuse }
const HEIGHT = 320, NARROW = 480

/** What every chart looks like; colours follow the theme by themselves. @type {any} */
const config = {
    background: 'transparent', padding: 2, aria: false,
    view: { stroke: null },
    range: {
        category: Array.from({ length: 8 }, (_, index) => `var(--c${index + 1})`),
        heatmap: ['#dbe4ff', '#7f9cf5', '#3f51c7', '#1e2a78'], ramp: ['#dbe4ff', '#7f9cf5', '#3f51c7', '#1e2a78'],
    },
    mark: { color: 'var(--c1)' },
    text: { color: 'var(--ink)', fontSize: 12 },
    rule: { color: 'var(--line-strong)' },
    axis: {
        domainColor: 'var(--line-strong)', gridColor: 'var(--line)', tickColor: 'var(--line-strong)',
        labelColor: 'var(--ink-2)', titleColor: 'var(--ink-2)', titleFontWeight: 500, labelFontSize: 12, titleFontSize: 12,
        labelLimit: 120, labelPadding: 6, titlePadding: 8, tickSize: 4, labelOverlap: true, tickCount: 6,
    },
    axisX: { grid: false }, axisXQuantitative: { tickCount: 8 }, axisXTemporal: { tickCount: 8 },
    legend: { labelColor: 'var(--ink-2)', titleColor: 'var(--ink-2)', labelFontSize: 12, titleFontSize: 12, symbolSize: 90, labelLimit: 140, orient: 'top', symbolLimit: 24 },
}

/**
 * Draws the chart of a view, as wide as its place, and folds its data away.
 *
 * @param {HTMLElement} section
 */
export default async function draw(section) {
    const place = /** @type {HTMLElement | null} */ (section.querySelector('[data-spec]'))
    if (!place) return
    const narrow = place.clientWidth < NARROW
    const given = JSON.parse(place.dataset.spec ?? '', (key, value) => narrow && key === 'axis' && value?.labelOverlap === false ? { ...value, labelAngle: -35 } : value)
    const most = given.usermeta?.square ? HEIGHT * 1.28 : Infinity
    const width = () => Math.max(200, Math.min(place.clientWidth, most)), height = () => width() < NARROW && most === Infinity ? HEIGHT * 0.85 : HEIGHT
    const { spec } = compile({ ...given, width: width(), height: height(), autosize: { type: 'fit', contains: 'padding' }, config: { ...config, font: getComputedStyle(place).fontFamily, legend: { ...config.legend, columns: Math.max(1, Math.floor((width() - 60) / 190)), labelLimit: width() < NARROW ? 200 : 140 } } })
    const options = { renderer: /** @type {const} */ ('svg'), loader, expr: expressionInterpreter, logLevel: 1 }
    const view = new View(parse(spec, undefined, { ast: true }), options)
    await view.initialize(place).runAsync()
    // Its place says what it is; the data below it says the rest.
    place.querySelector('svg')?.setAttribute('aria-hidden', 'true')
    const folded = section.querySelector('details.behind')
    if (folded instanceof HTMLDetailsElement) folded.open = false
    new ResizeObserver(() => {
        if (view.width() !== width()) void view.width(width()).height(height()).runAsync()
    }).observe(place)
}
