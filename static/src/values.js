// Form entries → the value they stand for, by the rules of webform/draft.py and webform/inputs.
import { equal, parse } from './json.js'

/** A value that is not there, as opposed to null. */
export const ABSENT = Symbol('absent')

/**
 * What the controls of one input hold.
 *
 * @typedef {object} Filled
 * @property {string} type of the input
 * @property {string} [mark] the text of its companion `is`
 * @property {Map<string, string[]>} texts by the pointer of the control below the input
 * @property {boolean} [typed] whether its text, or each of its options, is JSON
 * @property {boolean} [flat] whether a box is a list of four numbers
 */

/** @typedef {{at: string, equals: any, typed?: boolean, flat?: boolean}} Rule what an input is shown by */

const NUMBER = /^[+-]?(\d+)?(?:(\.)(\d*))?(?:[eE]([+-]?\d+))?$/
const BETWEEN = /\s*[,;]\s*|\s+/
const AS_JSON = new Set(['json', 'number', 'boolean'])
const BOOLEANS = new Map([['true', true], ['on', true], ['false', false]])
/** What a blank input is, by its mark. @type {Map<string | undefined, any>} */
const EMPTY = new Map(Object.entries(/** @type {Record<string, any>} */ ({ string: '', list: [], options: [], boolean: false })))
/** Inputs whose blanks are text. */
const TEXTS = new Set(['text', 'textarea', 'code', 'markdown', 'hidden', 'autocomplete'])
const UPLOADS = new Set(['file', 'image', 'audio'])

/** @type {Map<string, (texts: Map<string, string[]>, filled: Filled) => any>} */
const READ = new Map(Object.entries(/** @type {Record<string, (texts: Map<string, string[]>, filled: Filled) => any>} */ ({
    number: texts => numberOr(text(texts)),
    slider: texts => texts.has('/0') ? numbers(texts, '/0', '/1') : numberOr(text(texts)),
    select: choice,
    radio: choice,
    multiselect: (texts, { typed }) => list((texts.get('') ?? []).map(chosen => typed ? json(chosen) : chosen)),
    checkbox: boolean,
    toggle: boolean,
    date_range: texts => list(['/0', '/1'].map(part => text(texts, part).trim() ? text(texts, part) : ABSENT)),
    colour: texts => text(texts).trim(),
    json: texts => json(text(texts)),
    tags: texts => lines(texts).map(line => quoted(line.trim()) ?? line.trim()),
    map_point: texts => !text(texts, '/1').trim() && text(texts, '/0').includes(',')
        ? place(text(texts, '/0')) ?? ABSENT : numbers(texts, '/0', '/1'),
    map_bbox: (texts, { flat }) => {
        const edges = numbers(texts, '/0/0', '/0/1', '/1/0', '/1/1')
        return edges === ABSENT || flat ? edges : [edges.slice(0, 2), edges.slice(2)]
    },
    map_polygon: places,
    map_multipoint: places,
})))

/**
 * Returns the value that *filled* stands for; ABSENT where it is blank, or where it cannot be read.
 *
 * @param {Filled} filled
 */
export function valueOf(filled) {
    const { type, mark, texts } = filled
    const all = [...texts.values()].flat()
    if (mark === 'absent') return ABSENT
    if (mark === 'null') return null
    if (AS_JSON.has(mark ?? '') && all.some(Boolean)) {
        const value = json(text(texts))
        // A box that is ticked may say "on".
        if (value !== ABSENT || mark !== 'boolean' || type === 'autocomplete') return value
    }
    if (all.every(typed => typed === '')) return EMPTY.has(mark) ? EMPTY.get(mark) : ABSENT
    if (all.every(typed => !typed.trim()) && !TEXTS.has(type)) return ABSENT
    // No condition compares a file.
    if (UPLOADS.has(type)) return Symbol('file')
    // Of an input without a rule here the server tells whether its text is JSON.
    return (READ.get(type) ?? choice)(texts, filled)
}

/**
 * Tells whether the input at *at* is shown: all that it depends on, in turn, must hold.
 *
 * @param {Map<string, Rule>} rules by the pointer of the input, without a circle
 * @param {string} at
 * @param {(at: string) => any} value of the input there
 * @returns {boolean}
 */
export function shows(rules, at, value) {
    const rule = rules.get(at)
    return !rule || (equal(value(rule.at), rule.equals) && shows(rules, rule.at, value))
}

/**
 * Returns the number that a text spells, its digits kept, or null.
 *
 * @param {string} typed
 * @returns {number | bigint | null}
 */
export function number(typed) {
    const spelled = plainNumber(typed), match = NUMBER.exec(spelled)
    if (!match || (match[1] === undefined && !match[3])) return null
    if (match[2] === undefined && match[4] === undefined && match[1].length > 15) return BigInt(spelled.replace('+', ''))
    const value = Number(spelled)
    return Number.isFinite(value) ? value : null
}

/**
 * Returns a typed number as a message quotes it.
 *
 * @param {string} typed
 */
export const plainNumber = typed => typed.trim().replaceAll('\u2212', '-')

/**
 * Returns latitude and longitude as a text gives them, or null.
 *
 * @param {string} typed
 */
export function place(typed) {
    const parts = typed.trim().replace(/^[[\]()]+|[[\]()]+$/g, '').trim().split(BETWEEN).map(number)
    return parts.length === 2 && !parts.includes(null) ? parts : null
}

/**
 * @param {Map<string, string[]>} texts
 * @param {string} [part]
 */
const text = (texts, part = '') => texts.get(part)?.at(-1) ?? ''

/** @param {any[]} values */
const list = values => values.includes(ABSENT) ? ABSENT : values

/** @param {string} typed */
const numberOr = typed => number(typed) ?? ABSENT

/**
 * @param {Map<string, string[]>} texts
 * @param {string[]} parts
 */
const numbers = (texts, ...parts) => list(parts.map(part => numberOr(text(texts, part))))

/** @param {Map<string, string[]>} texts */
const lines = texts => (texts.get('') ?? []).join('\n').split('\n').filter(line => line.trim())

/** @param {Map<string, string[]>} texts */
function places(texts) {
    return list(lines(texts).map(line => place(line) ?? ABSENT))
}

/**
 * @param {Map<string, string[]>} texts
 * @param {Filled} filled
 */
function choice(texts, { typed }) {
    return typed ? json(text(texts)) : text(texts)
}

/**
 * Returns the text that a line is the JSON of, where that could not stand as it is: blank, padded, or of several lines.
 *
 * @param {string} line
 * @returns {string | null}
 */
function quoted(line) {
    const text = line.length > 1 && line.startsWith('"') && line.endsWith('"') ? json(line) : ABSENT
    if (typeof text !== 'string') return null
    const stands = text && text.trim() === text && !/[\0-\x08\x0a-\x1f\x7f-\x9f\p{Cs}\ufdd0-\ufdef\ufffe\uffff]/u.test(text) && quoted(text) === null
    return stands ? null : text
}

/** @param {Map<string, string[]>} texts */
function boolean(texts) {
    return BOOLEANS.has(text(texts)) ? BOOLEANS.get(text(texts)) : ABSENT
}

/** @param {string} typed */
function json(typed) {
    try {
        return parse(typed)
    } catch {
        return ABSENT
    }
}
