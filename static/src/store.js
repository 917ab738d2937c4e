// What this browser keeps for a tool. It may refuse: then nothing is kept, and nothing is lost but that.

/**
 * Returns the name under which something is kept for the tool of a form.
 *
 * @param {string} word
 * @param {string} action the address that the form is sent to
 */
export const placeFor = (word, action) => `webform:${word}:${new URL(action, location.href).pathname.replace(/\/[^/]*$/, '')}`

/**
 * @param {string} place
 * @returns {any} what is kept there, or null
 */
export function kept(place) {
    try {
        return JSON.parse(localStorage.getItem(place) ?? 'null')
    } catch {
        return null
    }
}

/**
 * Keeps *value*; null is nothing.
 *
 * @param {string} place
 * @param {any} value
 */
export function keep(place, value) {
    try {
        if (value === null) localStorage.removeItem(place)
        else localStorage.setItem(place, JSON.stringify(value))
    } catch { /* Full, or forbidden in somebody else's page. */ }
}
