// Requests to the server and their answers.
import { LostError, ask, isResult, post, streams } from './requests.js'
import { tokenHeader } from './token.js'

export { LostError, ask, post, streams }

/**
 * Asks for the inside of the result in *section*; its ids begin as those of the form beside it.
 * Throws LostError where nothing answers, or somebody else.
 *
 * @param {string} address
 * @param {Element} section
 * @param {AbortSignal} [signal]
 */
export async function askResult(address, section, signal) {
    const prefix = section.closest('.cols')?.querySelector('input[name="id-prefix"]')?.getAttribute('value') ?? ''
    const answer = await ask(address, { headers: { 'Accept': 'text/html', 'Webform-Fragment': 'result', 'Webform-Id-Prefix': prefix }, signal })
    if (answer.ok && !isResult(answer)) throw new LostError()
    return answer
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

/**
 * Tells whether what was asked for is no more; after any other failure it is asked for again.
 *
 * @param {{status: number}} answer
 */
export const isGone = ({ status }) => status === 404 || status === 410

/** Returns a key by which the server knows a post that comes twice. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), value => value.toString(16).padStart(8, '0')).join('')
