// JSON with its digits: long integers stay what they are.

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
