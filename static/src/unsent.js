// Unsent work: kept by this browser, and offered back; to who goes back, it is there.
import { debounce } from './dom.js'
import { entriesOf, isEntries, same } from './entries.js'
import { beforeIds } from './names.js'
import { OFF, keep, kept, placeFor } from './store.js'
import { tools } from './tools.js'
import { gettext } from './words.js'

/** More than this is not kept, in characters. */
const MOST = 200_000
const UNSENT = 'webform:unsent:'
/** What was kept for a place as its page was loaded: only that was lost. @type {Map<string, any>} */
const lost = new Map()
/** What a place holds that needs no keeping: as it was loaded, filled by a button, or run. It is read when it is asked for. @type {Map<string, FormData>} */
const known = new Map()

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
    // A form that a button made anew goes on with what was typed into the one before it.
    let dirty = lost.has(place)
    if (!dirty) {
        lost.set(place, kept(place))
        known.set(place, new FormData(form))
    }
    const save = () => {
        if (!dirty || kept(OFF)) return
        dirty = false
        const entries = entriesOf(form)
        if (same(entries, entriesOf(form, known.get(place)))) keep(place, lost.get(place) ?? null)
        else keep(place, JSON.stringify(entries).length > MOST ? null : { when: Date.now(), entries })
    }
    const soon = debounce(save, 400, signal)
    const forget = () => {
        dirty = false
        known.set(place, new FormData(form))
        drop(place)
        notice.hidden = true
    }
    form.addEventListener('input', () => { dirty = true }, { signal })
    form.addEventListener('change', () => { dirty = true; soon() }, { signal })
    form.addEventListener('webform:form-replaced', forget, { signal })
    form.addEventListener('webform:run-started', event => {
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
        void import('./restore_draft.js').then(({ restoreDraft }) => restoreDraft(form, typed, entriesOf, tools), () => {})
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
    const found = lost.get(place)
    if (typeof found?.when !== 'number' || !isEntries(found.entries) || same(found.entries, entriesOf(form))) return
    void import('./restore_draft.js').then(({ default: offerDraft, restoreDraft }) => {
        // It may have been forgotten since.
        if (lost.get(place)) offerDraft(notice, found.when, {
            async restore() {
                const made = await restoreDraft(form, found.entries, entriesOf, tools)
                // Still kept, until it is run.
                if (made) lost.set(place, null)
                return made
            },
            discard() {
                drop(place)
                // What was typed since is kept again.
                form.dispatchEvent(new Event('change', { bubbles: true }))
            },
        }, tools)
    }, () => {})
}

/** @param {string} place of which nothing is kept or offered any more */
function drop(place) {
    lost.set(place, null)
    keep(place, null)
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
        tools.announce(off ? gettext('Drafts are no longer saved.') : gettext('Drafts are saved in this browser until you run them.'))
    })
}
