// Unsent work: what was typed and not run is kept by this browser, and offered back; to who goes back, it is there.
import { calmly } from './dom.js'
import { entriesOf, isEntries, same } from './entries.js'
import { beforeIds } from './names.js'
import { OFF, keep, kept, placeFor } from './store.js'
import { tools } from './tools.js'

/** More than this is not kept, in characters. */
const MOST = 200_000
const UNSENT = 'webform:unsent:'

/**
 * Keeps what is typed into a form until it is run, and offers back what was kept before.
 *
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
export function keepUnsent(form, signal) {
    const place = placeFor('unsent', form.action) + beforeIds(form), notice = form.querySelector('[data-restore]')
    // Without a place to offer it back it would be kept for nothing.
    if (!(notice instanceof HTMLElement)) return
    let dirty = false
    const save = () => {
        if (!dirty || kept(OFF)) return
        dirty = false
        const entries = entriesOf(form)
        keep(place, JSON.stringify(entries).length > MOST ? null : { when: Date.now(), entries })
    }
    const soon = calmly(save, 400, signal)
    const forget = () => {
        dirty = false
        keep(place, null)
        notice.hidden = true
    }
    form.addEventListener('input', () => { dirty = true }, { signal })
    form.addEventListener('change', () => { dirty = true; soon() }, { signal })
    form.addEventListener('webform:renewed', forget, { signal })
    form.addEventListener('webform:began', event => {
        // The run has what was sent; what was typed since is not run.
        if (event instanceof CustomEvent && same(entriesOf(form, event.detail), entriesOf(form))) return forget()
        dirty = true
        save()
    }, { signal })
    addEventListener('pagehide', save, { signal })
    document.addEventListener('visibilitychange', save, { signal })
    // The address is that of the run once there is one.
    const left = () => placeFor('left', form.action) + beforeIds(form) + location.pathname
    addEventListener('pagehide', () => keep(left(), kept(OFF) ? null : entriesOf(form), 'sessionStorage'), { signal })
    // The browser fills in again what it knows: not the rows that were added, and not every control.
    const [arrival] = performance.getEntriesByType('navigation')
    const wentBack = arrival instanceof PerformanceNavigationTiming && arrival.type === 'back_forward'
    const typed = wentBack && kept(left(), 'sessionStorage')
    if (wentBack) keep(left(), null, 'sessionStorage')
    if (isEntries(typed) && !same(typed, entriesOf(form)))
        void import('./offer.js').then(({ restore }) => restore(form, typed, entriesOf, tools), () => {})
    else setTimeout(() => { if (!signal.aborted) offer(form, place, notice) })
}

/**
 * Offers back what is kept, where it is not what the form holds anyway.
 *
 * @param {HTMLFormElement} form
 * @param {string} place
 * @param {HTMLElement} notice where it is offered
 */
function offer(form, place, notice) {
    const found = kept(place)
    if (typeof found?.when !== 'number' || !isEntries(found.entries) || same(found.entries, entriesOf(form))) return
    void import('./offer.js').then(({ default: show, restore }) => {
        // It may have been forgotten since.
        if (kept(place)) show(notice, found.when, {
            restore: () => restore(form, found.entries, entriesOf, tools), discard: () => keep(place, null),
        }, tools)
    }, () => {})
}

/**
 * Lets people say by a button whether what they type is kept.
 *
 * @param {HTMLElement} chosen
 */
export function offerChoice(chosen) {
    chosen.hidden = false
    chosen.setAttribute('aria-pressed', String(!kept(OFF)))
    chosen.addEventListener('click', () => {
        const off = !kept(OFF)
        keep(OFF, off || null)
        if (off) for (const name of Object.keys(localStorage)) if (name.startsWith(UNSENT)) keep(name, null)
        chosen.setAttribute('aria-pressed', String(!off))
        tools.announce(off ? 'What you type is no longer kept in this browser.' : 'What you type is kept in this browser until it is run.')
    })
}
