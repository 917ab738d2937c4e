// <quick-execute src="https://…/tools/ID/panel">: a tool's form in somebody else's page.

const LEAST = 120, MOST = 20_000
/** Frames whose scrollbars come and go shrink and grow by less. */
const TREMOR = 8

class QuickExecute extends HTMLElement {
    static observedAttributes = ['src']
    #frame = document.createElement('iframe')
    #height = 0
    /** @param {MessageEvent} event */
    #onMessage = ({ source, origin, data }) => {
        if (source !== this.#frame.contentWindow || origin !== this.#origin || data?.type !== 'webform:height') return
        if (!Number.isFinite(data.height)) return
        const height = Math.min(Math.max(Math.ceil(data.height), LEAST), MOST)
        if (height < this.#height && this.#height - height < TREMOR) return
        this.#height = height
        this.#frame.style.height = `${height}px`
    }

    get #origin() {
        return URL.canParse(this.#frame.src) ? new URL(this.#frame.src).origin : ''
    }

    connectedCallback() {
        Object.assign(this.#frame.style, { display: 'block', width: '100%', border: '0', height: '480px' })
        Object.assign(this.style, { display: 'block' })
        this.#frame.title = this.getAttribute('title') ?? 'Tool'
        this.#frame.allow = 'clipboard-write'
        addEventListener('message', this.#onMessage)
        this.append(this.#frame)
    }

    disconnectedCallback() {
        removeEventListener('message', this.#onMessage)
        this.#frame.remove()
    }

    /**
     * @param {string} _name
     * @param {string | null} _before
     * @param {string | null} now
     */
    attributeChangedCallback(_name, _before, now) {
        const address = now && URL.canParse(now, document.baseURI) ? new URL(now, document.baseURI) : null
        if (address && ['http:', 'https:'].includes(address.protocol)) this.#frame.src = address.href
        else this.#frame.removeAttribute('src')
    }
}

if (!customElements.get('quick-execute')) customElements.define('quick-execute', QuickExecute)
