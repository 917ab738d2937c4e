// The session with a server, ended by its button.
import { gettext } from './words.js'

/**
 * Ends the session that *form* is of, and says so in its place.
 *
 * @param {HTMLFormElement} form
 * @param {Tools} tools
 */
export default async function endSession(form, { LostError, announce, ask, make, toast, visitor }) {
    try {
        const answer = await ask(form.action, { method: 'POST', headers: { Accept: 'application/json', ...visitor() } })
        if (!answer.ok) return toast(gettext('This session belongs to another visitor. Only they can end it.'))
        const message = gettext('Session ended. The next run starts a new one.')
        form.replaceWith(make('p', { class: 'session' }, message))
        announce(message)
    } catch (error) {
        if (!(error instanceof LostError)) throw error
        toast(gettext('The server cannot be reached: the session goes on. Try again.'))
    }
}
