// A panel in another site's page: tells that page what happens, and does what it asks. docs/embedding.md has the protocol.
import { applyLook } from './panel_look.js'
import { holdReadonly } from './panel_readonly.js'
import { gettext } from './words.js'

const VERSION = 1, MASK = '[hidden]', GOING = ['queued', 'running']
const UPLOADS = ['file', 'image', 'audio']
/** Codes of refusals that the host may do something about: a new token, another person. */
const AUTHORIZE = ['sign-in', 'not-signed-in', 'forbidden', 'not-authorized', 'not-paid', 'no-token', 'bad-token', 'token-expired', 'token-used']

/**
 * @param {HTMLElement} body
 * @param {import('./change_language.js').Kit} tools
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
    /** What the host was last told that it should do something about, and whether a run waits for that. */
    let refused = '', waits = false
    /** Whether what changes says in another language what it said before. */
    let silent = false

    /**
     * @param {{code?: string, message?: string} | undefined} found
     * @param {boolean} [again] whether it is told once more
     */
    const refuse = (found, again) => {
        const { code = '', message = '' } = found ?? {}
        if (!AUTHORIZE.includes(code)) return false
        if (again || refused !== code) tell('authorize', { code, message })
        refused = code
        return true
    }
    const change = async () => {
        const filled = form()
        if (!host || !filled) return
        const data = new FormData(filled)
        for (const [name, value] of [...data]) if (value instanceof File) data.delete(name)
        try {
            const answer = await tools.ask(filled.action.replace(/run$/, 'check'), { method: 'POST', body: data, headers: { Accept: 'application/json' } })
            const found = await answer.json().catch(() => ({}))
            if (!answer.ok) return void refuse(found.error)
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
        // What the form is, beside what is filled in: its prefix of ids, its session, its token.
        for (const field of before.querySelectorAll(':scope > [type="hidden"]')) data.append(field.getAttribute('name') ?? '', field.getAttribute('value') ?? '')
        data.set('do', 'fill')
        data.set('body', JSON.stringify(open(values, before) ?? null))
        const secrets = before.querySelector('[data-secret]') && await import('./secrets.js').catch(() => null)
        const made = await tools.refreshForm(before, before.action.replace(/run$/, 'form'), () => data, now => {
            secrets?.carry(before, now)
            // Who is in the page around it stays there.
            for (const part of now.querySelectorAll('[autofocus]')) part.removeAttribute('autofocus')
            tools.carryFiles(before, now)
        })
        measure()
        if (made) changed()
        else tell('error', { reason: 'not-filled', message: gettext('The values could not be filled in.') })
    }

    /** @type {any} */
    let newest
    let filling = Promise.resolve()
    /** Fills in one after the other; the newest wins. @param {any} values */
    const fillNext = values => {
        newest = values
        const next = async () => { if (newest === values) await fill(values) }
        filling = filling.then(next, next)
    }

    /** @type {Record<string, (detail: any) => void>} */
    const acts = {
        look: detail => applyLook(body, detail),
        values: fillNext,
        reset: () => press('button[value="reset#"]'),
        cancel: () => /** @type {HTMLElement | null} */ (section?.querySelector('.running > button, .running [data-cancel]'))?.click(),
        locale: detail => void speak(typeof detail === 'string' ? detail : ''),
        token(detail) {
            const filled = form(), field = filled?.querySelector(':scope > [name="token"]') ?? tools.make('input', { type: 'hidden', name: 'token' })
            field.setAttribute('value', String(detail))
            // A server that asks for none might take it for a value.
            if (refused) filled?.append(field)
            if (new URLSearchParams(location.search).has('token')) history.replaceState(history.state, '', addressWith('token', detail))
            refused = ''
            if (waits) press('[data-run]')
            else changed()
        },
        run() {
            if (document.visibilityState === 'visible') press('[data-run]')
            else tell('error', { reason: 'not-visible', message: gettext('A panel that nobody sees is not run.') })
        },
    }
    /** @param {string} language */
    const speak = async language => {
        const filled = form(), module = filled && await import('./change_language.js').catch(() => null)
        // What may not be shown holds nothing.
        if (!filled || !module) return location.replace(addressWith('locale', language))
        silent = true
        const changed = await module.default('locale', language, () => `${filled.action.replace(/run$/, 'panel')}${location.search}`, tools)
        silent = false
        measure()
        if (changed) begin()
        else tell('error', { reason: 'not-translated', message: gettext('The server cannot be reached. Nothing was changed; try again.') })
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
        if (first) begin()
        measure()
    })
    const begin = () => {
        // The page around it makes room for all of it.
        document.documentElement.style.scrollbarWidth = 'none'
        const closed = /** @type {HTMLElement | null} */ (body.querySelector('[data-authorize]'))
        if (closed) return refuse({ code: closed.dataset.authorize, message: closed.querySelector('p')?.textContent ?? '' })
        tell('ready', { tool: form()?.dataset.tool ?? '', name: document.title })
        void change()
    }
    holdReadonly(body)
    for (const name of ['input', 'change', 'webform:form-replaced']) body.addEventListener(name, changed)
    body.addEventListener('webform:run-refused', event => { if (event instanceof CustomEvent) waits = refuse(event.detail, true) })
    // What was typed since is not run by itself.
    body.addEventListener('input', () => { waits = false })
    document.addEventListener('webform:run-listed', event => {
        if (!(event instanceof CustomEvent)) return
        const { address, status } = event.detail, run = address.split('/').pop()
        if (GOING.includes(status)) tell('run', { run })
        else if (host) void tools.ask(address, { headers: { Accept: 'application/json' } }).then(answer => answer.json())
            .then(({ value }) => tell('result', { run, status, value }), () => tell('result', { run, status }))
    })
    if (section) new MutationObserver(() => {
        if (section.dataset.status === 'running') waits = false
        // What it waits for, the host was told.
        if (!waits) follow(section, silent ? () => {} : tell)
        measure()
    }).observe(section, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['value', 'data-status'] })

    new ResizeObserver(measure).observe(body)
    tell('hello', {}, '*')

    /** Its height is no secret; who may embed it, the policy says. A browser does not observe sizes in a frame that is out of sight. */
    function measure() {
        tell('height', { height: Math.ceil(body.getBoundingClientRect().height) }, '*')
    }
}

/**
 * Returns the address of this page with another value for one name of its query, or without it.
 *
 * @param {string} name
 * @param {unknown} value
 */
function addressWith(name, value) {
    const address = new URL(location.href)
    if (typeof value === 'string' && value) address.searchParams.set(name, value)
    else address.searchParams.delete(name)
    return address
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
