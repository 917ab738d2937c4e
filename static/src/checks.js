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
const EXAMPLES = new Map([['date', 'a date, e.g. 2026-01-31'], ['date_range', 'a date, e.g. 2026-01-31'],
    ['time', 'a time, e.g. 09:30'], ['datetime', 'a date and time, e.g. 2026-01-31T09:30']])

/** What to do about a required input that is empty, where there is nothing to type. */
const EMPTY = new Map(/** @type {[string, string][]} */ ([...['file', 'image', 'audio'].map(type => [type, 'Choose a file']),
    ...['select', 'radio', 'multiselect'].map(type => [type, 'Choose an option'])]))

/** What is said of a secret, which is not quoted. */
const PLAIN = new Map([['number', 'Enter a number'], ['date', 'Enter a date, e.g. 2026-01-31']])
const OTHER = 'Not valid (the value is hidden because it may be a secret)'

/** @type {Map<string, (filled: Filled, wanted: Wanted) => (Fault | null | undefined)[]>} */
const CHECK = new Map(Object.entries({
    text: length,
    textarea: length,
    number: ({ texts }, wanted) => [checkNumber(texts, '', 'a number', wanted)],
    slider: checkSlider,
    date: ({ texts }, wanted) => [checkDate(texts, '', wanted)],
    date_range: checkPeriod,
    colour: ({ texts }) => [COLOUR.test(one(texts).trim()) ? null
        : fault('', 'Enter a colour, e.g. #5563d1')],
    map_point: checkPoint,
    map_bbox: ({ texts }) => [
        degrees(texts, '/0/0', 'a latitude for the south edge', 90), degrees(texts, '/0/1', 'a longitude for the west edge', 180),
        degrees(texts, '/1/0', 'a latitude for the north edge', 90), degrees(texts, '/1/1', 'a longitude for the east edge', 180),
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
    if (wanted.halfTyped) return [fault('', `Enter ${EXAMPLES.get(filled.type) ?? 'a date or time'}`)]
    if (all.every(each => !each.trim()))
        return wanted.required && valueOf(filled) === ABSENT ? [fault('', EMPTY.get(filled.type) ?? 'Required')] : []
    const found = filled.mark === 'json' || wanted.loose ? [] : CHECK.get(filled.type)?.(filled, wanted) ?? []
    return found.filter(each => each != null).map(each => wanted.secret ? { ...each, message: PLAIN.get(filled.type) ?? OTHER } : each)
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
        return fault(part, `${typed.slice(0, 40)} is too large for a number`)
    if (value === null) return fault(part, `Enter ${words}`)
    if (min !== undefined && value < Number(min)) return fault(part, `Must be ${min} or more`)
    if (max !== undefined && value > Number(max)) return fault(part, `Must be ${max} or less`)
    if (above !== undefined && value <= Number(above)) return fault(part, `Must be more than ${above}`)
    if (below !== undefined && value >= Number(below)) return fault(part, `Must be less than ${below}`)
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
    const found = [checkNumber(texts, '/0', 'a number for the low end', wanted), checkNumber(texts, '/1', 'a number for the high end', wanted)]
    const [low, high] = [one(texts, '/0'), one(texts, '/1')].map(plainNumber)
    const crossed = !found.some(Boolean) && (number(low) ?? 0) > (number(high) ?? 0)
    return crossed ? [fault('', 'The low end is above the high end')] : found
}

/**
 * @param {Map<string, string[]>} texts
 * @param {string} part
 * @param {Wanted} bounds
 */
function checkDate(texts, part, { min, max }) {
    const typed = one(texts, part)
    if (!isDate(typed)) return fault(part, 'Enter a date, e.g. 2026-01-31')
    if (min && typed < min) return fault(part, `Must be ${min} or later`)
    if (max && typed > max) return fault(part, `Must be ${max} or earlier`)
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
    if (!from.trim()) return [fault('/0', 'Enter the start date')]
    if (!to.trim()) return [fault('/1', 'Enter the end date')]
    const found = [checkDate(texts, '/0', {}), checkDate(texts, '/1', {})]
    const ended = !found.some(Boolean) && from > to
    return ended ? [fault('/1', 'The end date is before the start date')] : found
}

/** @param {Filled} filled */
function checkPlaces({ texts }) {
    return one(texts).split('\n').map((line, index) => !line.trim() || place(line) ? null
        : fault('', `Line ${index + 1}: enter latitude, longitude, e.g. 51.5, -0.1`))
}

/**
 * @param {Filled} filled
 * @param {Wanted} wanted
 */
function length({ texts }, { maxLength }) {
    // Characters, not the halves of which some are made.
    const found = [...one(texts)].length
    return maxLength !== undefined && found > maxLength
        ? [fault('', `Use ${maxLength} ${maxLength === 1 ? 'character' : 'characters'} or fewer (${found} now)`)] : []
}
