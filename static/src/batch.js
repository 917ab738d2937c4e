// A batch that goes on: its rows are fetched again, and what changed is exchanged in the page.

/** Milliseconds between two looks, and between two times that the progress is said. */
const AGAIN = 1000
const SAID_EVERY = 15_000

/**
 * @param {HTMLElement} part
 * @param {Tools} tools
 */
export default async function follow(part, { LostError, announce, ask, isGone, parsed }) {
    let announcedAt = Date.now()
    while (part.dataset.batch === 'running') {
        await new Promise(done => { setTimeout(done, AGAIN) })
        try {
            const answer = await ask(part.dataset.address ?? '', { headers: { Accept: 'text/html' } })
            const made = parsed(await answer.text()).querySelector('[data-batch]')
            if (isGone(answer)) return
            // What stands before the server may answer in its place.
            if (!(made instanceof HTMLElement)) continue
            renew(part, made)
            part.dataset.batch = made.dataset.batch
        } catch (error) {
            if (!(error instanceof LostError)) throw error
        }
        if (part.dataset.batch !== 'running' || Date.now() - announcedAt > SAID_EVERY) {
            announcedAt = Date.now()
            announce(part.querySelector('#batch-progress p')?.textContent?.replace(/\s+/g, ' ').trim() ?? '')
        }
    }
}

/**
 * Exchanges what changed, and leaves what has the focus alone where it did not.
 *
 * @param {HTMLElement} part
 * @param {HTMLElement} made
 */
function renew(part, made) {
    for (const now of made.querySelectorAll('[id]')) {
        const before = part.querySelector(`[id="${CSS.escape(now.id)}"]`)
        if (!before || before.isEqualNode(now)) continue
        const active = document.activeElement, focused = before.contains(active) && active
        before.replaceWith(now)
        if (!focused) continue
        const same = [...now.querySelectorAll('a, button')].find(element => element.textContent === focused.textContent) ?? now.querySelector('a, button')
        if (same instanceof HTMLElement) same.focus({ preventScroll: true })
    }
}
