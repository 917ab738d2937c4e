// <quick-execute src="https://…/tools/ID/panel">: a tool's form in somebody else's page. docs/embedding.md has its protocol.

const VERSION = 1, LEAST = 120, MOST = 20_000
/** Frames whose scrollbars come and go shrink and grow by less. */
const TREMOR = 8
/** Milliseconds in which a panel that may be embedded has said so. */
const PATIENCE = 15_000
const LOOK = ['theme', 'accent', 'radius', 'density', 'font', 'hide', 'readonly']
const EVENTS = ['ready', 'change', 'run', 'progress', 'result', 'error']
const dark = matchMedia('(prefers-color-scheme: dark)')

class QuickExecute extends HTMLElement {
    static observedAttributes = ['src', 'locale', 'loading', 'title', ...LOOK]
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
    #timer = 0
    /** @param {MessageEvent} event */
    #onMessage = ({ source, origin, data }) => {
        if (source !== this.#frame.contentWindow || origin !== this.#origin || data?.version !== VERSION) return
        const name = String(data.type).replace(/^webform:/, ''), { detail } = data
        if (name === 'height') this.#resize(detail?.height)
        else if (name === 'hello') {
            this.#greeted = true
            this.#look()
        }
        else if (EVENTS.includes(name)) {
            if (name === 'ready') this.#begin()
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
        clearTimeout(this.#timer)
        if (this.#frame.hasAttribute('src') && !this.#ready) this.#timer = setTimeout(() => this.#fail(), PATIENCE)
    }

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
        Object.assign(this.style, { display: 'block' })
        Object.assign(this.#words.style, { margin: '0', padding: '1rem' })
        this.#words.setAttribute('role', 'status')
        this.#frame.allow = 'clipboard-write'
        addEventListener('message', this.#onMessage)
        dark.addEventListener('change', this.#look)
        this.#frame.addEventListener('load', this.#onLoad)
        this.#wait()
        this.append(this.#frame, this.#words)
    }

    disconnectedCallback() {
        removeEventListener('message', this.#onMessage)
        dark.removeEventListener('change', this.#look)
        clearTimeout(this.#timer)
        this.#frame.remove()
        this.#words.remove()
    }

    /**
     * @param {string} name
     * @param {string | null} _before
     * @param {string | null} now
     */
    attributeChangedCallback(name, _before, now) {
        if (name === 'title') this.#frame.title = now ?? 'Tool'
        else if (name === 'loading') this.#frame.loading = now === 'lazy' ? 'lazy' : 'eager'
        else if (name !== 'src' && name !== 'locale') this.#look()
        else {
            // What was typed stays where only the language changes.
            if (name === 'locale' && this.#ready) this.#wanted = this.#values
            this.#load(this.getAttribute('src'), this.getAttribute('locale'))
        }
    }

    /**
     * @param {string | null} src
     * @param {string | null} locale
     */
    #load(src, locale) {
        const address = src && URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI) : null
        if (locale) address?.searchParams.set('locale', locale)
        this.#wait()
        // A lazy frame has to be one before it has an address.
        if (this.getAttribute('loading') === 'lazy') this.#frame.loading = 'lazy'
        if (address && ['http:', 'https:'].includes(address.protocol)) this.#frame.src = address.href
        else this.#frame.removeAttribute('src')
    }

    #wait() {
        this.#ready = this.#greeted = false
        this.#values = null
        this.#frame.title = this.getAttribute('title') ?? 'Tool'
        this.#frame.style.display = 'block'
        this.#frame.style.background = 'color-mix(in srgb, currentColor 6%, transparent)'
        this.#frame.style.borderRadius = '14px'
        this.#words.replaceChildren()
        this.#words.hidden = true
    }

    #begin() {
        clearTimeout(this.#timer)
        this.#wait()
        this.#ready = this.#greeted = true
        this.#frame.style.background = ''
        this.#frame.style.borderRadius = ''
        if (this.#wanted !== undefined) this.#post('values', this.#wanted)
        this.#wanted = undefined
    }

    #fail() {
        const link = document.createElement('a')
        Object.assign(link, { href: this.#frame.src, target: '_blank', rel: 'noopener', textContent: 'Open it in a new tab' })
        this.#words.hidden = false
        this.#words.replaceChildren('This tool can’t be shown in this page. ', link)
        this.#frame.style.display = 'none'
        this.#tell('error', { reason: 'not-shown', message: 'The panel may not be embedded, or cannot be reached.' })
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
