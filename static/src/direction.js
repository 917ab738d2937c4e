// Arrow keys in languages that are written from right to left.

/** @type {Record<string, string>} */
const OTHER = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * Returns *key* as it is meant in *element*: in Arabic the left arrow goes on.
 *
 * @param {string} key
 * @param {Element} element
 */
export const mirrored = (key, element) => getComputedStyle(element).direction === 'rtl' && OTHER[key] || key
