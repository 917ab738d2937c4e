// The offer to bring back what was typed before and not run.

/**
 * Shows it in *notice*.
 *
 * @param {HTMLElement} notice
 * @param {number} when it was typed
 * @param {{restore: () => Promise<HTMLFormElement | null>, discard: () => void}} acts
 * @param {Pick<typeof import('./dom.js'), 'button' | 'focusOn' | 'make'> & Pick<typeof import('./say.js'), 'announce'>} tools
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
