// Checks of values as far as a browser can make them; the server has the last word, in the same words.
import { sentence } from './sentence.js'
import { ABSENT, number, place, plainNumber, valueOf } from './values.js'

/** @typedef {import('./values.js').Filled} Filled */

/**
 * What an input asks for.
 *
 * @typedef {object} Wanted
 * @property {boolean} [required]
 * @property {string} [min] the least number or the first day
 * @property {string} [max]
 * @property {number} [maxLength] in characters
 * @property {string} [above] what a number must be more than
 * @property {string} [below]
 * @property {boolean} [loose] whether a text that is none of its type is fine
 * @property {boolean} [secret] whether what was typed is not quoted
 * @property {boolean} [halfTyped] whether a native control holds something that is no date or time yet
 */

/** @typedef {{part: string, message: string}} Fault the part is a pointer below the input */

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const COLOUR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i
const HALF_TYPED = new Map([['date', () => sentence('not-a-date')], ['date_range', () => sentence('not-a-date')], ['time', () => sentence('not-a-time')]])

/** What to do about a required input that is empty, where there is nothing to type. */
const EMPTY = new Map(/** @type {[string, () => string][]} */ ([...['file', 'image', 'audio'].map(type => [type, () => sentence('required.file')]),
    ...['select', 'radio', 'multiselect'].map(type => [type, () => sentence('required.choice')])]))

/** The sentences about secrets, which are not quoted. */
const SECRET = new Map([['number', () => sentence('not-a-number.secret')], ['date', () => sentence('not-a-date')]])

/** @type {Map<string, (filled: Filled, wanted: Wanted) => (Fault | null | undefined)[]>} */
const CHECK = new Map(Object.entries({
    text: length,
    textarea: length,
    number: ({ texts }, wanted) => [checkNumber(texts, '', sentence('number.any'), wanted)],
    slider: checkSlider,
    date: ({ texts }, wanted) => [checkDate(texts, '', wanted)],
    date_range: checkPeriod,
    colour: ({ texts }) => [COLOUR.test(one(texts).trim()) ? null
        : fault('', sentence('not-a-colour'))],
    map_point: checkPoint,
    map_bbox: ({ texts }) => [
        degrees(texts, '/0/0', sentence('number.south'), 90), degrees(texts, '/0/1', sentence('number.west'), 180),
        degrees(texts, '/1/0', sentence('number.north'), 90), degrees(texts, '/1/1', sentence('number.east'), 180),
    ],
    map_polygon: checkPlaces,
    map_multipoint: checkPlaces,
}))

/**
 * Returns what is wrong with an input.
 *
 * @param {Filled} filled
 * @param {Wanted} wanted
 * @returns {Fault[]}
 */
export function faults(filled, wanted) {
    const all = [...filled.texts.values()].flat()
    if (wanted.halfTyped) return [fault('', HALF_TYPED.get(filled.type)?.() ?? sentence('not-a-datetime'))]
    if (all.every(text => !text.trim()))
        return wanted.required && valueOf(filled) === ABSENT ? [fault('', EMPTY.get(filled.type)?.() ?? sentence('required'))] : []
    const found = filled.mark === 'json' || wanted.loose ? [] : CHECK.get(filled.type)?.(filled, wanted) ?? []
    return found.filter(problem => problem != null).map(problem => wanted.secret ? { ...problem, message: SECRET.get(filled.type)?.() ?? sentence('secret') } : problem)
}

/**
 * @param {string} part
 * @param {string} message
 * @returns {Fault}
 */
const fault = (part, message) => ({ part, message })

/**
 * @param {Map<string, string[]>} texts
 * @param {string} [part]
 */
const one = (texts, part = '') => texts.get(part)?.at(-1) ?? ''

/**
 * @param {Map<string, string[]>} texts
 * @param {string} part
 * @param {string} wanted
 * @param {Wanted} bounds
 */
