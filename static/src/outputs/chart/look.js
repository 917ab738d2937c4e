// The look of charts: colours of the theme, numbers as people read them, the words at a mark.
import { gettext, locale } from '../../words.js'

/** Narrower charts have less beside them. */
export const NARROW = 480
/** @param {number} index */
export const colour = index => `var(--c${index % 8 + 1})`
/** The colour that areas have, on which text is read. @param {number} index */
export const tint = index => `color-mix(in oklab, ${colour(index)} 32%, var(--surface))`
/** @param {number} part from 0 to 1 */
export const heat = part => `color-mix(in oklab, var(--heat) ${Math.round(100 * part)}%, var(--cool))`

const LARGE = 1e15, TINY = 1e-4
/** What writes numbers, by language. @type {Map<string, {exact: Intl.NumberFormat, short: Intl.NumberFormat}>} */
const writers = new Map()
function writer() {
    const language = locale() ?? 'en'
    const found = writers.get(language) ?? {
        exact: new Intl.NumberFormat(language, { maximumSignificantDigits: 8 }), short: new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 4 }),
    }
    writers.set(language, found)
    return found
}
/** @param {number} value */
const isOdd = value => Math.abs(value) >= LARGE || value !== 0 && Math.abs(value) < TINY

/** Writes a number as exactly as people read it; the table has all its digits. @param {number | null} value */
export const written = value => value === null ? gettext('no value') : isOdd(value) ? value.toExponential() : writer().exact.format(value)
/** Writes a number where there is little room. @param {number} value */
export const brief = value => isOdd(value) ? value.toExponential() : writer()[Math.abs(value) < 1e6 ? 'exact' : 'short'].format(value)
/** @param {number} value @param {string} unit */
export const measured = (value, unit) => unit ? `${written(value)} ${unit}` : written(value)

/**
 * Returns lines of words beside a mark. The library takes `{name|…}` for a style, wherever it comes from.
 *
 * @param {string[]} texts
 */
export const lines = (...texts) => texts.filter(Boolean).join('\n').replaceAll('{', '{\u2060')

/** Pixels from one line of text to the next, and of a letter. */
const LINE = 18, LETTER = 7
const QUIET = { color: 'var(--ink-2)', fontSize: 12 }
export const rule = { lineStyle: { color: 'var(--line-strong)' } }
export const label = { ...QUIET, color: 'var(--ink)', lineHeight: 16 }

/** What every chart has. @param {string} fontFamily */
export const base = fontFamily => ({
    animation: false,
    color: Array.from({ length: 8 }, (_, index) => colour(index)),
    textStyle: { ...QUIET, fontFamily },
    tooltip: {
        renderMode: 'richText', confine: true, padding: 8, borderWidth: 1, shadowBlur: 0, transitionDuration: 0,
        backgroundColor: 'var(--raised)', borderColor: 'var(--line-strong)', textStyle: { ...label, fontFamily, lineHeight: LINE },
    },
})

/** What every series has: the colours of the theme are names, which the library cannot make brighter. */
export const still = { emphasis: { disabled: true } }

/** @param {string} title */
const named = title => ({ name: title, nameLocation: 'middle', nameTextStyle: { ...QUIET, fontWeight: 500 } })

/** How points of time are written, by what is round about them. */
const TIMES = { year: '{yyyy}', month: '{MMM}', day: '{MMM} {d}', hour: '{HH}:{mm}', minute: '{HH}:{mm}', second: '{HH}:{mm}:{ss}', millisecond: '{HH}:{mm}:{ss}.{SSS}' }
/** Pixels of an axis and its labels beside the others; labels that are all shown. */
const BESIDE = 70, FEW = 9

/**
 * An axis of numbers, of time or in powers of ten.
 *
 * @param {{title: string, type?: string, log?: boolean, years?: boolean}} axis
 * @param {number} [width] of the chart, for an axis that goes across it
 */
export const scale = ({ title, type = 'number', log = false, years = false }, width) => ({
    ...named(title), type: log ? 'log' : type === 'time' ? 'time' : 'value',
    axisLine: { show: true, onZero: false, ...rule }, axisTick: { show: true, ...rule }, splitLine: { show: false },
    axisLabel: { ...QUIET, hideOverlap: true, formatter: type === 'time' ? TIMES : years ? String : brief },
    ...width ? { splitNumber: Math.max(3, Math.min(10, Math.floor((width - BESIDE) / (type === 'time' ? 120 : 75)))) } : {},
    ...years ? { minInterval: 1 } : {},
})

/** The axis that goes up, with lines to read its numbers by. @param {{title: string, log?: boolean}} axis */
export const height = axis => ({ ...scale(axis), splitLine: { lineStyle: { color: 'var(--line)' } } })

/**
 * An axis of names across a chart: level while there is room for them, each of a few, not all of many.
 *
 * @param {string} title
 * @param {string[]} names
 * @param {number} width of the chart
 */
export function categories(title, names, width) {
    const longest = names.reduce((most, name) => Math.max(most, name.length), 0), room = width - BESIDE
    const isLevel = (longest + 1) * LETTER * names.length <= room, isFew = names.length <= FEW
    return {
        ...ofNames(title, names, isLevel || isFew ? Infinity : room),
        axisLabel: { ...QUIET, ...every(names, isLevel || isFew ? Infinity : room), rotate: isLevel ? 0 : isFew ? 35 : 90, width: isLevel ? 120 : 90, overflow: 'truncate' },
    }
}

/** An axis of names that goes down a chart. @param {string} title @param {string[]} names @param {number} room */
export const rows = (title, names, room) => ({
    ...ofNames(title, names, room), inverse: true, axisLabel: { ...QUIET, ...every(names, room), width: 120, overflow: 'truncate' },
})

/** @param {string} title @param {string[]} names @param {number} room */
const ofNames = (title, names, room) => ({ ...named(title), type: 'category', data: names, axisLine: rule, axisTick: { ...rule, ...every(names, room), alignWithLabel: true } })
/** Shows as many names as have room for a line. @param {string[]} names @param {number} room */
const every = (names, room) => ({ interval: Math.max(0, Math.ceil(names.length * LINE / room) - 1) })
