// A panel in another site's page: tells that page what happens, and does what it asks. docs/embedding.md has the protocol.
import { applyLook } from './panel_look.js'
import { gettext } from './words.js'

const VERSION = 1, MASK = '[hidden]', GOING = ['queued', 'running']
const UPLOADS = ['file', 'image', 'audio']

/**
 * @param {HTMLElement} body
 * @param {Tools} tools
 */
export default function startPanel(body, tools) {
    if (parent === window) return
    /** Who may frame it, by the policy of the tool. */
    const hosts = (body.dataset.hosts ?? '').split(' ').map(host => host === "'self'" ? location.origin : URL.canParse(host) ? new URL(host).origin : '')
    let host = ''
    const { signal } = new AbortController()
    /**
     * @param {string} name
     * @param {any} detail
     * @param {string} [to]
     */
    const tell = (name, detail, to = host) => { if (to) parent.postMessage({ type: `webform:${name}`, version: VERSION, detail }, to) }
    const form = () => /** @type {HTMLFormElement | null} */ (body.querySelector('form[data-webform]'))
    const section = /** @type {HTMLElement | null} */ (body.querySelector('[data-result]'))

    const change = async () => {
        const filled = form()
        if (!host || !filled) return
        const data = new FormData(filled)
        for (const [name, value] of [...data]) if (value instanceof File) data.delete(name)
        try {
            const answer = await tools.ask(filled.action.replace(/run$/, 'check'), { method: 'POST', body: data, headers: { Accept: 'application/json' } })
            if (!answer.ok) return
            const found = await answer.json()
            tell('change', { body: open(found.body, filled), problems: (found.problems ?? []).map((/** @type {any} */ { at, message }) => ({ at, message })) })
        } catch (error) {
            if (!(error instanceof tools.LostError)) throw error
        }
    }
    const changed = tools.debounce(() => void change(), 300, signal)

    /** @param {any} values */
    const fill = async values => {
        const before = form()
        if (!before) return
        const data = new FormData()
        data.set('do', 'fill')
        data.set('body', JSON.stringify(open(values, before) ?? null))
        const secrets = before.querySelector('[data-secret]') && await import('./secrets.js').catch(() => null)
        const made = await tools.refreshForm(before, before.action.replace(/run$/, 'form'), () => data, now => {
            secrets?.carry(before, now)
            for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (before.querySelectorAll('input[type="file"]'))) {
                const next = now.querySelector(`input[type="file"][name="${CSS.escape(input.name)}"]`)
                if (next instanceof HTMLInputElement) next.files = input.files
            }
        })
        if (made) changed()
        else tell('error', { reason: 'not-filled', message: gettext('The values could not be filled in.') })
    }

    /** @type {Record<string, (detail: any) => void>} */
    const acts = {
        look: detail => applyLook(body, detail),
        values: detail => void fill(detail),
        reset: () => press('button[value="reset#"]'),
        cancel: () => /** @type {HTMLElement | null} */ (section?.querySelector('.running > button, .running [data-cancel]'))?.click(),
        run() {
            if (document.visibilityState === 'visible') press('[data-run]')
            else tell('error', { reason: 'not-visible', message: gettext('A panel that nobody sees is not run.') })
        },
    }
    /** @param {string} selector */
    const press = selector => {
        const found = form()?.querySelector(selector)
        if (found instanceof HTMLButtonElement) form()?.requestSubmit(found)
    }

    addEventListener('message', ({ source, origin, data }) => {
        if (source !== parent || !hosts.includes(origin) || data?.version !== VERSION || typeof data.type !== 'string') return
        const name = data.type.replace(/^webform:/, '')
        if (!Object.hasOwn(acts, name)) return
        const first = !host
        host = origin
        acts[name](data.detail)
        if (!first) return
        tell('ready', { tool: form()?.dataset.tool ?? '' })
        void change()
    })
    for (const name of ['input', 'change', 'webform:form-replaced']) body.addEventListener(name, changed)
    for (const name of ['beforeinput', 'paste', 'drop', 'mousedown', 'click', 'keydown']) body.addEventListener(name, lock, { capture: true })
    document.addEventListener('webform:run-listed', event => {
        if (!(event instanceof CustomEvent)) return
        const { address, status } = event.detail, run = address.split('/').pop()
        if (GOING.includes(status)) tell('run', { run })
        else if (host) void tools.ask(address, { headers: { Accept: 'application/json' } }).then(answer => answer.json())
            .then(({ value }) => tell('result', { run, status, value }), () => tell('result', { run, status }))
    })
    if (section) new MutationObserver(() => follow(section, tell)).observe(section, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['value', 'data-status'] })

    // Its height is no secret; who may embed it, the policy says.
    new ResizeObserver(() => tell('height', { height: Math.ceil(body.getBoundingClientRect().height) }, '*')).observe(body)
    tell('hello', {}, '*')

    /** @param {Event} event */
    function lock(event) {
        const { target } = event
        if (!body.hasAttribute('data-readonly') || !(target instanceof Element) || !target.closest('form[data-webform] .field')) return
        if (!(event instanceof KeyboardEvent && event.key === 'Tab')) event.preventDefault()
    }
}

let last = ''

/**
 * Tells how far a run is, and what failed without an answer.
 *
 * @param {HTMLElement} section
 * @param {(name: string, detail: any) => void} tell
 */
function follow(section, tell) {
    const status = section.dataset.status ?? '', bar = section.querySelector('progress')
    const going = GOING.includes(status), message = section.querySelector(going ? '[data-progress-words]' : '.failure h2')?.textContent ?? ''
    const part = bar?.hasAttribute('value') ? bar.position : null, now = JSON.stringify([status, message, part])
    if (now === last) return
    last = now
    if (going) tell('progress', { state: status, part, message })
    else if (['error', 'lost', 'cancelled'].includes(status)) tell('error', { reason: status, message })
}

/**
 * Returns a body without what is secret and without files.
 *
 * @param {any} body
 * @param {HTMLFormElement} form
 */
function open(body, form) {
    /** @type {Set<string>} */
    const closed = new Set()
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-at]')))
        if (place.matches('[data-secret]') || UPLOADS.includes(place.dataset.input ?? '')) closed.add(place.dataset.at ?? '')
    /**
     * @param {any} value
     * @param {string} at
     * @returns {any}
     */
    const copy = (value, at) => {
        if (closed.has(at) || value === MASK || (typeof value === 'string' && /^data:/i.test(value))) return undefined
        if (Array.isArray(value)) return value.map((item, index) => copy(item, `${at}/${index}`)).filter(item => item !== undefined)
        if (typeof value !== 'object' || value === null) return value
        const parts = Object.entries(value).map(([key, item]) => [key, copy(item, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)])
        return Object.fromEntries(parts.filter(([, item]) => item !== undefined))
    }
    return copy(body, '')
}
