// Problems of the server beside those of the browser, so that one press of Run lists all of them.

/** @typedef {import('./problems.js').Problem} Problem */

/** Milliseconds that people wait for the server. */
const PATIENCE = 1500
/** Bytes from which a file is not sent to be checked: it is with the run. */
const LARGE = 500_000

/**
 * Returns *found* and what the server finds besides; *found* alone where it does not answer in time.
 *
 * @param {HTMLFormElement} form
 * @param {Problem[]} found
 * @param {Tools} tools
 * @returns {Promise<Problem[]>}
 */
export default async function merge(form, found, { ask, read }) {
    const data = new FormData(form), places = found.map(({ at }) => at)
    for (const [name, value] of /** @type {[string, any][]} */ ([...data])) {
        if (!(value.size > LARGE)) continue
        data.delete(name)
        places.push(read(name)?.pointer ?? '')
    }
    const answer = await ask(form.action.replace(/run$/, 'check'), {
        method: 'POST', body: data, headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(PATIENCE),
    })
    const { problems } = answer.ok ? await answer.json() : { problems: [] }
    // Of a place that both look at, the browser knows what is half typed.
    return [...found, ...problems.filter((/** @type {Problem} */ { at }) => !places.some(place => within(at, place) || at && within(place, at)))]
}

/**
 * @param {string} at
 * @param {string} place
 */
const within = (at, place) => at === place || at.startsWith(`${place}/`)
