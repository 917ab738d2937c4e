// What is wrong with what was filled in, as far as a browser can tell; the server has the last word, in the same words.
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
const EXAMPLES = new Map([['date', 'a date as 2026-01-31'], ['date_range', 'a date as 2026-01-31'],
    ['time', 'a time as 09:30'], ['datetime', 'a day and a time as 2026-01-31T09:30']])

/** What is said of a secret, which is not quoted. */
const PLAIN = new Map([['number', 'expected a number'], ['date', 'expected a date, such as 2026-01-31']])
const OTHER = 'something else is expected here; what was found is not shown, since it may be secret'

/** @type {Map<string, (filled: Filled, wanted: Wanted) => (Fault | null | undefined)[]>} */
const CHECK = new Map(Object.entries({
    text: length,
    textarea: length,
    number: ({ texts }, wanted) => [checkNumber(texts, '', 'a number', wanted)],
    slider: checkSlider,
    date: ({ texts }, wanted) => [checkDate(texts, '', wanted)],
    date_range: checkPeriod,
    colour: ({ texts }) => [COLOUR.test(one(texts).trim()) ? null
        : fault('', `expected a colour as #5563d1, not ${brief(one(texts))}`)],
    map_point: checkPoint,
    map_bbox: ({ texts }) => [
        degrees(texts, '/0/0', 'the south edge, a latitude', 90), degrees(texts, '/0/1', 'the west edge, a longitude', 180),
        degrees(texts, '/1/0', 'the north edge, a latitude', 90), degrees(texts, '/1/1', 'the east edge, a longitude', 180),
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
    if (wanted.halfTyped) return [fault('', `expected ${EXAMPLES.get(filled.type) ?? 'a date or time'}`)]
    if (all.every(each => !each.trim()))
        return wanted.required && valueOf(filled) === ABSENT ? [fault('', 'this is required; fill it in')] : []
    const found = filled.mark === 'json' || wanted.loose ? [] : CHECK.get(filled.type)?.(filled, wanted) ?? []
    return found.filter(each => each != null).map(each => wanted.secret ? { ...each, message: PLAIN.get(filled.type) ?? OTHER } : each)
}

/**
 * Quotes a text in a message, short enough and on one line.
 *
 * @param {string} text
 */
export function brief(text) {
    const quoted = JSON.stringify(text.slice(0, 60))
    return quoted.length > 60 ? quoted.slice(0, 59) + '…' : quoted
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
 * @param {string} words
 * @param {Wanted} bounds
 */
function checkNumber(texts, part, words, { min, max, above, below }) {
    const typed = plainNumber(one(texts, part)), value = number(typed)
    if (value === null && /\d/.test(typed) && Math.abs(Number(typed)) === Infinity)
        return fault(part, `expected ${words}: ${typed.slice(0, 40)} is too large for a number`)
    if (value === null) return fault(part, `expected ${words}, not ${brief(typed)}`)
    const shown = typed.replace(/^\+/, '')
    if (min !== undefined && value < Number(min)) return fault(part, `expected ${min} or more, not ${shown}`)
    if (max !== undefined && value > Number(max)) return fault(part, `expected ${max} or less, not ${shown}`)
    if (above !== undefined && value <= Number(above)) return fault(part, `expected more than ${above}, not ${shown}`)
    if (below !== undefined && value >= Number(below)) return fault(part, `expected less than ${below}, not ${shown}`)
    return null
}

/** @param {Filled} filled */
function checkPoint({ texts }) {
    // The latitude comes first on the page, wherever its value stands.
    const [latitude = '', longitude = ''] = texts.keys()
    return !one(texts, longitude).trim() && place(one(texts, latitude)) ? []
        : [degrees(texts, latitude, 'a latitude', 90), degrees(texts, longitude, 'a longitude', 180)]
}

/**
 * @param {Map<string, string[]>} texts
 * @param {string} part
 * @param {string} words
 * @param {number} most
 */
const degrees = (texts, part, words, most) => checkNumber(texts, part, words, { min: `-${most}`, max: `${most}` })

/**
 * @param {Filled} filled
 * @param {Wanted} wanted
 */
function checkSlider({ texts }, wanted) {
    if (!texts.has('/0')) return [checkNumber(texts, '', 'a number', wanted)]
    const found = [checkNumber(texts, '/0', 'the low end, a number', wanted), checkNumber(texts, '/1', 'the high end, a number', wanted)]
    const [low, high] = [one(texts, '/0'), one(texts, '/1')].map(plainNumber)
    const crossed = !found.some(Boolean) && (number(low) ?? 0) > (number(high) ?? 0)
    return crossed ? [fault('', `expected the low end first, not ${low} above ${high}`)] : found
}

/**
 * @param {Map<string, string[]>} texts
 * @param {string} part
 * @param {Wanted} bounds
 */
function checkDate(texts, part, { min, max }) {
    const typed = one(texts, part)
    if (!isDate(typed)) return fault(part, `expected a date as 2026-01-31, not ${brief(typed)}`)
    if (min && typed < min) return fault(part, `expected ${min} or later, not ${typed}`)
    if (max && typed > max) return fault(part, `expected ${max} or earlier, not ${typed}`)
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
    if (!from.trim()) return [fault('/0', 'expected the first day too')]
    if (!to.trim()) return [fault('/1', 'expected the last day too')]
    const found = [checkDate(texts, '/0', {}), checkDate(texts, '/1', {})]
    const ended = !found.some(Boolean) && from > to
    return ended ? [fault('/1', `expected ${from} or later, not ${to}: the range ends before it begins`)] : found
}

/** @param {Filled} filled */
function checkPlaces({ texts }) {
    return one(texts).split('\n').map((line, index) => !line.trim() || place(line) ? null
        : fault('', `line ${index + 1}: expected latitude, longitude as 51.5, -0.1, not ${brief(line)}`))
}

/**
 * @param {Filled} filled
 * @param {Wanted} wanted
 */
function length({ texts }, { maxLength }) {
    // Characters, not the halves of which some are made.
    const found = [...one(texts)].length
    return maxLength !== undefined && found > maxLength
        ? [fault('', `expected at most ${maxLength} ${maxLength === 1 ? 'character' : 'characters'}, not ${found}`)] : []
}
