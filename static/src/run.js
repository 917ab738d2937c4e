// A run, from the button to its result.
import { button, make, pause } from './dom.js'
import { announce, toast } from './notifications.js'
import { clearAll, problemsOf, report } from './problems.js'
import { elapse, resultOf, resultView } from './result.js'
import { placeFor } from './store.js'
import { withToken } from './token.js'
import { tools } from './tools.js'
import { LostError, ask, isGone, newKey, object, post } from './transport.js'
import { visitor } from './visitor.js'
import { gettext } from './words.js'

/** @typedef {import('./problems.js').Problem} Problem */
/** @typedef {{status: string, problems?: Problem[]}} Ended */

/** What each section shows is a run of its own. @type {WeakMap<HTMLElement, AbortController>} */
const shown = new WeakMap()
/** @type {WeakSet<HTMLFormElement>} */
const running = new WeakSet()
/** Keys of posts that nobody answered, by the ids of their forms, to be used again: what arrived is not run twice. @type {Map<string, string>} */
const unanswered = new Map()
const GOING = ['queued', 'running']
/** How often in a row the server may not answer before a run is let go. */
const PATIENCE = 6
/** What the answer to a run is to be: its end, if it comes within a moment, else that it has begun. */
const PREFERRED = 'respond-async, wait=0.1, return=minimal'
/** Milliseconds between two looks at a run that nothing else tells of: at first, where the server is away, and at most. */
const OFTEN = 30, AWAY = 300, SELDOM = 1000
/** Bytes from which sending takes a while. */
const LARGE = 500_000
/** Milliseconds in which the server should say where a run is that is to be cancelled. */
const MUTE = 10_000

/**
 * Runs a form: once, however often it is asked.
 *
 * @param {HTMLFormElement} form
 */
export async function run(form) {
    const section = resultOf(form), main = form.querySelector('[data-run]')
    if (!main || running.has(form)) return
    running.add(form)
    for (const name of ['aria-busy', 'aria-disabled']) main.setAttribute(name, 'true')
    try {
        const found = problemsOf(form)
        if (found.length) return report(form, await import('./merge.js').then(({ default: merge }) => merge(form, found, tools)).catch(() => found))
        clearAll(form)
        if (section) await send(form, section)
        else leave(form)
    } finally {
        running.delete(form)
        for (const name of ['aria-busy', 'aria-disabled']) main.removeAttribute(name)
    }
}

/**
 * Sends a form of a host's page that has no place for results: its run has a page of its own.
 *
 * @param {HTMLFormElement} form
 */
function leave(form) {
    form.append(make('input', { type: 'hidden', name: 'visitor', value: visitor()['Webform-Session'] }))
    form.submit()
}

/**
 * Follows the run at *address*, as one does that the page was loaded with.
 *
 * @param {HTMLElement} section
 * @param {string} address
 */
export async function resume(section, address) {
    const controller = begin(section), { signal } = controller, view = resultView(section)
    if (!section.querySelector('.running'))
        // The page said last that the connection was lost: the server says how far the run is.
        await view.result('running', address, signal).catch(error => { if (!signal.aborted && !(error instanceof LostError)) throw error })
    const time = section.querySelector('time')
    if (time) elapse(time, signal, parseFloat(time.textContent ?? '') * 1000 || 0)
    section.querySelector('[data-cancel]')?.addEventListener('click', event => {
        event.preventDefault()
        void cancel(section, address)
    })
    const ended = await follow(view, section, address, signal)
    controller.abort()
    const form = (section.closest('.cols') ?? document).querySelector('form[data-webform]:not([data-chat])')
    if (ended && form instanceof HTMLFormElement) finish(form, address, ended, false)
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} section
 */
