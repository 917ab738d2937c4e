// The result beside a form: while it runs, and when it failed before there was a run.
import { mirrored } from './direction.js'
import { button, drawIcon, make, still } from './dom.js'
import { announce } from './notifications.js'
import { tools } from './tools.js'
import { LostError, askResult, parsed } from './transport.js'
import { gettext } from './words.js'

/** What people do who go on without waiting for the result. */
const WENT_ON = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'input']

/**
 * Returns where the result of a form is shown.
 *
 * @param {HTMLFormElement} form
 * @returns {HTMLElement | null}
 */
export const resultOf = form => (form.closest('.cols') ?? document).querySelector('[data-result]')

/**
 * What tells of a run that goes on.
 *
 * @typedef {object} Progress
 * @property {(part: number, bytes: number) => void} sent
 * @property {(name: string) => void} state queued or running
 * @property {(words: string) => void} say
 */

/** @typedef {{label: string, title: string, message: string, advice: string, buttons?: HTMLButtonElement[]}} Words */

/**
 * The place where runs are shown.
 *
 * @typedef {object} View
 * @property {(signal: AbortSignal, cancel: () => void) => Progress} running until the signal is aborted
 * @property {(status: string, words: () => Words) => void} failure that no answer of the tool tells of
 * @property {(status: string, address: string, signal: AbortSignal) => Promise<void>} result what came of the run at an address
 * @property {() => boolean} waits whether somebody did nothing since and waits for it
 * @property {() => void} reveal brings it into sight of who waits for it
 */

/**
 * Returns the view of runs in a result section.
 *
 * @param {HTMLElement} section
 * @returns {View}
 */
export function resultView(section) {
    // Whoever did nothing since Run was pressed waits for the result.
    let waits = false
    // Nobody in the page around a panel is brought into it.
    const bring = () => { if (waits && document.hasFocus()) reveal(section) }
    return {
        running(signal, cancel) {
            waits = true
            for (const name of WENT_ON) addEventListener(name, () => { waits = false }, { signal, passive: true, capture: true })
            return showRunning(section, signal, cancel)
        },
        failure(status, words) {
            const { title, message } = words()
            showFailure(section, status, words)
            announce(`${title}. ${message}`)
            // What there is to fix is shown in the form.
            if (status !== 'invalid') bring()
        },
        async result(status, address, signal) {
            const answer = await askResult(address, section, signal)
            if (!answer.ok) throw new LostError()
            const html = await answer.text()
            let made = parsed(html)
            const styles = newStyles(made)
            if (styles) {
                await loaded(styles)
                // What plays gives up where it waits outside of the page.
                made = parsed(html)
            }
            show(section, status, made)
            decorate(section.parentElement ?? section)
            announce(gettext('Result: {status}', { status: section.querySelector('.state')?.textContent?.trim() ?? status }))
        },
        waits: () => waits,
        reveal: bring,
    }
}

/** What draws a failure once more, in the language of the page. @type {WeakMap<HTMLElement, () => void>} */
const failures = new WeakMap()

/**
 * @param {HTMLElement} section
 * @param {string} status
 * @param {() => Words} words
 */
function showFailure(section, status, words) {
    const { label, title, message, advice, buttons = [] } = words()
    show(section, status, make('div', { class: 'rhead' }, chip(status, label)), make('div', { class: 'failure' },
        status === 'cancelled' ? drawIcon('close') : drawIcon('alert'), make('h2', {}, title), make('p', {}, message), make('p', { class: 'advice' }, advice),
        make('p', { class: 'acts' }, ...buttons)))
    failures.set(section, () => showFailure(section, status, words))
}

/**
 * Draws once more what a script, and no server, shows in *section*; returns whether there is such.
 *
 * @param {HTMLElement} section
 */
export function redraw(section) {
    const draw = failures.get(section)
    draw?.()
    return Boolean(draw)
}

/**
 * @param {HTMLElement} section
 * @param {AbortSignal} signal
 * @param {() => void} cancel
 * @returns {Progress}
 */
function showRunning(section, signal, cancel) {
    const time = make('time', { 'data-elapsed': '' }, '0 s'), words = make('p', { 'data-progress-words': '' })
    const title = make('h2', {}, gettext('Sending')), state = chip('running', gettext('Sending'))
    const progress = make('progress', { class: 'progress', 'aria-label': gettext('Progress') })
    const stop = button(gettext('Cancel'), () => {
        stop.setAttribute('aria-disabled', 'true')
        words.textContent = gettext('Cancelling…')
        cancel()
    }, '')
    show(section, 'running', make('div', { class: 'rhead' }, state),
        make('div', { class: 'running' }, title, time, progress, words, stop))
    section.scrollTop = 0
    elapse(time, signal)
    return {
        sent(part, bytes) {
            if (part < 1) progress.value = part
            else progress.removeAttribute('value')
            words.textContent = part < 1 ? gettext('{sent} of {size} MB sent', { sent: megabytes(part * bytes), size: megabytes(bytes) }) : ''
        },
        state(name) {
            title.textContent = name === 'queued' ? gettext('Waiting for its turn') : gettext('Running…')
            state.textContent = name === 'queued' ? gettext('Waiting') : gettext('Running')
            state.dataset.state = section.dataset.status = name
            progress.removeAttribute('value')
            words.textContent = stop.ariaDisabled ? gettext('Cancelling…') : ''
        },
        say(text) {
            words.textContent = text
        },
    }
}