function checkNumber(texts, part, wanted, { min, max, above, below }) {
    const typed = plainNumber(one(texts, part)), value = number(typed)
    if (value === null && /\d/.test(typed) && Math.abs(Number(typed)) === Infinity)
        return fault(part, sentence('json.too-large', { number: typed.slice(0, 40) }))
    if (value === null) return fault(part, sentence('not-a-number', { wanted }))
    if (min !== undefined && value < Number(min)) return fault(part, sentence('minimum', { limit: min }))
    if (max !== undefined && value > Number(max)) return fault(part, sentence('maximum', { limit: max }))
    if (above !== undefined && value <= Number(above)) return fault(part, sentence('exclusiveMinimum', { limit: above }))
    if (below !== undefined && value >= Number(below)) return fault(part, sentence('exclusiveMaximum', { limit: below }))
    return null
}

/** @param {Filled} filled */
function checkPoint({ texts }) {
    // The latitude comes first on the page, wherever its value stands.
    const [latitude = '', longitude = ''] = texts.keys()
    return !one(texts, longitude).trim() && place(one(texts, latitude)) ? []
        : [degrees(texts, latitude, sentence('number.latitude'), 90), degrees(texts, longitude, sentence('number.longitude'), 180)]
}

/**
 * @param {Map<string, string[]>} texts
 * @param {string} part
 * @param {string} wanted
 * @param {number} most
 */
const degrees = (texts, part, wanted, most) => checkNumber(texts, part, wanted, { min: `-${most}`, max: `${most}` })

/**
 * @param {Filled} filled
 * @param {Wanted} wanted
 */
function checkSlider({ texts }, wanted) {
    if (!texts.has('/0')) return [checkNumber(texts, '', sentence('number.any'), wanted)]
    const found = [checkNumber(texts, '/0', sentence('number.low'), wanted), checkNumber(texts, '/1', sentence('number.high'), wanted)]
    const [low, high] = [one(texts, '/0'), one(texts, '/1')].map(plainNumber)
    const crossed = !found.some(Boolean) && (number(low) ?? 0) > (number(high) ?? 0)
    return crossed ? [fault('', sentence('range-order'))] : found
}

/**
 * @param {Map<string, string[]>} texts
 * @param {string} part
 * @param {Wanted} bounds
 */
function checkDate(texts, part, { min, max }) {
    const typed = one(texts, part)
    if (!isDate(typed)) return fault(part, sentence('not-a-date'))
    if (min && typed < min) return fault(part, sentence('too-early', { limit: min }))
    if (max && typed > max) return fault(part, sentence('too-late', { limit: max }))
    return null
}

/** @param {string} text */
function isDate(text) {
    const [, year, month, day] = (DATE.exec(text) ?? []).map(Number)
    if (!year || !month || !day) return false
    const date = new Date(Date.UTC(2000, month - 1, day))
    date.setUTCFullYear(year, month - 1, day)
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** @param {Filled} filled */
function checkPeriod({ texts }) {
    const [from, to] = [one(texts, '/0'), one(texts, '/1')]
    if (!from.trim()) return [fault('/0', sentence('missing-date.start'))]
    if (!to.trim()) return [fault('/1', sentence('missing-date.end'))]
    const found = [checkDate(texts, '/0', {}), checkDate(texts, '/1', {})]
    const ended = !found.some(Boolean) && from > to
    return ended ? [fault('/1', sentence('range-order.dates'))] : found
}

/** @param {Filled} filled */
function checkPlaces({ texts }) {
    return one(texts).split('\n').map((line, index) => !line.trim() || place(line) ? null
        : fault('', sentence('not-a-place.line', { line: index + 1 })))
}

/**
 * @param {Filled} filled
 * @param {Wanted} wanted
 */
function length({ texts }, { maxLength }) {
    // Characters, not the halves of which some are made.
    const found = [...one(texts)].length
    return maxLength !== undefined && found > maxLength
        ? [fault('', sentence('maxLength', { limit: maxLength, length: found }))] : []
}
