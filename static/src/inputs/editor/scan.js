// Positions of the values of a JSON text, and plain words for what is wrong where it is no JSON: as the server says it.
import { gettext, ngettext } from '../../words.js'

/** As much as the server reads. */
const MAX_DEPTH = 256, MAX_DIGITS = 4000

const SPACE = '[ \\t\\n\\r]*'
const OPEN_STRING = '"[^"\\\\\\x00-\\x1f]*(?:\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\\\\x00-\\x1f]*)*', STRING = `${OPEN_STRING}"`
const NUMBER = '-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+\\-]?[0-9]+)?'
const AFTER = '(?![\\p{L}\\p{N}_.+\\-])'
/** @param {string} source */
const at = source => new RegExp(source, 'yu')
const VALUE = at(`${SPACE}(${STRING}|(?:${NUMBER}|true|false|null)${AFTER}|[{[])`)
const KEY = at(`${SPACE}(${STRING})${SPACE}:`)
const COMMA = at(`${SPACE},(?!${SPACE}[}\\]])`)
const CLOSE = { '{': at(`${SPACE}\\}`), '[': at(`${SPACE}\\]`) }
const BLANK = at(SPACE), WHOLE_STRING = at(STRING)
const STRING_START = at(OPEN_STRING)
const PIECE = /"[^"\n]{0,38}"|[\p{L}\p{N}_.+-]{1,40}|./suy

/** @typedef {[pattern: RegExp, message: string][]} Known */

