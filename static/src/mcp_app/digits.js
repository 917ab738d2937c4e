// Integers that no number of a browser holds: a host would round them.
import { gettext } from '../words.js'

/**
 * Returns a problem for each integer in a value that no host can pass on as it is; those of a list have one, at the list.
 *
 * @param {any} value
 * @param {string} [at] its own pointer
 * @returns {import('../problems.js').Problem[]}
 */
export function tooLong(value, at = '') {
    // On a page the rows of a list may be called by other numbers than in its value.
    const isLong = Array.isArray(value) ? value.some(part => tooLong(part).length) : typeof value === 'bigint' && String(Number(value)) !== String(value)
    if (isLong) return [{ at, message: gettext('This number has more digits than this app can pass on.') }]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return Object.entries(value).flatMap(([key, part]) => tooLong(part, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`))
}