async function send(form, section) {
    const chat = section.matches('.chat') ? await import('./chat.js').catch(() => null) : undefined
    // Without its script a conversation goes on by pages.
    if (chat === null) return form.submit()
    const key = unanswered.get(form.id) ?? newKey(), controller = begin(section), { signal } = controller
    const view = chat ? chat.chatView(section, form, tools) : resultView(section)
    const data = new FormData(form)
    let address = '', cancelled = false, sending = [...data.values()].some((/** @type {any} */ { size }) => size > LARGE)
    const progress = view.running(signal, () => {
        cancelled = true
        if (address) void cancel(section, address)
        else if (sending) controller.abort('cancelled')
        // It may run already: once the server says where, it is cancelled there.
        else setTimeout(() => address || controller.abort(new LostError()), MUTE)
    })
    try {
        const answer = await post(form.action, data, {
            headers: { 'Accept': 'application/json', 'Prefer': PREFERRED, 'Idempotency-Key': key, ...visitor() },
            signal,
            sent(part, bytes) {
                if (bytes < LARGE) return
                sending = part < 1
                progress.sent(part, bytes)
                view.reveal()
            },
        })
        // Behind a server that failed the run may have begun.
        if (answer.status >= 500) keepKey(form, key)
        else unanswered.delete(form.id)
        const found = object(answer.text)
        if (answer.status === 422) {
            view.failure('invalid', () => ({
                label: gettext('Not run'), title: gettext('Fix the marked fields'), message: gettext('Nothing was sent to the tool.'), advice: gettext('Then run it again.'),
            }))
            return report(inPlaceOf(form), found.problems ?? [], view.waits())
        }
        if (![200, 202].includes(answer.status) || !answer.location) {
            inPlaceOf(form).dispatchEvent(new CustomEvent('webform:run-refused', { detail: found.error, bubbles: true }))
            const again = () => SAME_AGAIN.includes(answer.status) ? [] : [button(gettext('Try again'), () => void run(inPlaceOf(form)), '')]
            return view.failure('error', () => ({ ...refusal(answer.status, found), buttons: again() }))
        }
        address = new URL(answer.location, form.action).pathname
        note(form, address, 'running')
        inPlaceOf(form).dispatchEvent(new CustomEvent('webform:run-started', { detail: data, bubbles: true }))
        lead(form, address)
        if (cancelled) void cancel(section, address)
        if (GOING.includes(found.state)) {
            progress.state(found.state)
            view.reveal()
            announce(gettext('Running'))
        }
        const ended = await follow(view, section, address, signal, progress, found.state ? found : null)
        if (!ended) return
        finish(inPlaceOf(form), address, ended, view.waits())
    } catch (error) {
        if (signal.reason === 'cancelled') return view.failure('cancelled', unsent)
        if (!(error instanceof LostError)) throw error
        keepKey(form, key)
        view.failure('lost', () => ({ ...unreached(), buttons: [button(gettext('Try again'), () => void run(inPlaceOf(form)), '')] }))
    } finally {
        controller.abort()
    }
}

/**
 * Tells what came of a run, and shows what there is to fix.
 *
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {Ended} ended
 * @param {boolean} waits whether somebody waits for it
 */
function finish(form, address, ended, waits) {
    note(form, address, ended.status)
    form.dispatchEvent(new CustomEvent('webform:run-finished', { detail: ended, bubbles: true }))
    if (ended.status === 'invalid' && ended.problems?.length) report(form, ended.problems, waits)
}

/**
 * Returns the form that stands where *form* stood: the server may have made it anew meanwhile.
 *
 * @param {HTMLFormElement} form
 */
function inPlaceOf(form) {
    const now = form.isConnected ? form : document.getElementById(form.id)
    return now instanceof HTMLFormElement ? now : form
}

/**
 * Has the next post of *form* be the same run, unless something else is filled in.
 *
 * @param {HTMLFormElement} form
 * @param {string} key
 */
function keepKey(form, key) {
    unanswered.set(form.id, key)
    form.addEventListener('input', () => unanswered.delete(form.id), { once: true })
}

/**
 * Asks for a run until it is over, and shows what came of it; returns it, or null where that was not to be had.
 *
 * @param {import('./result.js').View} view
 * @param {HTMLElement} section
 * @param {string} address
 * @param {AbortSignal} signal
 * @param {import('./result.js').Progress} [progress]
 * @param {Record<string, any> | null} [begun] what the server told of it
 * @returns {Promise<Ended | null>}
 */
async function follow(view, section, address, signal, progress, begun = null) {
    section.dataset.runAddress = address
    let wait = OFTEN, watched = false, found = begun
    for (let failed = 0; failed < PATIENCE; wait = Math.min(wait * 1.5, SELDOM)) {
        try {
            found ??= await look(address, signal)
            if (found.state === 'gone') {
                view.failure('lost', gone)
                return { status: 'lost' }
            }
            if (!GOING.includes(found.state)) {
                const status = found.state === 'done' ? found.status : found.state
                await view.result(status, address, signal)
                // What there is to fix is shown in the form.
                if (!found.problems?.length) view.reveal()
                return { status, problems: found.problems }
            }
            failed = 0
            progress?.state(found.state)
            if (!watched) {
                watched = await watchIt(section, address, signal)
                if (watched) wait = 10
            }
        } catch (error) {
            if (signal.aborted) return null
            if (!(error instanceof LostError)) throw error
            failed += 1
            wait = Math.max(wait, AWAY)
            progress?.say(gettext('Connection lost. Trying again…'))
        }
        found = null
        await pause(wait, signal)
        if (signal.aborted) return null
    }
    view.failure('lost', () => ({ ...lost(), buttons: [button(gettext('Check again'), () => void resume(section, address), '')] }))
    return null
}

