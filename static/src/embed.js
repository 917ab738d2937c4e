// <quick-execute src="https://…/tools/ID/panel">: a tool's form in somebody else's page. docs/embedding.md has its protocol.

const VERSION = 1, LEAST = 120, MOST = 20_000
/** Frames whose scrollbars come and go shrink and grow by less. */
const TREMOR = 8
/** Milliseconds after which a panel that has loaded and says nothing may not be embedded, or is none. */
const PATIENCE = 8_000
const LOOK = ['theme', 'accent', 'radius', 'density', 'font', 'hide', 'readonly']
const EVENTS = ['ready', 'change', 'run', 'progress', 'result', 'error', 'authorize']
/** What a page may set before this script is there. */
const LATE = ['values', 'token']
const dark = matchMedia('(prefers-color-scheme: dark)')
/** Any rule of the page around it is stronger. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(':where(quick-execute:not([hidden])) { display: block }')

/** @implements {Pick<import('./quick_execute.js').QuickExecuteElement, 'values' | 'token' | 'reset' | 'run' | 'cancel'>} */
class QuickExecute extends HTMLElement {
    static observedAttributes = ['src', 'locale', 'token', 'loading', 'title', ...LOOK]
    #frame = document.createElement('iframe')
    #words = document.createElement('p')
    #height = 0
    #ready = false
    /** Whether what is in the frame has said that it is a panel: only then is it spoken to. */
    #greeted = false
    /** @type {any} */
    #values = null
    /** What was set before the panel was there. @type {any} */
    #wanted
    /** What was typed into the panel before, which is loaded again. @type {any} */
    #kept
    #timer = 0
    /** @param {MessageEvent} event */
    #onMessage = ({ source, origin, data }) => {
        if (source !== this.#frame.contentWindow || origin !== this.#origin || data?.version !== VERSION) return
        const name = String(data.type).replace(/^webform:/, ''), { detail } = data
        if (name === 'height') this.#resize(detail?.height)
        else if (name === 'hello') this.#greet()
        else if (EVENTS.includes(name)) {
            clearTimeout(this.#timer)
            if (name === 'ready') this.#begin(detail)
            if (name === 'change') this.#values = detail?.body ?? null
            this.#tell(name, detail)
        }
    }
    #look = () => {
        /** @type {Record<string, string | null>} */
        const look = Object.fromEntries(LOOK.map(name => [name, this.getAttribute(name)]))
        look.theme = this.#theme
        this.#frame.style.colorScheme = look.theme
        this.#post('look', look)
    }
    #onLoad = () => {
        if (this.#frame.hasAttribute('src') && !this.#greeted) this.#later(() => this.#fail())
    }
    /** The page around it may change its own theme at any time; and its width while the panel is out of sight. */
    #page = new MutationObserver(this.#look)
    #size = new ResizeObserver(this.#look)

    get #origin() {
        return URL.canParse(this.#frame.src) ? new URL(this.#frame.src).origin : ''
    }

