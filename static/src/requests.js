// Requests to the server, over the network. In a host of MCP Apps mcp_app/requests.js stands in its place.

/** The server was not reached, or its answer never came. */
export class LostError extends Error {}

/** Whether what a run tells comes as a stream. */
export const streams = true

/**
 * Tells whether an answer is the inside of a result: what stands before the server may answer in its place.
 *
 * @param {Response} answer
 */
export const isResult = answer => answer.headers.has('Webform-State')

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} text
 * @property {string} location where what was made is, if anything was
 */

/**
 * Posts a form, and tells how far it is; throws LostError, or the abort's own error.
 *
 * @param {string} address
 * @param {FormData} data
 * @param {{headers: Record<string, string>, signal: AbortSignal, sent: (part: number, bytes: number) => void}} options
 * @returns {Promise<Answer>}
 */
export function post(address, data, { headers, signal, sent }) {
    // Only this older way tells how much of an upload is sent.
    const request = new XMLHttpRequest()
    return new Promise((done, fail) => {
        request.open('POST', address)
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
        request.upload.onprogress = ({ loaded, total }) => sent(total ? loaded / total : 0, total)
        request.onload = () => done({
            status: request.status, text: request.responseText, location: request.getResponseHeader('Location') ?? '',
        })
        request.onerror = () => fail(new LostError())
        request.onabort = () => fail(signal.reason)
        signal.addEventListener('abort', () => request.abort())
        request.send(data)
    })
}

/**
 * Asks for what *address* has; throws LostError where nothing answers.
 *
 * @param {string} address
 * @param {RequestInit} [options]
 */
export async function ask(address, options) {
    try {
        return await fetch(address, { cache: 'no-store', ...options })
    } catch (error) {
        if (options?.signal?.aborted) throw error
        throw new LostError()
    }
}
