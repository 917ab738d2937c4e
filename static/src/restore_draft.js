// Unsent values from before: offered back, and filled in again.
import { offerBack } from './form_focus.js'
import { gettext, locale } from './words.js'

/**
 * Shows it in *notice*.
 *
 * @param {HTMLElement} notice
 * @param {number} when it was typed
 * @param {{restore: () => Promise<HTMLFormElement | null>, discard: () => void}} acts
 * @param {Tools} tools
 */
export default function offerDraft(notice, when, { restore, discard }, tools) {
    const { button, focusOn, make } = tools, form = /** @type {HTMLFormElement} */ (notice.closest('form'))
    const at = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(when)
    const bringBack = async () => {
        const made = await restore()
        if (!made) return
        focusOn(made)
        // What was typed since may be wanted back; what is restored is still not sent.
        offerBack(form, made, gettext('Your input is restored.'), tools)
    }
    notice.replaceChildren(make('p', {}, gettext('You have unsaved input from {at}.', { at })), make('div', { class: 'acts' },
        button(gettext('Restore'), () => void bringBack()),
        button(gettext('Discard'), () => {
            discard()
            notice.hidden = true
            focusOn(form)
        }, 'small ghost')))
    notice.hidden = false
}

/**
 * Fills in *entries*, and leaves the files that are chosen and kept, and the secrets, as they are; returns the form, or null.
 *
 * @param {HTMLFormElement} form
 * @param {import('./entries.js').Entries} entries
 * @param {(form: HTMLFormElement) => import('./entries.js').Entries} entriesOf
 * @param {Tools} tools
 */
export function restoreDraft(form, entries, entriesOf, { carryFiles, read, refreshForm }) {
    const data = new FormData(), known = new Set(entriesOf(form).map(([name]) => name))
    // What the form is, beside what is filled in: its prefix of ids, its session, its token.
    const own = new Set(Array.from(form.querySelectorAll(':scope > [type="hidden"]'), field => field.getAttribute('name')))
    for (const [name, text] of entries) data.append(name, text)
    for (const [name, text] of new FormData(form))
        if (typeof text === 'string' && !known.has(name) && (read(name) || own.has(name))) data.append(name, text)
    return refreshForm(form, form.action.replace(/run$/, 'form'), () => data, made => carryFiles(form, made))
}
