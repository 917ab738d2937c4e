// JSON with its digits: long integers stay what they are, texts are laid out as they were written.

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Reads JSON; an integer that a number cannot hold becomes a BigInt. Throws a SyntaxError where it is none.
 *
 * @param {string} text
 * @returns {any}
 */
export const parse = text => JSON.parse(text, keepDigits)

/**
 * @param {string} _key
 * @param {any} value
 * @param {{source?: string}} [context] which browsers of some age do not give
 */
function keepDigits(_key, value, context) {
    if (typeof value !== 'number') return value
    if (!Number.isFinite(value)) throw new SyntaxError('too large for a number')
    const source = context?.source ?? ''
    return Number.isSafeInteger(value) || !/^-?\d+$/.test(source) ? value : BigInt(source)
}

/**
 * Tells whether two values are equal as JSON has it: 1 = 1.0, 1 is not true, the order of keys is nothing.
 *
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
export function equal(a, b) {
    // Of a BigInt and a number, == compares the exact values.
    if (isNumber(a) && isNumber(b)) return a == b
    if (!isNested(a) || !isNested(b)) return a === b
    const keys = Object.keys(a)
    return Array.isArray(a) === Array.isArray(b) && keys.length === Object.keys(b).length
        && keys.every(key => Object.hasOwn(b, key) && equal(a[key], b[key]))
}

/** @param {any} value */
const isNumber = value => typeof value === 'number' || typeof value === 'bigint'

/** @param {any} value */
const isNested = value => typeof value === 'object' && value !== null

/**
 * Lays out JSON text, a value a line, every number as it is written.
 *
 * @param {string} text
 */
export function pretty(text) {
    let out = '', depth = 0, before = ''
    for (const token of text.match(TOKEN) ?? []) {
        const opened = '{['.includes(before || ' '), closes = '}]'.includes(token)
        if (closes) depth -= 1
        if (closes ? !opened : opened || before === ',') out += '\n' + '  '.repeat(depth)
        out += token[0] === '"' ? JSON.stringify(JSON.parse(token)) : token === ':' ? ': ' : token
        if ('{['.includes(token)) depth += 1
        before = token
    }
    return out
}

/**
 * Returns the text of the member *name* of the object that *text* is, or null.
 *
 * @param {string} text
 * @param {string} name
 */
export function member(text, name) {
    let depth = 0, start = -1, before = ''
    for (const match of text.matchAll(TOKEN)) {
        const [token] = match
        if (start >= 0 && depth === 1 && ',}'.includes(token)) return text.slice(start, match.index).trim()
        if (depth === 1 && token === ':' && JSON.parse(before) === name) start = match.index + 1
        if ('{['.includes(token)) depth += 1
        if ('}]'.includes(token)) depth -= 1
        before = token
    }
    return null
}
