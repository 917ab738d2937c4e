// A run that goes on: its events are shown as they come, over a stream, or by asking now and then where there is none.
import { handleQuestions } from './questions.js'
import { gettext } from './words.js'

/** @typedef {Record<string, any>} Facts */
/** @typedef {(kind: string, facts: Facts) => void} Hear */

const GOING = ['queued', 'running'], ENDS = ['done', 'failed']
const KINDS = ['state', 'progress', 'log', 'chunk', 'partial', 'ask', 'answered', ...ENDS]
/** How often in a row the server may not answer before it is let go. */
const PATIENCE = 60
/** Milliseconds between two looks where there is no stream; between two times that something is drawn, or said. */
const LOOK = 1000, DRAW = 60, RENEW = 700, SAY = 10_000
/** Lines of a log that stay on the page: all of them are in the result. */
const LINES = 500
const away = () => gettext('Connection lost. Trying again…')
/** A page has one stream: a browser has six for all pages of a site. */
let streaming = false

/**
 * Shows in *section* what the run at *address* tells, until it is over.
 *
 * @param {{section: HTMLElement, address: string, signal: AbortSignal}} run
 * @param {Tools} tools
 * @returns {Promise<boolean>} whether it is over; else the server is out of reach
 */
export default async function watch({ section, address, signal }, tools) {
    const { LostError, announce, askResult, parsed } = tools
    const controller = new AbortController(), over = controller.signal
    signal.addEventListener('abort', () => controller.abort())
    const shown = async () => {
        const answer = await askResult(address, section, over)
        if (!answer.ok) throw new LostError()
        return parsed(await answer.text())
    }
    try {
        const after = await prepare(section, shown)
        if (after === null) return true
        const asked = section.querySelector('[data-question] > p')?.textContent
        if (asked) announce(gettext('The tool asks: {message}', { message: asked }))
        return await listen(address, after, over, place(section, shown, over, tools), tools)
    } catch (error) {
        if (signal.aborted || error instanceof LostError) return false
        throw error
    } finally {
        controller.abort()
    }
}

/**
 * Makes room in *section* for what a run tells, as the server would have; returns the number of the last event that is
 * shown, or null where the run is over.
 *
 * @param {HTMLElement} section
 * @param {() => Promise<DocumentFragment>} shown
 */
async function prepare(section, shown) {
    const there = /** @type {HTMLElement | null} */ (section.querySelector('[data-last-event]'))
    if (there) return Number(there.dataset.lastEvent)
    const made = await shown(), going = /** @type {HTMLElement | null} */ (made.querySelector('[data-last-event]'))
    const running = section.querySelector('.running')
    if (!going || !running) return null
    for (const name of ['progress', '[data-progress-words]']) running.querySelector(name)?.replaceWith(...going.querySelectorAll(name))
    running.querySelector('[data-progress-words]')?.after(...going.querySelectorAll('[data-stream="questions"]'))
    running.after(...made.querySelectorAll('[data-stream]'))
    return Number(going.dataset.lastEvent)
}

/**
 * Returns what shows each event in *section*.
 *
 * @param {HTMLElement} section
 * @param {() => Promise<DocumentFragment>} shown the section as the server has it now
 * @param {AbortSignal} signal
 * @param {Tools} tools
 * @returns {Hear}
 */
function place(section, shown, signal, tools) {
    const { announce, make } = tools
    /** @param {string} name */
    const part = name => /** @type {HTMLElement | null} */ (section.querySelector(`[data-stream="${name}"]`))
    const words = section.querySelector('[data-progress-words]')
    /** @param {string} text */
    const tell = text => { if (words) words.textContent = text }
    const text = part('text')?.querySelector('.text'), log = part('log')?.querySelector('.log'), lines = log?.querySelector('ol')
    if (log) log.scrollTop = log.scrollHeight
    /** @type {Facts[]} */
    let logged = []
    let arrived = ''
    const draw = inTurn(() => {
        if (arrived && text) {
            text.append(arrived)
            part('text')?.removeAttribute('hidden')
        }
        if (logged.length && log && lines) {
            part('log')?.removeAttribute('hidden')
            const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 8
            lines.append(...logged.slice(-LINES).map(facts => line(facts, make)))
            while (lines.children.length > LINES) lines.firstChild?.remove()
            if (atEnd) log.scrollTop = log.scrollHeight
        }
        arrived = ''
        logged = []
    }, DRAW, signal)
    const renew = inTurn(() => void shown().then(made => {
        for (const name of ['value', 'questions']) {
            const now = made.querySelector(`[data-stream="${name}"]`), before = part(name)
            // A conversation has room for what is asked once something is.
            if (now && !before && name === 'questions') section.querySelector('[data-transcript]')?.after(now)
            if (!now || !before || signal.aborted || now.innerHTML === before.innerHTML) continue
            // What is being filled in stays.
            if (name === 'questions' && before.querySelector('form') && now.querySelectorAll('form').length === before.querySelectorAll('form').length) continue
            before.replaceChildren(...now.childNodes)
            if (name === 'questions') head()
        }
    }, () => {}), RENEW, signal)
    let toAnnounce = '', inQueue = section.dataset.status === 'queued'
    const speak = inTurn(() => { if (toAnnounce) announce(toAnnounce); toAnnounce = '' }, SAY, signal)
    handleQuestions(section, signal, tools, tell)
    const head = (waits = false) => {
        const title = section.querySelector('.running h2'), cancel = section.querySelector('.running > button, .running [data-cancel]')
        const asked = section.querySelector('[data-question]')
        if (title) title.textContent = waits ? gettext('Waiting for its turn') : asked ? gettext('The tool waits for your answer') : gettext('Running…')
        if (cancel) cancel.textContent = asked ? gettext('Cancel the run') : gettext('Cancel')
    }

    /** @type {Record<string, (facts: Facts) => void>} */
    const acts = {
        away: () => tell(away()),
        state({ state, place }) {
            const waits = state === 'queued', chip = section.querySelector('.rhead .state')
            head(waits)
            if (chip instanceof HTMLElement) {
                chip.textContent = waits ? gettext('Waiting') : gettext('Running')
                chip.dataset.state = section.dataset.status = state
            }
            if (waits && place) tell(toAnnounce = gettext('Number {place} in the queue.', { place }))
            else if (inQueue || words?.textContent === away()) tell('')
            inQueue = Boolean(waits && place)
            speak()
        },
        progress({ done, total, message, place }) {
            const bar = section.querySelector('progress'), words = place ? gettext('Number {place} in the queue.', { place }) : message
            if (bar && total) Object.assign(bar, { max: total, value: Math.min(done, total) })
            else bar?.removeAttribute('value')
            tell(words)
            toAnnounce = total ? `${gettext('{percent} % done.', { percent: Math.floor(100 * Math.min(done / total, 1)) })} ${words}` : words
            speak()
        },
        chunk(facts) { arrived += facts.text; draw() },
        log(facts) { logged.push(facts); draw() },
        partial: renew,
        answered: renew,
        ask({ message }) {
            announce(gettext('The tool asks: {message}', { message }))
            renew()
        },
    }
    return (kind, facts) => acts[kind]?.(facts)
}

