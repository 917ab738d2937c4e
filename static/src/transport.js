// Requests to the server and their answers.
import { tokenHeader } from './token.js'

/** The server was not reached, or its answer never came. */
export class LostError extends Error {}

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

/**
 * Asks for the inside of the result in *section*; its ids begin as those of the form beside it.
 *
 * @param {string} address
 * @param {Element} section
 * @param {AbortSignal} [signal]
 */
export function askResult(address, section, signal) {
    const prefix = section.closest('.cols')?.querySelector('input[name="id-prefix"]')?.getAttribute('value') ?? ''
    return ask(address, { headers: { 'Accept': 'text/html', 'Webform-Fragment': 'result', 'Webform-Id-Prefix': prefix }, signal })
}

/**
 * Returns the form that the server makes of *data*, not yet in the page.
 *
 * @param {string} address
 * @param {FormData} data
 * @returns {Promise<HTMLFormElement>}
 */
export async function formFrom(address, data) {
    const answer = await ask(address, { method: 'POST', body: data, headers: { 'Accept': 'text/html', 'Webform-Fragment': '#', ...data.has('token') ? {} : tokenHeader() } })
    const made = parsed(await answer.text()).querySelector('form[data-webform]')
    if (!(made instanceof HTMLFormElement)) throw new LostError()
    return made
}

/** @param {string} html */
export function parsed(html) {
    const template = document.createElement('template')
    template.innerHTML = html
    return template.content
}

/**
 * Reads an object out of a JSON text; an empty one where it is none.
 *
 * @param {string} text
 * @returns {Record<string, any>}
 */
export function object(text) {
    try {
        const value = JSON.parse(text)
        return typeof value === 'object' && value !== null ? value : {}
    } catch {
        return {}
    }
}

/** Returns a key by which the server knows a post that comes twice. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), value => value.toString(16).padStart(8, '0')).join('')