    /** Auto follows the page around it, which may be light whatever the visitor's system is. */
    get #theme() {
        const chosen = this.getAttribute('theme')
        if (chosen === 'light' || chosen === 'dark') return chosen
        const scheme = getComputedStyle(this).colorScheme
        return scheme.includes('dark') && (dark.matches || !scheme.includes('light')) ? 'dark' : 'light'
    }

    get values() {
        return this.#values
    }

    set values(values) {
        if (this.#ready) this.#post('values', values)
        else this.#wanted = values
    }

    get token() {
        return this.getAttribute('token') ?? ''
    }

    set token(token) {
        this.setAttribute('token', token)
    }

    reset() {
        this.#post('reset')
    }

    run() {
        if (!this.#ready) return this.#refuse('not-ready', 'The panel is not ready.')
        if (!navigator.userActivation?.isActive) return this.#refuse('no-gesture', 'A run starts only from a click or key of the person.')
        this.#post('run')
        return true
    }

    cancel() {
        this.#post('cancel')
    }

    connectedCallback() {
        Object.assign(this.#frame.style, { display: 'block', width: '100%', border: '0', height: '480px' })
        this.#height = 0
        Object.assign(this.#words.style, { margin: '0', padding: '1rem', border: '1px solid color-mix(in srgb, currentColor 18%, transparent)', borderRadius: '14px' })
        this.#words.setAttribute('role', 'status')
        this.#frame.allow = 'clipboard-write'
        for (const name of LATE) this.#own(name)
        const root = /** @type {Document | ShadowRoot} */ (this.getRootNode())
        if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
        addEventListener('message', this.#onMessage)
        dark.addEventListener('change', this.#look)
        for (const part of [document.documentElement, document.body]) this.#page.observe(part, { attributes: true })
        this.#size.observe(this)
        this.#frame.addEventListener('load', this.#onLoad)
        this.#load()
        this.append(this.#frame, this.#words)
    }

    disconnectedCallback() {
        removeEventListener('message', this.#onMessage)
        dark.removeEventListener('change', this.#look)
        this.#page.disconnect()
        this.#size.disconnect()
        clearTimeout(this.#timer)
        // An element that is moved is loaded again.
        this.#keep()
        this.#frame.remove()
        this.#words.remove()
    }

    /**
     * @param {string} name
     * @param {string | null} before
     * @param {string | null} now
     */
    attributeChangedCallback(name, before, now) {
        if (before === now) return
        if (name === 'src') this.#kept = undefined
        if (name === 'title') this.#frame.title = this.#title
        else if (name === 'loading') this.#frame.loading = now === 'lazy' ? 'lazy' : 'eager'
        else if (name === 'src' || (!this.#ready && ['locale', 'token'].includes(name))) this.#load()
        else if (name === 'token') this.#post('token', now ?? '')
        else if (name === 'locale') this.#post('locale', now ?? '')
        else this.#look()
    }

    #load() {
        const src = this.getAttribute('src'), address = src && URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI) : null
        for (const name of ['locale', 'token']) if (this.getAttribute(name)) address?.searchParams.set(name, this.getAttribute(name) ?? '')
        this.#wait()
        // A lazy frame has to be one before it has an address.
        if (this.getAttribute('loading') === 'lazy') this.#frame.loading = 'lazy'
        if (address && ['http:', 'https:'].includes(address.protocol)) this.#frame.src = address.href
        else this.#frame.removeAttribute('src')
    }

    /** Holds the place of a panel that is on its way: what it looks like before it knows how to look is not seen. */
    #wait() {
        this.#ready = this.#greeted = false
        this.#values = null
        this.#frame.title = this.#title
        this.#show('0')
    }

    #greet() {
        this.#greeted = true
        this.#ready = false
        this.#later(() => this.#refuse('not-named', 'The panel is shown, and talks to pages only that frame_ancestors names in full.'))
        this.#show('1')
        this.#look()
    }

    /** @param {string} opacity */
    #show(opacity) {
        const waits = opacity === '0'
        Object.assign(this.#frame.style, { display: 'block', opacity, transition: waits ? '' : 'opacity .15s' })
        Object.assign(this.style, { background: waits ? 'color-mix(in srgb, currentColor 5%, transparent)' : '', borderRadius: waits ? '14px' : '' })
        this.#words.hidden = true
    }

    /** @param {any} detail */
    #begin(detail) {
        this.#ready = true
        this.#frame.title = this.getAttribute('title') ?? String(detail?.name ?? '')
        const values = this.#wanted === undefined ? this.#kept : this.#wanted
        if (values !== undefined) this.#post('values', values)
        this.#wanted = this.#kept = undefined
    }

    /** Keeps what was typed while the panel is loaded again. */
    #keep() {
        if (this.#ready) this.#kept = this.#values
        this.#ready = false
    }

    /** @param {string} name */
    #own(name) {
        const element = /** @type {any} */ (this)
        if (!Object.hasOwn(this, name)) return
        const value = element[name]
        delete element[name]
        element[name] = value
    }

    #fail() {
        const link = document.createElement('a'), gettext = this.#gettext
        Object.assign(link, { href: this.#frame.src, target: '_blank', rel: 'noopener', textContent: gettext('Open it in a new tab') })
        link.style.color = 'inherit'
        this.#show('1')
        this.#frame.style.display = 'none'
        this.#words.dir = 'auto'
        this.#words.hidden = false
        this.#words.replaceChildren(gettext('This tool can’t be shown in this page.'), ' ', link)
        this.#refuse('not-shown', 'The panel may not be embedded, or cannot be reached.')
    }

    get #title() {
        return this.getAttribute('title') ?? this.#gettext('Tool')
    }

    /** @param {string} text in the language of the page around it */
    #gettext = text => {
        const found = this.getAttribute('locale') || /** @type {HTMLElement} */ (this.closest('[lang]') ?? document.documentElement).lang
        const language = Object.keys(EMBED_TEXTS).find(name => name.split('-')[0] === found.split('-')[0].toLowerCase())
        return EMBED_TEXTS[language ?? '']?.[text] ?? text
    }

    /** @param {() => void} act */
    #later(act) {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(act, PATIENCE)
    }

    /** @param {unknown} found */
    #resize(found) {
        // A frame that is not shown has no height worth knowing.
        if (typeof found !== 'number' || !Number.isFinite(found) || !this.#frame.offsetWidth) return
        const height = Math.min(Math.max(Math.ceil(found), LEAST), MOST)
        if (height === this.#height || (height < this.#height && this.#height - height < TREMOR)) return
        this.#height = height
        this.#frame.style.height = `${height}px`
        this.#tell('resize', { height })
    }

    /**
     * @param {string} reason
     * @param {string} message
     */
    #refuse(reason, message) {
        this.#tell('error', { reason, message })
        return false
    }

    /**
     * @param {string} name
     * @param {any} detail
     */
    #tell(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail, composed: true }))
    }

    /**
     * @param {string} name
     * @param {any} [detail]
     */
    #post(name, detail) {
        // Where another page stands in the frame, the browser drops it.
        if (this.#greeted && this.#origin) this.#frame.contentWindow?.postMessage({ type: `webform:${name}`, version: VERSION, detail }, this.#origin)
    }
}

if (!customElements.get('quick-execute')) customElements.define('quick-execute', QuickExecute)