/** @param {number} bytes */
const megabytes = bytes => (bytes / 1024 / 1024).toFixed(1)

/**
 * Makes what the server wrote livelier: its tabs are tabs, its buttons to copy are there.
 *
 * @param {ParentNode} place
 */
export function decorate(place) {
    for (const element of place.querySelectorAll('[data-copy]')) element.removeAttribute('hidden')
    for (const nav of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(':is([data-result], [data-tabs]) nav.tabs:not([role])'))) makeTabs(nav)
    const section = /** @type {HTMLElement | null} */ (place.querySelector('[data-result]'))
    if (section?.querySelector('[data-view], [data-retry-after], details.as'))
        void import('./views.js').then(({ default: enliven }) => enliven(section, tools), () => {})
}

/**
 * Brings the top of the result to where one looks, unless it stands there: beside the form, or just below a short one.
 *
 * @param {HTMLElement} section
 */
function reveal(section) {
    const { top } = section.getBoundingClientRect()
    if (top >= 0 && top < innerHeight * (isBeside(section) ? 0.5 : 0.25)) return
    section.scrollIntoView({ behavior: still() ? 'instant' : 'smooth', block: 'start' })
    section.focus({ preventScroll: true })
}

/**
 * Returns the link to styles that *made* brings along and the page does not have yet.
 *
 * @param {DocumentFragment} made
 */
function newStyles(made) {
    const link = /** @type {HTMLLinkElement | null} */ (made.querySelector('link[rel="stylesheet"]'))
    return link && document.querySelector(`link[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`) ? null : link
}

/**
 * Puts *styles* into the page and waits for them: what is shown before would move as they come.
 *
 * @param {HTMLLinkElement} styles
 */
const loaded = styles => new Promise(done => {
    styles.onload = styles.onerror = done
    document.head.append(styles)
})

/** @param {HTMLElement} section */
const isBeside = section => getComputedStyle(section).position === 'sticky'

/**
 * Counts the seconds in *time* until *signal* is aborted.
 *
 * @param {HTMLElement} time
 * @param {AbortSignal} signal
 * @param {number} [before] milliseconds that have passed
 */
export function elapse(time, signal, before = 0) {
    const start = performance.now() - before
    const timer = setInterval(() => {
        const seconds = (performance.now() - start) / 1000
        time.textContent = seconds < 60 ? gettext('{count} s', { count: Math.floor(seconds) }) : gettext('{minutes} min {seconds} s', { minutes: Math.floor(seconds / 60), seconds: Math.floor(seconds % 60) })
    }, 250)
    signal.addEventListener('abort', () => clearInterval(timer))
}

/**
 * @param {HTMLElement} section
 * @param {string} status
 * @param {Node[]} content
 */
function show(section, status, ...content) {
    const focused = section.contains(document.activeElement)
    // A page that became shorter would move the form.
    section.style.minBlockSize = status === 'running' && isBeside(section) ? `${section.offsetHeight}px` : ''
    section.dataset.status = status
    section.replaceChildren(...content)
    failures.delete(section)
    // What had the focus is gone.
    if (focused) section.focus({ preventScroll: true })
}

/**
 * @param {string} state
 * @param {string} label
 */
const chip = (state, label) => make('span', { class: 'state', 'data-state': state }, label)

/**
 * Makes tabs of links to parts of the page.
 *
 * @param {HTMLElement} nav
 */
function makeTabs(nav) {
    const home = nav.closest('[data-tabs]') ?? nav.closest('[data-result]') ?? document
    const tabs = Array.from(nav.querySelectorAll('a')).flatMap(tab => {
        const id = decodeURIComponent(tab.hash.slice(1)), panel = home.querySelector(`[id="${CSS.escape(id)}"]`)
        return panel instanceof HTMLElement ? [{ tab, panel, id }] : []
    })
    if (!tabs.length) return
    nav.setAttribute('role', 'tablist')

    /** @param {number} index */
    const choose = index => tabs.forEach(({ tab, panel }, place) => {
        const chosen = place === index
        tab.setAttribute('aria-selected', String(chosen))
        tab.tabIndex = chosen ? 0 : -1
        panel.hidden = !chosen
    })
    tabs.forEach(({ tab, panel, id }, index) => {
        tab.removeAttribute('aria-current')
        tab.setAttribute('role', 'tab')
        tab.setAttribute('aria-controls', id)
        tab.id = `${id}-tab`
        panel.setAttribute('role', 'tabpanel')
        panel.setAttribute('aria-labelledby', tab.id)
        panel.tabIndex = 0
        tab.addEventListener('click', event => {
            event.preventDefault()
            choose(index)
        })
    })
    nav.addEventListener('keydown', event => {
        const now = tabs.findIndex(({ tab }) => tab === document.activeElement)
        const to = new Map([['ArrowRight', now + 1], ['ArrowLeft', now - 1], ['Home', 0], ['End', tabs.length - 1]]).get(mirrored(event.key, nav))
        if (now < 0 || to === undefined) return
        event.preventDefault()
        const next = (to + tabs.length) % tabs.length
        choose(next)
        tabs[next].tab.focus()
    })
    choose(0)
}