/**
 * Returns what the server tells of the run at *address*. What it came to may be large, and is shown by the server.
 *
 * @param {string} address
 * @param {AbortSignal} signal
 * @returns {Promise<Record<string, any>>}
 */
async function look(address, signal) {
    const answer = await ask(address, { headers: { Accept: 'application/json', Prefer: 'return=minimal' }, signal })
    if (isGone(answer)) return { state: 'gone' }
    const found = answer.ok ? object(await answer.text()) : {}
    // What stands before the server may answer in its place.
    if (!found.state) throw new LostError()
    return found
}

/**
 * Shows what a run tells, which few runs are long enough for; returns whether it is over.
 *
 * @param {HTMLElement} section
 * @param {string} address
 * @param {AbortSignal} signal
 */
async function watchIt(section, address, signal) {
    const going = await import('./run_stream.js').catch(() => null)
    return (await going?.default({ section, address, signal }, tools)) ?? false
}

/**
 * Makes *section* show a run that begins; of another it is silent from now on.
 *
 * @param {HTMLElement} section
 */
function begin(section) {
    shown.get(section)?.abort()
    const controller = new AbortController()
    shown.set(section, controller)
    return controller
}

/**
 * @param {HTMLElement} section
 * @param {string} address
 */
async function cancel(section, address) {
    try {
        const answer = await ask(`${address}/cancel`, { method: 'POST', headers: { Accept: 'application/json' } })
        if (!isGone(answer) && !object(await answer.text()).state) throw new LostError()
    } catch (error) {
        if (!(error instanceof LostError)) throw error
        toast(gettext('Connection lost: the run goes on.'))
        // It can be pressed again.
        section.querySelector('.running [aria-disabled]')?.removeAttribute('aria-disabled')
    }
}

/**
 * Gives the page of a tool the address of its run: a reload shows that.
 *
 * @param {HTMLFormElement} form
 * @param {string} address
 */
function lead(form, address) {
    const tool = new URL(form.action).pathname.replace(/run$/, ''), runs = address.replace(/[^/]*$/, '')
    // A host's own page, and a preview, stay where they are.
    if (![tool, runs].some(place => `${location.pathname}/`.startsWith(place))) return
    const next = new URL(withToken(address), location.href)
    // What is asked for from there is in the language that was chosen.
    for (const [name, chosen] of new URLSearchParams(location.search)) if (['lang', 'locale'].includes(name)) next.searchParams.set(name, chosen)
    history.replaceState(history.state, '', next)
}

/**
 * Tells who keeps the list of runs.
 *
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {string} status
 */
function note(form, address, status) {
    document.dispatchEvent(new CustomEvent('webform:run-listed', { detail: { place: placeFor('runs', form.action), address, status } }))
}

const stillHere = () => gettext('Your input is still here.')
const unsent = () => ({
    label: gettext('Cancelled'), title: gettext('Cancelled'), message: gettext('Nothing was run.'), advice: stillHere(),
})
const unreached = () => ({
    label: gettext('Not sent'), title: gettext('Connection lost'), message: gettext('Trying again never runs it twice.'), advice: stillHere(),
})
const lost = () => ({
    label: gettext('Connection lost'), title: gettext('Connection lost'), message: gettext('The run goes on without this page.'), advice: stillHere(),
})
const gone = () => ({
    label: gettext('Lost'), title: gettext('The run was lost'), message: gettext('There is no run at this address. Runs are private, and kept for a limited time.'), advice: stillHere(),
    buttons: [make('button', { 'type': 'button', 'class': 'btn', 'data-run-again': '' }, gettext('Run again'))],
})
/** Statuses that the same input would come to again. */
const SAME_AGAIN = [401, 402, 403, 413]
/** What to do about a refusal, by its status. */
const ADVICE = new Map([
    // Who may not run it would be refused again.
    [401, stillHere], [402, stillHere], [403, stillHere],
    [413, () => gettext('Your input is too large for this server. Remove a file, or choose a smaller one.')],
    [429, () => gettext('The server is busy. Wait a little, then run it again.')],
])

/**
 * Says why the server did not run what it was sent.
 *
 * @param {number} status
 * @param {Record<string, any>} found
 */
const refusal = (status, found) => ({
    label: gettext('Not run'), title: gettext("Couldn't start the run"), message: found.error?.message ?? gettext('The server answered with status {status}.', { status }),
    advice: ADVICE.get(status)?.() ?? `${stillHere()} ${gettext('Try again.')}`,
})
