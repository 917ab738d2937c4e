// Requests of the form, answered through the host: by the MCP server that drew it, or within the document.
import { parse } from '../json.js'
import { answerAlone } from './alone.js'
import { tooLong } from './digits.js'
import { askServer } from './served.js'
import { HostError, object } from './host.js'
import { shownResult } from './shown.js'
import { app } from './state.js'
import { gettext } from '../words.js'

/** There is nobody to answer. */
export class LostError extends Error {}

/** A host sends no streams. */
export const streams = false

/** Nothing answers in the place of a host. */
export const isResult = () => true

const RUN = 'webform/run', KEY = 'webform/key', JSON_TYPE = 'application/json'

/** The results that the host gave, and that no server draws, by their addresses. @type {Map<string, any>} */
const results = new Map()

/**
 * Runs the tool with a form, through the host: its answer is as that of the server that the page of a tool has.
 *
 * @param {string} address
 * @param {FormData} data
 * @param {{headers: Record<string, string>, signal: AbortSignal, sent: (part: number, bytes: number) => void}} options
 */
export async function post(address, data, { headers, signal }) {
    if (!app.host.capabilities.serverTools) return refused(gettext('This app lets forms call no tools.'))
    const place = pathOf(address), made = await ask(place.replace(/run$/, 'body'), { method: 'POST', body: data, headers: { Accept: JSON_TYPE }, signal })
    const text = await made.text()
    if (!made.ok) return { status: made.status, text, location: '' }
    const problems = tooLong(parse(text).body)
    if (problems.length) return { status: 422, text: JSON.stringify({ problems }), location: '' }
    const { body } = JSON.parse(text), key = headers['Idempotency-Key']
    const call = app.host.request('tools/call', { name: app.tool, arguments: body, _meta: { [KEY]: key } }, signal)
        .then(result => taken(result), error => {
            if (error instanceof HostError) return refused(error.message || gettext('The app did not call the tool.'))
            throw error
        })
    return Promise.race([call, begun(place, key, signal)])
}

/**
 * Returns the answer to a run once the server says that it has begun; else it never returns.
 *
 * @param {string} place
 * @param {string} key
 * @param {AbortSignal} signal
 * @returns {Promise<{status: number, text: string, location: string}>}
 */
async function begun(place, key, signal) {
    const never = new Promise(() => {})
    while (app.gateway && !signal.aborted) {
        const answer = await ask(place.replace(/run$/, `started?key=${encodeURIComponent(key)}`), { signal }).catch(() => null)
        const found = answer?.ok ? await answer.json() : null
        if (!found) break
        if (found.run) return { status: 202, text: '{}', location: found.run }
    }
    return never
}

/**
 * Returns what a result finds wrong with what was filled in.
 *
 * @param {any} result
 * @returns {import('../problems.js').Problem[]}
 */
export function problemsIn(result) {
    const problems = result.isError ? object(result.structuredContent).problems : null
    return Array.isArray(problems) ? problems.filter(problem => typeof problem?.at === 'string' && typeof problem.message === 'string') : []
}

/**
 * Returns the answer to a run by what the tool came to: problems with what was filled in, or where the result is.
 *
 * @param {any} result
 */
function taken(result) {
    const problems = problemsIn(result)
    if (problems.length) return { status: 422, text: JSON.stringify({ problems }), location: '' }
    return { status: 202, text: '{}', location: placeOf(result) }
}

/**
 * Returns the address of a result: that of its run, where our server has that; else one of this document.
 *
 * @param {any} result
 */
export function placeOf(result) {
    const run = object(result._meta)[RUN]
    if (app.gateway && typeof run === 'string' && /^\/runs\/[\w-]{1,100}$/.test(run)) return run
    const place = `/results/${results.size + 1}`
    results.set(place, result)
    return place
}

/** @param {string} message */
const refused = message => ({ status: 403, text: JSON.stringify({ error: { message } }), location: '' })

/**
 * Asks for what *address* has; throws LostError where nothing answers.
 *
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function ask(address, { method = 'GET', body, headers = {}, signal } = {}) {
    const path = pathOf(address), result = results.get(path.replace(/\?.*$/, '')), data = body instanceof FormData ? body : new FormData()
    if (result) return shownResult(result, headers)
    if (!app.gateway) return answerAlone(path, data)
    try {
        return await askServer({ method, path, headers: { ...headers, 'Accept-Language': document.documentElement.lang } }, method === 'POST' ? data : null, signal ?? undefined)
    } catch (error) {
        if (signal?.aborted) throw error
        throw new LostError()
    }
}

/**
 * Returns the path of an address, as our server knows it: the host's own address is nobody's business.
 *
 * @param {string} address
 */
function pathOf(address) {
    const { pathname, search } = new URL(address, 'http://localhost')
    return pathname + search
}
