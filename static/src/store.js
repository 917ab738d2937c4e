// Storage of this browser for a tool. It may refuse: then nothing is kept, and nothing is lost but that.

/** Where it is kept that nothing typed is to be kept. */
export const OFF = 'webform:keep-nothing'

/**
 * Returns the name under which something is kept for the tool of a form.
 *
 * @param {string} word
 * @param {string} action the address that the form is sent to
 */
export const placeFor = (word, action) => `webform:${word}:${new URL(action, location.href).pathname.replace(/\/[^/]*$/, '')}`

/** @typedef {'localStorage' | 'sessionStorage'} Home the second is of one tab */

/**
 * @param {string} place
 * @param {Home} [home]
 * @returns {any} what is kept there, or null
 */
export function kept(place, home = 'localStorage') {
    try {
        return JSON.parse(window[home].getItem(place) ?? 'null')
    } catch {
        return null
    }
}

/**
 * Keeps *value*; null is nothing.
 *
 * @param {string} place
 * @param {any} value
 * @param {Home} [home]
 */
export function keep(place, value, home = 'localStorage') {
    try {
        if (value === null) window[home].removeItem(place)
        else window[home].setItem(place, JSON.stringify(value))
    } catch { /* Full, or forbidden in somebody else's page. */ }
}

/** Forgets all that this browser keeps, of all tools. */
export function forgetAll() {
    for (const home of /** @type {Home[]} */ (['localStorage', 'sessionStorage'])) {
        try {
            for (const name of Object.keys(window[home])) if (name.startsWith('webform:')) window[home].removeItem(name)
        } catch { /* Where nothing may be kept, nothing is. */ }
    }
}

/** @typedef {{address: string, when: number, status: string}} Past a run of one's own */

/** What the name of a place of runs begins with. */
export const RUNS = 'webform:runs:'
/** Runs of one tool that are kept. */
export const MAX_RUNS = 20

/**
 * Returns the runs that are kept at a place, newest first.
 *
 * @param {string} place
 * @returns {Past[]}
 */
export function runsAt(place) {
    const found = kept(place)
    return Array.isArray(found) ? found.filter(isPast) : []
}

/**
 * Keeps the state of a run at a place; one that is not kept there is new, and must go on.
 *
 * @param {string} place
 * @param {string} address
 * @param {string} status
 */
export function keepRun(place, address, status) {
    const past = runsAt(place), known = past.find(run => run.address === address)
    if (known) known.status = status
    else if (['queued', 'running'].includes(status)) past.unshift({ address, when: Date.now(), status })
    keep(place, past.slice(0, MAX_RUNS))
}

/**
 * @param {any} found
 * @returns {found is Past}
 */
function isPast(found) {
    // What is stored may be anybody's: only addresses of this site become links.
    return typeof found?.address === 'string' && /^\/[^/\\]/.test(found.address)
        && typeof found.when === 'number' && typeof found.status === 'string'
}
