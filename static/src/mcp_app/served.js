// Requests to the MCP server that drew the form: calls of its own tool for that, through the host.
import { base64, dataURL } from './files.js'
import { object } from './host.js'
import { app } from './state.js'

/** Media of a result that are fetched; a document may load none by its address. */
const MEDIA = 20
/** What a result holds that leads nowhere in a host: styles that are here, frames, pages and addresses of the server, its sign-ins. */
const NOWHERE = 'link, iframe, form[data-visitor], p:has(> a[href$="/use"]), .tabs > [href$="tab-code"], [id$="tab-code"]'

/**
 * Returns what our server answers; throws where that is nothing of the kind.
 *
 * @param {{method: string, path: string, headers: any}} asked
 * @param {FormData | null} data
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function askServer(asked, data, signal) {
    const entries = await Promise.all([...data ?? []].map(sendable))
    const result = await app.host.request('tools/call', { name: app.gateway, arguments: { ...asked, entries } }, signal)
    const { status, type, location, text, data: packed } = object(result.structuredContent)
    if (typeof status !== 'number' || status < 200 || status > 599) throw new TypeError('no answer of a server')
    const content = typeof packed === 'string' ? Uint8Array.from(atob(packed), letter => letter.charCodeAt(0))
        : String(type).startsWith('text/html') ? await selfContained(String(text)) : String(text ?? '')
    return new Response([204, 304].includes(status) ? null : content, { status, headers: { 'Content-Type': String(type), 'Location': String(location ?? '') } })
}

/**
 * Returns an entry of a form as JSON can have it.
 *
 * @param {[string, FormDataEntryValue]} entry
 */
async function sendable([name, value]) {
    return [name, typeof value === 'string' ? value : { name: value.name, type: value.type, data: await base64(value) }]
}

/**
 * Returns *html* of our server with all it would load in it.
 *
 * @param {string} html
 */
async function selfContained(html) {
    const template = document.createElement('template')
    template.innerHTML = html
    for (const element of template.content.querySelectorAll(NOWHERE)) element.remove()
    // In a frame of another site only a person moves the focus; scripts move it where they have to.
    for (const element of template.content.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus')
    const media = [...template.content.querySelectorAll('[src]')].filter(element => !element.getAttribute('src')?.startsWith('data:'))
    await Promise.all(media.map(async (element, index) => {
        const path = element.getAttribute('src') ?? ''
        element.removeAttribute('src')
        if (index >= MEDIA || !path.startsWith('/')) return
        const answer = await askServer({ method: 'GET', path, headers: {} }, null).catch(() => null)
        if (answer?.ok) element.setAttribute('src', await dataURL(await answer.blob()))
    }))
    return template.innerHTML
}
