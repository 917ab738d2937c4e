// What leads out of the document: links and downloads are the host's to open, and forms are sent by their scripts alone.
import { focusOn } from '../dom.js'
import { base64 } from './files.js'
import { app } from './state.js'

/** @typedef {(address: string) => Promise<Response>} Ask */

const OUT = ['https:', 'http:', 'mailto:']

/**
 * Has the host open what is clicked, and keeps the document where it is.
 *
 * @param {() => Promise<{ask: Ask, toast: (words: string) => void, refusal: string}>} load what is only needed then
 */
export function followLinks(load) {
    // A sandbox may allow no forms: then no submit is told of, either.
    HTMLFormElement.prototype.requestSubmit = function (submitter) { submit(this, submitter ?? null) }
    document.addEventListener('click', event => {
        const target = event.target instanceof Element ? event.target.closest('a[href], button') : null
        if (target instanceof HTMLButtonElement && target.type === 'submit' && target.form && !event.defaultPrevented) {
            event.preventDefault()
            submit(target.form, target)
        }
        if (!(target instanceof HTMLAnchorElement) || event.defaultPrevented) return
        event.preventDefault()
        void follow(target, load)
    })
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function submit(form, submitter) {
    form.dispatchEvent(new SubmitEvent('submit', { submitter, bubbles: true, cancelable: true }))
}

/**
 * @param {HTMLAnchorElement} link
 * @param {() => Promise<{ask: Ask, toast: (words: string) => void, refusal: string}>} load
 */
async function follow(link, load) {
    const href = link.getAttribute('href') ?? '', { protocol } = new URL(href, 'webform:/')
    if (href.startsWith('#')) {
        const place = document.getElementById(decodeURIComponent(href.slice(1)))
        place?.scrollIntoView({ block: 'center' })
        if (place) focusOn(place)
        return
    }
    const { ask, toast, refusal } = await load()
    try {
        if (link.hasAttribute('download')) await save(link.download, await ask(href))
        else if (OUT.includes(protocol) && app.host.capabilities.openLinks) await app.host.request('ui/open-link', { url: href })
        else if (OUT.includes(protocol)) toast(refusal)
    } catch {
        toast(refusal)
    }
}

/**
 * Has the host save what *answer* holds.
 *
 * @param {string} name
 * @param {Response} answer
 */
async function save(name, answer) {
    if (!answer.ok || !app.host.capabilities.downloadFile) throw new TypeError('it cannot be saved')
    const file = await answer.blob(), uri = `file:///${encodeURIComponent(name || 'download')}`
    const resource = { uri, mimeType: file.type.split(';')[0] || 'application/octet-stream', blob: await base64(file) }
    const { isError } = await app.host.request('ui/download-file', { contents: [{ type: 'resource', resource }] })
    if (isError) throw new TypeError('the host did not save it')
}
