// The body that a form stands for, as JSON beside it: to be read, changed, and filled in.
import { renew, undoable } from './acts.js'
import { calmly, tell } from './dom.js'
import { member, pretty } from './json.js'
import { announce } from './say.js'
import { LostError, ask } from './transport.js'

/** @param {HTMLElement} part */
export default function showBody(part) {
    const shown = part.querySelector('textarea'), form = part.querySelector('form')
    const home = part.parentElement
    if (!(part instanceof HTMLDetailsElement) || !shown || !form || !home) return
    /** The body as it was shown last, until somebody changes it here. @type {string | null} */
    let last = shown.value
    let asking = new AbortController()
    const filled = () => /** @type {HTMLFormElement | null} */ (home.querySelector('form[data-webform]'))

    const show = async () => {
        const source = filled()
        if (!part.open || !source || last === null || shown.value !== last) return
        asking.abort()
        asking = new AbortController()
        const { signal } = asking
        try {
            const data = new FormData(source)
            // Large, and shown by their outlines anyway.
            for (const [name, value] of [...data]) if (value instanceof File) data.delete(name)
            const answer = await ask(source.action.replace(/run$/, 'check'), {
                method: 'POST', body: data, headers: { Accept: 'application/json' }, signal,
            })
            const body = member(await answer.text(), 'body')
            if (!body || signal.aborted || shown.value !== last) return
            shown.value = last = pretty(body)
        } catch (error) {
            if (!signal.aborted && !(error instanceof LostError)) throw error
        }
    }
    const soon = calmly(() => void show(), 300, new AbortController().signal)
    part.addEventListener('toggle', () => void show())
    home.addEventListener('change', event => { if (event.target !== shown) soon() })
    form.addEventListener('submit', async event => {
        event.preventDefault()
        const before = filled()
        if (!before) return
        const now = await renew(before, form.action, new FormData(form, event.submitter))
        if (!now) return
        keepFiles(before, now)
        last = shown.value
        undoable(before, now, 'The form is filled in.')
        announce('The form is filled in.')
        await show()
    })
    void show()
}

/**
 * Chooses in *now* the files that were chosen in *before*: no text can say them.
 *
 * @param {HTMLFormElement} before
 * @param {HTMLFormElement} now
 */
function keepFiles(before, now) {
    for (const old of /** @type {NodeListOf<HTMLInputElement>} */ (before.querySelectorAll('input[type="file"]'))) {
        const control = now.elements.namedItem(old.name)
        if (!old.files?.length || !(control instanceof HTMLInputElement) || control.type !== 'file') continue
        control.files = old.files
        tell(control)
    }
}
