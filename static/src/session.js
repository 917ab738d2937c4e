// The session with a server, ended by its button.
import { gettext } from './words.js'

/**
 * Ends the session that *form* is of, and says so in its place.
 *
 * @param {HTMLFormElement} form
 * @param {Tools} tools
 */
export default async function endSession(form, { LostError, announce, ask, focusOn, make, toast, visitor }) {
    try {
        const answer = await ask(form.action, { method: 'POST', headers: { Accept: 'application/json', ...visitor() } })
        const found = await answer.json().catch(() => ({}))
        if (found.error?.code === 'not-yours') return toast(gettext('This session belongs to another visitor. Only they can end it.'))
        if (found.ended === undefined) throw new LostError()
        const message = gettext('Session ended. The next run starts a new one.'), ended = make('p', { class: 'session' }, message)
        const focused = form.contains(document.activeElement)
        form.replaceWith(ended)
        if (focused) focusOn(ended)
        announce(message)
    } catch (error) {
        if (!(error instanceof LostError)) throw error
        toast(gettext('The server cannot be reached: the session goes on. Try again.'))
    }
}
