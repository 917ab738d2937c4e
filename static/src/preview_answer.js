// The sample answer of an author's preview: the result is redrawn while it is edited.

/** Milliseconds without a key after which the result is redrawn. */
const SOON = 150

/**
 * @param {HTMLElement} part
 * @param {import('./preview.js').Kit} tools
 */
export function followAnswer(part, { LostError, ask, debounce, decorate, parsed }) {
    /** What was shown last; another text is the author's own. */
    let last = ''
    let asking = new AbortController()
    const textOf = () => /** @type {HTMLTextAreaElement | null} */ (part.querySelector('[data-answer] textarea'))
    const section = () => /** @type {HTMLElement | null} */ (part.querySelector('#preview-answer [data-result]'))

    /** @param {ParentNode} made */
    const put = made => {
        const shown = section(), next = /** @type {HTMLElement | null} */ (made.querySelector('[data-result]'))
        if (!shown || !next) return
        shown.dataset.status = next.dataset.status
        shown.replaceChildren(...next.childNodes)
        if (shown.parentElement) decorate(shown.parentElement)
    }
    /**
     * Shows the answer as it stands, or the one that was chosen.
     *
     * @param {boolean} isChosen
     */
    const show = async isChosen => {
        const form = /** @type {HTMLFormElement | null} */ (part.querySelector('[data-answer]')), text = textOf()
        if (!form || !text) return
        asking.abort()
        asking = new AbortController()
        const { signal } = asking, data = new FormData(form)
        data.set('do', isChosen ? 'load' : 'show')
        try {
            const answer = await ask(form.action, { method: 'POST', body: data, headers: { 'Accept': 'text/html', 'Webform-Fragment': 'result' }, signal })
            const made = parsed(await answer.text())
            if (signal.aborted || !answer.ok) return
            put(made)
            if (isChosen) text.value = last = made.querySelector('textarea')?.value ?? ''
        } catch (error) {
            if (!signal.aborted && !(error instanceof LostError)) throw error
        }
    }
    const soon = debounce(() => void show(false), SOON, new AbortController().signal)

    /** Begins anew with the answer that the server chose. */
    const start = () => { last = textOf()?.defaultValue ?? '' }
    part.addEventListener('input', ({ target }) => { if (target === textOf()) soon() })
    part.addEventListener('change', ({ target }) => { if (target instanceof HTMLSelectElement && target.form?.matches('[data-answer]')) void show(true) })
    part.addEventListener('submit', event => {
        if (!(event.target instanceof HTMLFormElement) || !event.target.matches('[data-answer]')) return
        event.preventDefault()
        void show(/** @type {HTMLButtonElement | null} */ (event.submitter)?.value === 'load')
    })
    start()
    return {
        start,
        /**
         * Takes over the answer of another state of the file, unless the author wrote one; the result of a run stays.
         *
         * @param {HTMLElement} made
         */
        async renew(made) {
            const text = textOf(), next = /** @type {HTMLTextAreaElement | null} */ (made.querySelector('[data-answer] textarea'))
            const isShown = ['sample', 'blank'].includes(section()?.dataset.status ?? '')
            if (!text || !next) return
            const isOwn = text.value !== last
            const choice = part.querySelector('[data-answer] .acts:has(select)'), choices = made.querySelector('[data-answer] .acts:has(select)')
            if (isOwn) {
                if (isShown) await show(false)
                return
            }
            if (choice && choices) choice.replaceWith(choices)
            else choice?.remove()
            if (!choice && choices) text.before(choices)
            const isSame = next.value === text.value
            text.value = last = next.value
            if (isShown && !(isSame && section()?.innerHTML === made.querySelector('[data-result]')?.innerHTML)) put(made)
        },
    }
}
