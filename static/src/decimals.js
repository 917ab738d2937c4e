// Decimal numbers as people mean them: 0.1 + 0.2 is 0.3.

/** @typedef {{units: bigint, places: number}} Decimal units of 10^-places */

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

/**
 * Reads the text of a decimal number, or returns null.
 *
 * @param {string} text
 * @returns {Decimal | null}
 */
export function decimal(text) {
    const match = DECIMAL.exec(text.trim().replaceAll('\u2212', '-'))
    if (!match || !(match[2] || match[3])) return null
    const [, sign, whole, fraction = '', exponent = '0'] = match
    const places = fraction.length - Number(exponent)
    return scaled({ units: BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), places }, Math.max(places, 0))
}

/**
 * Returns *base* and *times* steps more.
 *
 * @param {Decimal} base
 * @param {Decimal} step
 * @param {number | bigint} times
 */
export function stepped(base, step, times) {
    const places = Math.max(base.places, step.places)
    return { units: scaled(base, places).units + scaled(step, places).units * BigInt(times), places }
}

/**
 * Returns a number below, at or above 0, as *a* is below, at or above *b*.
 *
 * @param {Decimal} a
 * @param {Decimal} b
 */
export function compare(a, b) {
    const places = Math.max(a.places, b.places), apart = scaled(a, places).units - scaled(b, places).units
    return apart < 0n ? -1 : apart > 0n ? 1 : 0
}

/**
 * Writes a decimal number, without zeros that say nothing.
 *
 * @param {Decimal} number
 */
export function written({ units, places }) {
    const digits = String(units < 0n ? -units : units).padStart(places + 1, '0'), point = digits.length - places
    const fraction = digits.slice(point).replace(/0+$/, '')
    return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction && '.' + fraction}`
}

/**
 * @param {Decimal} number
 * @param {number} places at least those it has
 */
const scaled = (number, places) => ({ units: number.units * 10n ** BigInt(places - number.places), places })
