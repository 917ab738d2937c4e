// What was typed before and not run: offered back, and filled in again.

/**
 * Shows it in *notice*.
 *
 * @param {HTMLElement} notice
 * @param {number} when it was typed
 * @param {{restore: () => Promise<HTMLFormElement | null>, discard: () => void}} acts
 * @param {Tools} tools
 */
export default function offer(notice, when, { restore, discard }, { announce, button, focusOn, make }) {
    if (notice.closest('[data-restored]')) return
    const at = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(when)
    const bringBack = async () => {
        const made = await restore()
        if (!made) return
        // Of what no longer fits, the rest is there.
        made.dataset.restored = ''
        made.querySelector('[data-restore]')?.setAttribute('hidden', '')
        focusOn(made)
        announce('What you typed is back.')
    }
    notice.replaceChildren(make('p', {}, `You typed something here that was not run: ${at}.`), make('div', { class: 'acts' },
        button('Restore it', () => void bringBack()),
        button('Discard it', () => { discard(); notice.hidden = true }, 'small ghost')))
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
export function restore(form, entries, entriesOf, { read, renew }) {
    const data = new FormData(), known = new Set(entriesOf(form).map(([name]) => name))
    for (const [name, text] of entries) data.append(name, text)
    for (const [name, text] of new FormData(form)) if (typeof text === 'string' && read(name) && !known.has(name)) data.append(name, text)
    return renew(form, form.action.replace(/run$/, 'form'), () => data, made => {
        // The server does not give them back.
        for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input[type="file"]'))) {
            const next = made.querySelector(`input[type="file"][name="${CSS.escape(input.name)}"]`)
            if (next instanceof HTMLInputElement) next.files = input.files
        }
    })
}
