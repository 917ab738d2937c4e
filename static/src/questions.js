// The answer to a tool's question in the middle of a run.
import { gettext } from './words.js'

/**
 * Sends what people answer to a question of the tool.
 *
 * @param {HTMLElement} section
 * @param {AbortSignal} signal
 * @param {Tools} tools
 * @param {(words: string) => void} tell
 */
export function handleQuestions(section, signal, tools, tell) {
    const { LostError, above, announce, ask, isGone, replaceForm, parsed, read, fingerprint } = tools
    section.addEventListener('submit', event => {
        const form = event.target, { submitter } = event
        if (!(form instanceof HTMLFormElement) || !form.matches('[data-question]')) return
        event.preventDefault()
        const pressed = submitter instanceof HTMLButtonElement ? submitter : null
        void (pressed?.hasAttribute('formaction') ? change(form, pressed) : send(form, pressed))
    }, { signal })

    /**
     * @param {string} address
     * @param {FormData} body
     */
    const post = (address, body) => ask(address, { method: 'POST', body, headers: { Accept: 'text/html', 'Webform-Fragment': 'ask' } })
    keepAnswers(section, signal, tools, post)
    /** @param {Response} answer */
    const isOver = answer => answer.status === 409 || isGone(answer)
    /** @param {string} words */
    const fail = words => {
        tell(words)
        announce(words)
    }

    /**
     * Does what a button inside the form says, such as adding a row.
     *
     * @param {HTMLFormElement} form
     * @param {HTMLButtonElement} pressed
     */
    async function change(form, pressed) {
        try {
            const next = await import('./form_focus.js').catch(() => null)
            let answer, data, text
            // People may type on while the server answers.
            do {
                answer = await post(pressed.formAction, data = new FormData(form, pressed))
                text = await answer.text()
            } while (answer.ok && fingerprint(data) !== fingerprint(new FormData(form, pressed)))
            const made = answer.ok ? parsed(text).querySelector('form') : null
            if (!made && !isOver(answer)) throw new LostError()
            if (!made) return void announce(gettext('The tool does not wait for this answer any more.'))
            replaceForm(form, made)
            const active = document.activeElement
            if (!made.contains(active) || active?.matches('button')) next?.focusTarget(made, pressed, { above, read })?.focus()
        } catch (error) {
            if (!(error instanceof LostError)) throw error
            fail(gettext('The server cannot be reached. Nothing was changed; try again.'))
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
                announce(gettext('Fix the marked fields.'))
                return
            }
            // What stands before the server may answer in its place.
            if (answer.status !== 204 && !isOver(answer)) throw new LostError()
            form.remove()
            section.focus({ preventScroll: true })
            announce(answer.ok ? gettext('Answered. The tool goes on.') : gettext('The tool does not wait for this answer any more.'))
        } catch (error) {
            if (!(error instanceof LostError)) throw error
            fail(gettext('The server cannot be reached. Send the answer again.'))
        }
    }
}

/**
 * Keeps what is typed into the questions in *section* over a reload, in this tab alone: never a secret.
 *
 * @param {HTMLElement} section
 * @param {AbortSignal} signal
 * @param {Tools} tools
 * @param {(address: string, body: FormData) => Promise<Response>} post
 */
function keepAnswers(section, signal, { LostError, OFF, entriesOf, replaceForm, isEntries, keep, kept, parsed, same, fingerprint }, post) {
    const forms = () => /** @type {NodeListOf<HTMLFormElement>} */ (section.querySelectorAll('form[data-question]'))
    /** @param {HTMLFormElement} form */
    const placeOf = form => `webform:answer:${new URL(form.action).pathname}:${form.dataset.question}`
    const save = () => {
        if (!kept(OFF)) for (const form of forms()) keep(placeOf(form), entriesOf(form), 'sessionStorage')
    }
    addEventListener('pagehide', save, { signal })
    document.addEventListener('visibilitychange', save, { signal })
    for (const form of forms()) {
        const typed = kept(placeOf(form), 'sessionStorage')
        keep(placeOf(form), null, 'sessionStorage')
        if (isEntries(typed) && !same(typed, entriesOf(form))) void fillIn(form, typed)
    }

    /**
     * Fills in a question as it was; its rows are the server's to make.
     *
     * @param {HTMLFormElement} form
     * @param {import('./entries.js').Entries} typed
     */
    async function fillIn(form, typed) {
        const data = new FormData(), before = fingerprint(new FormData(form))
        data.append('ask', form.dataset.question ?? '')
        for (const [name, text] of typed) data.append(name, text)
        try {
            const answer = await post(form.action.replace(/\/answer\?.*$/, '/form'), data)
            const made = answer.ok ? parsed(await answer.text()).querySelector('form') : null
            // Whoever typed meanwhile goes on with that.
            if (made && fingerprint(new FormData(form)) === before) replaceForm(form, made)
        } catch (error) {
            if (!(error instanceof LostError)) throw error
            keep(placeOf(form), typed, 'sessionStorage')
        }
    }
}