/** What the server logs itself, by its English words. */
const OURS = new Map([
    ['The tool tells more than is kept; the rest is left out.', () => gettext('The tool tells more than is kept; the rest is left out.')],
    ['The process that was at work on this run has ended; it starts again.', () => gettext('The process that was at work on this run has ended; it starts again.')],
])

/**
 * @param {Facts} facts
 * @param {Tools['make']} make
 */
function line({ level, message, extra }, make) {
    const made = make('li', { 'data-level': level })
    if (level !== 'info') made.append(make('b', {}, level), ' ')
    made.append(OURS.get(message)?.() ?? message)
    if (extra) made.append(' ', make('small', {}, JSON.stringify(extra)))
    return made
}

/**
 * Hears the events of a run after a number; returns whether it is over, or else the server is out of reach.
 *
 * @param {string} address
 * @param {number} after
 * @param {AbortSignal} signal
 * @param {Hear} hear
 * @param {Tools} tools
 * @returns {Promise<boolean>}
 */
async function listen(address, after, signal, hear, tools) {
    if (streaming || !tools.streams) return look(address, after, signal, hear, tools)
    streaming = true
    const source = new EventSource(`${address}/events?after=${after}`)
    let failed = 0
    /** @type {'over' | 'away' | 'none'} */
    const end = await new Promise(done => {
        signal.addEventListener('abort', () => done('away'))
        for (const kind of KINDS)
            source.addEventListener(kind, event => {
                failed = 0
                after = Number(event.lastEventId) || after
                hear(kind, JSON.parse(event.data))
                if (ENDS.includes(kind)) done('over')
            })
        source.onerror = () => {
            if (source.readyState === EventSource.CLOSED) return done('none')
            if (++failed >= PATIENCE) return done('away')
            hear('away', {})
        }
    })
    source.close()
    streaming = false
    return end === 'none' ? look(address, after, signal, hear, tools) : end === 'over'
}

/**
 * Does as listen, by asking now and then.
 *
 * @param {string} address
 * @param {number} after
 * @param {AbortSignal} signal
 * @param {Hear} hear
 * @param {Tools} tools
 * @returns {Promise<boolean>}
 */
async function look(address, after, signal, hear, { LostError, ask, isGone }) {
    for (let failed = 0; failed < PATIENCE && !signal.aborted;) {
        try {
            const answer = await ask(`${address}?after=${after}`, { headers: { Accept: 'application/json', Prefer: 'return=minimal' }, signal })
            if (isGone(answer)) return true
            const found = await answer.json().catch(() => ({}))
            if (!answer.ok || !found.events) throw new LostError()
            failed = 0
            for (const { id, event, data } of found.events) {
                after = id
                hear(event, data)
            }
            if (!GOING.includes(found.state)) return true
            hear('state', found)
        } catch (error) {
            if (signal.aborted) return false
            if (!(error instanceof LostError)) throw error
            failed += 1
            hear('away', {})
        }
        await new Promise(done => { setTimeout(done, LOOK) })
    }
    return false
}

/**
 * Returns a function that does *act* soon after it is called, and once in so many milliseconds.
 *
 * @param {() => void} act
 * @param {number} wait
 * @param {AbortSignal} signal after which it is never done
 */
function inTurn(act, wait, signal) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    let last = -Infinity
    return () => {
        timer ??= setTimeout(() => {
            timer = undefined
            last = performance.now()
            if (!signal.aborted) act()
        }, Math.max(0, Math.min(wait, wait - (performance.now() - last))))
    }
}
