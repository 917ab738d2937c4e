// What a tool asks in the middle of a run, answered.

/**
 * Sends what people answer to a question of the tool.
 *
 * @param {HTMLElement} section
 * @param {AbortSignal} signal
 * @param {Tools} tools
 * @param {(words: string) => void} tell
 */
export function answers(section, signal, { LostError, above, announce, ask, exchange, parsed, read, written }, tell) {
    section.addEventListener('submit', event => {
        const form = event.target, { submitter } = event
        if (!(form instanceof HTMLFormElement) || !form.matches('[data-ask]')) return
        event.preventDefault()
        const pressed = submitter instanceof HTMLButtonElement ? submitter : null
        void (pressed?.hasAttribute('formaction') ? change(form, pressed) : send(form, pressed))
    }, { signal })

    /**
     * @param {string} address
     * @param {FormData} body
     */
    const post = (address, body) => ask(address, { method: 'POST', body, headers: { Accept: 'text/html', 'Webform-Fragment': 'ask' } })

    /**
     * Does what a button inside the form says, such as adding a row.
     *
     * @param {HTMLFormElement} form
     * @param {HTMLButtonElement} pressed
     */
    async function change(form, pressed) {
        try {
            const next = await import('./next.js').catch(() => null)
            let answer, data, text
            // People may type on while the server answers.
            do {
                answer = await post(pressed.formAction, data = new FormData(form, pressed))
                text = await answer.text()
            } while (answer.ok && written(data) !== written(new FormData(form, pressed)))
            const made = answer.ok ? parsed(text).querySelector('form') : null
            if (!made) return void announce('The tool does not wait for this answer any more.')
            exchange(form, made)
            const active = document.activeElement
            if (!made.contains(active) || active?.matches('button')) next?.nextTo(made, pressed, { above, read })?.focus()
        } catch (error) {
            if (!(error instanceof LostError)) throw error
            tell('The server cannot be reached. Nothing was changed; try again.')
        }
    }

    /**
     * @param {HTMLFormElement} form
     * @param {HTMLButtonElement | null} pressed
     */
    async function send(form, pressed) {
        try {
            const answer = await post(form.action, new FormData(form, pressed))
            const made = answer.status === 422 ? parsed(await answer.text()).querySelector('form') : null
            if (made) {
                form.replaceWith(made)
                const first = /** @type {HTMLElement | null} */ (made.querySelector('[aria-invalid="true"]') ?? made.querySelector('button'))
                first?.focus()
                announce('The answer needs mending.')
                return
            }
            form.remove()
            section.focus({ preventScroll: true })
            announce(answer.ok ? 'Answered. The tool goes on.' : 'The tool does not wait for this answer any more.')
        } catch (error) {
            if (!(error instanceof LostError)) throw error
            tell('The server cannot be reached. Send the answer again.')
        }
    }
}