/** What people write instead of JSON, and what to say of it: wherever it stands, @type {() => Known} */
const anywhere = () => [
    [/\/\/|\/\*|#/y, gettext('a comment is not JSON: remove it')],
    [/'/y, gettext('single quotes: JSON strings use double quotes')],
    [/[\u2018-\u201f\xab\xbb]/y, gettext('curly quotes: JSON strings use straight double quotes')],
]
/** in place of a value, @type {() => Known} */
const forValue = () => [
    [/True\b/y, gettext('True is not JSON: write true')],
    [/False\b/y, gettext('False is not JSON: write false')],
    [/(?:None|undefined|nil|NULL|Null)\b/y, gettext('{found} is not JSON: write null')],
    [/(?:NaN|-?Infinity)\b/y, gettext('{number} is not JSON: a number must be finite').replace('{number}', '{found}')],
    [/[+-]?\.?[0-9][\p{L}\p{N}_.+-]{0,40}/uy, gettext('{found} is not a number as JSON writes it')],
    [/[\p{L}_][\p{L}\p{N}_$-]{0,40}/uy, gettext('text needs double quotes: write "{found}"')],
]
/** of a key, @type {() => Known} */
const forKey = () => [[/[\p{L}\p{N}_$.-]{1,40}/uy, gettext('a key needs double quotes: write "{found}"')]]
/** and after a value. @type {() => Known} */
const forComma = () => [[at(`,${SPACE}[}\\]]`), gettext('a trailing comma: remove it')]]

/**
 * @typedef {object} Place
 * @property {number} from
 * @property {number} to
 * @property {{from: number, to: number}} [key]
 * @property {Map<string, Place>} [parts]
 */

/** @typedef {{message: string, from: number}} Fault */

class FaultError extends Error {
    /**
     * @param {string} message
     * @param {number} from
     */
    constructor(message, from) {
        super(message)
        this.from = from
    }
}

/**
 * Returns the places of the values of a JSON text, or what is wrong with it.
 *
 * @param {string} text
 * @returns {{root: Place} | {fault: Fault}}
 */
export function scan(text) {
    try {
        return { root: new Scan(text).root }
    } catch (error) {
        if (error instanceof FaultError) return { fault: { message: error.message, from: error.from } }
        throw error
    }
}

/**
 * Returns the nearest place there is on the way to *tokens*, and the tokens that are left.
 *
 * @param {Place} root
 * @param {string[]} tokens
 */
export function nearest(root, tokens) {
    let place = root, count = 0
    for (const token of tokens) {
        const next = place.parts?.get(token)
        if (!next) break
        place = next
        count += 1
    }
    return { place, rest: tokens.slice(count) }
}

class Scan {
    #at = 0
    #depth = 0

    /** @param {string} text */
    constructor(text) {
        this.text = text
        this.root = this.#value()
        this.#matched(BLANK)
        if (this.#at < text.length) throw this.#fault(gettext('the end of the text'), forComma())
    }

    /** @param {RegExp} pattern */
    #matched(pattern) {
        pattern.lastIndex = this.#at
        const match = pattern.exec(this.text)
        if (match) this.#at = pattern.lastIndex
        return match
    }

    /** @returns {Place} */
    #value() {
        const match = this.#matched(VALUE)
        if (!match) throw this.#fault(gettext('a value'), forValue())
        const [, token] = match, from = this.#at - token.length
        if (token === '{' || token === '[') return this.#nested(from, token)
        if (token[0] === '-' || (token[0] >= '0' && token[0] <= '9')) checkNumber(token, from)
        return { from, to: this.#at }
    }

    /**
     * @param {number} from
     * @param {'{' | '['} opening
     * @returns {Place}
     */
    #nested(from, opening) {
        if (this.#depth === MAX_DEPTH) throw new FaultError(ngettext('nested deeper than {limit} level', 'nested deeper than {limit} levels', MAX_DEPTH, { limit: MAX_DEPTH }), from)
        /** @type {Map<string, Place>} */
        const parts = new Map()
        this.#depth += 1
        if (!this.#matched(CLOSE[opening]))
            do {
                const name = opening === '{' ? this.#key() : { token: String(parts.size), key: undefined }
                parts.set(name.token, { ...this.#value(), key: name.key })
            } while (!this.#ended(from, opening))
        this.#depth -= 1
        return { from, to: this.#at, parts }
    }

    #key() {
        const match = this.#matched(KEY)
        if (!match) throw this.#keyFault()
        const from = this.#at - match[0].length + match[0].indexOf('"')
        return { token: /** @type {string} */ (JSON.parse(match[1])), key: { from, to: from + match[1].length } }
    }

    /**
     * @param {number} from
     * @param {'{' | '['} opening
     */
    #ended(from, opening) {
        if (this.#matched(COMMA)) return false
        if (this.#matched(CLOSE[opening])) return true
        this.#matched(BLANK)
        const lines = this.text.slice(from, this.#at).includes('\n')
        const open = lines ? { opening, line: this.text.slice(0, from).split('\n').length } : null
        throw this.#fault(gettext('a comma or {closing}', { closing: opening === '{' ? '}' : ']' }), forComma(), open)
    }

    #keyFault() {
        this.#matched(BLANK)
        return this.#matched(WHOLE_STRING) ? this.#fault(gettext('a colon after the key'), []) : this.#fault(gettext('a key in double quotes'), forKey())
    }

    /**
     * @param {string} expected
     * @param {Known} known
     * @param {{opening: string, line: number} | null} [open] what is not closed yet, from another line on
     */
    #fault(expected, known, open = null) {
        this.#matched(BLANK)
        const { text } = this, from = this.#at
        if (from === text.length)
            return new FaultError(!text.trim() ? gettext('the text is empty')
                : open ? gettext('expected {expected}, but the text ends (the {opening} is in line {line})', { expected, ...open })
                    : gettext('expected {expected}, but the text ends', { expected }), from)
        WHOLE_STRING.lastIndex = from
        if (text[from] === '"' && !WHOLE_STRING.test(text)) return stringFault(text, from)
        for (const [pattern, message] of [...anywhere(), ...known]) {
            pattern.lastIndex = from
            const [found] = pattern.exec(text) ?? []
            if (found) return new FaultError(message.replace('{found}', () => found), from)
        }
        const params = { expected, found: shown(text, from), ...open }
        return new FaultError(open ? gettext('expected {expected}, found {found} (the {opening} is in line {line})', params)
            : gettext('expected {expected}, found {found}', params), from)
    }
}

/**
 * @param {string} token
 * @param {number} from
 */
function checkNumber(token, from) {
    if (!Number.isFinite(Number(token)) && /[.eE]/.test(token)) throw new FaultError(gettext('{number} is too large for a number', { number: token.slice(0, 40) }), from)
    if (token.length > MAX_DIGITS && /^-?\d+$/.test(token))
        throw new FaultError(gettext('a number of {length} digits is too long; at most {limit}', { length: token.length, limit: MAX_DIGITS }), from)
}

/**
 * @param {string} text
 * @param {number} start
 */
function stringFault(text, start) {
    STRING_START.lastIndex = start
    const end = start + (STRING_START.exec(text)?.[0].length ?? 0), wrong = text.slice(end, end + 2)
    if (wrong === '' || wrong === '\\') return new FaultError(gettext('a string is not closed'), start)
    if ('\r\n'.includes(wrong[0]))
        return new FaultError(gettext('a string is not closed where its line ends; a line break inside is written \\n'), start)
    if (wrong === '\\u') return new FaultError(gettext('expected four hexadecimal digits after \\u'), end)
    if (wrong[0] === '\\') return new FaultError(gettext('\\{found} is no escape: a backslash is written \\\\', { found: shown(text, end + 1, 1) }), end)
    return new FaultError(gettext('a control character stands in a string: write \\u{code_point}', { code_point: wrong.charCodeAt(0).toString(16).padStart(4, '0') }), end)
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number} [most]
 */
function shown(text, from, most) {
    PIECE.lastIndex = from
    const piece = [...PIECE.exec(text)?.[0] ?? ''].slice(0, most).join('')
    const [first = ''] = piece
    return /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(piece)
        ? gettext('the character U+{code_point}', { code_point: (first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0') }) : piece
}
