// The page of one's runs of all tools: this browser knows which they are, the server their state.
import { fits } from './catalogue.js'
import { gettext, moment, ngettext } from './words.js'

/** Runs that are asked for at once, and milliseconds between two looks at those that go on. */
const BATCH = 50, LOOK = 2000

/** @typedef {{place: string, address: string, when: number}} Own */

/**
 * @param {HTMLElement} section
 * @param {Tools} tools
 */
export default function listRuns(section, tools) {
    const { LostError, RUNS, announce, ask, button, debounce, keep, make, parsed, runsAt, toast } = tools
    const { address = '', compare = '' } = section.dataset
    /** @param {string} selector */
    const part = selector => /** @type {HTMLElement} */ (section.querySelector(selector))
    const list = part('ul'), acts = part('[data-runs-actions]'), more = part('[data-more]'), none = part('[data-no-runs]'), notice = part('[data-runs-notice]')
    const words = /** @type {HTMLInputElement} */ (document.getElementById('q')), state = /** @type {HTMLSelectElement} */ (document.getElementById('state'))
    const lines = () => /** @type {HTMLElement[]} */ ([...list.children])
    const left = own(address, RUNS, runsAt)
    /** @type {Own[]} */
    const gone = []

    /** @param {string[]} ids */
    async function linesOf(ids) {
        const answer = await ask(`${address}?${new URLSearchParams(ids.map(id => ['run', id]))}`, { headers: { 'Accept': 'text/html', 'Webform-Fragment': 'runs' } })
        if (!answer.ok) throw new LostError()
        const made = /** @type {HTMLElement[]} */ ([...parsed(await answer.text()).querySelectorAll('li')])
        return new Map(made.map(line => [line.dataset.line ?? '', line]))
    }
    /** Lists some more runs, newest first. */
    async function next() {
        if (!left.length) return
        const batch = left.slice(0, BATCH), found = await linesOf(batch.map(idOf))
        left.splice(0, batch.length)
        for (const run of batch) {
            const line = found.get(idOf(run))
            if (!line) gone.push(run)
            else if (!list.querySelector(`[data-line="${CSS.escape(idOf(run))}"]`)) list.append(enliven(line))
        }
    }
    /** @param {HTMLElement} line */
    function enliven(line) {
        const time = line.querySelector('time'), at = time ? moment(new Date(time.dateTime)) : ''
        if (time) time.textContent = at
        const called = `${line.querySelector('strong')?.textContent}, ${at}`
        const tick = line.querySelector('input'), remove = line.querySelector('[data-delete]')
        tick?.setAttribute('aria-label', gettext('Compare the run of {name}', { name: called }))
        remove?.setAttribute('aria-label', gettext('Delete the run of {name}', { name: called }))
        for (const control of [tick, remove]) control?.removeAttribute('hidden')
        remove?.addEventListener('click', () => void drop(line, called))
        return line
    }
    /** @param {Own[]} runs */
    function removeFromStore(runs) {
        for (const place of new Set(runs.map(run => run.place))) {
            const past = runsAt(place).filter(run => !runs.some(({ address }) => address === run.address))
            keep(place, past.length ? past : null)
        }
    }
    /**
     * @param {HTMLElement} line
     * @param {string} called
     */
    async function drop(line, called) {
        try {
            const run = `${address}/${line.dataset.line}`, answer = await ask(run, { method: 'DELETE' })
            if (!answer.ok && answer.status !== 404) throw new LostError()
            removeFromStore(own(address, RUNS, runsAt).filter(known => known.address === run))
        } catch (error) {
            if (!(error instanceof LostError)) throw error
            return void toast(gettext('The run could not be deleted: the server cannot be reached. Try again.'))
        }
        const seen = lines().filter(({ hidden }) => !hidden), at = seen.indexOf(line), after = seen[at + 1] ?? seen[at - 1]
        line.remove()
        announce(gettext('The run of {name} is deleted.', { name: called }))
        show();
        (/** @type {HTMLElement | null | undefined} */ (after?.querySelector('[data-delete]')) ?? section).focus()
    }
    /** Shows the lines that fit what is looked for, and says so where none does. */
    function show() {
        for (const line of lines())
            line.hidden = !fits(line.dataset.search ?? '', words.value.trim()) || (state.value !== '' && line.dataset.status !== state.value)
        const shown = lines().some(line => !line.hidden), any = lines().length > 0
        list.hidden = acts.hidden = !shown
        more.hidden = !left.length
        none.hidden = shown || !notice.hidden && !any
        const [title, advice] = any ? [gettext('No runs match'), gettext('Try other words, or another state.')] : [gettext('No runs yet'), gettext('Run a tool, and the run is listed here.')]
        none.querySelector('h2')?.replaceChildren(title)
        none.querySelector('p')?.replaceChildren(advice)
    }
    /**
     * @param {string} text
     * @param {HTMLElement} act
     */
    function say(text, act) {
        notice.replaceChildren(make('span', {}, text), act)
        notice.hidden = false
    }
    let loading = Promise.resolve()
    /**
     * Lists more runs, after those that are asked for already: a batch, or all there are.
     *
     * @param {boolean} [all]
     */
    const load = all => {
        const act = () => loadMore(all)
        return loading = loading.then(act, act)
    }
    /** @param {boolean} [all] */
    async function loadMore(all) {
        const before = lines().length
        notice.hidden = true
        try {
            do await next()
            while (all && left.length)
        } catch (error) {
            if (!(error instanceof LostError)) throw error
            say(gettext('The server cannot be reached.'), button(gettext('Try again'), () => void load(all)))
        }
        if (gone.length && notice.hidden)
            say(ngettext('{count} run has expired.', '{count} runs have expired.', gone.length, { count: gone.length }), button(gettext('Remove from the list'), () => {
                removeFromStore(gone.splice(0))
                notice.hidden = true
                show()
                section.focus()
            }))
        const focused = document.activeElement === more
        show()
        // The button is gone: one goes on at the first run that it brought.
        if (focused && more.hidden) (lines()[before]?.querySelector('a') ?? section).focus()
    }
    /** Brings up to date what goes on, while somebody looks. */
    async function look() {
        const going = lines().filter(line => ['queued', 'running'].includes(line.dataset.status ?? '')).slice(0, BATCH)
        if (!going.length || document.hidden) return
        const found = await linesOf(going.map(line => line.dataset.line ?? ''))
        for (const line of going) {
            const now = found.get(line.dataset.line ?? ''), chip = now?.querySelector('.state')
            if (!now || !chip || now.dataset.status === line.dataset.status) continue
            line.dataset.status = now.dataset.status
            line.querySelector('.state')?.replaceWith(chip)
        }
        show()
    }

    const tell = debounce(() => {
        const count = lines().filter(line => !line.hidden).length
        announce(ngettext('{count} run matches', '{count} runs match', count, { count }))
    }, 600, new AbortController().signal)
    for (const control of [words, state])
        control.addEventListener('input', () => void (left.length ? load(true) : Promise.resolve(show())).then(tell))
    more.addEventListener('click', () => void load())
    part('[data-compare-selected]').addEventListener('click', () => void import('./compare_runs.js').then(({ default: compareSelected }) => compareSelected(list, compare, toast)))
    setInterval(() => void look().catch(() => {}), LOOK)
    document.querySelector('[data-find]')?.removeAttribute('hidden')
    for (const line of lines()) enliven(line)
    void load()
}

/** @param {Own} run */
const idOf = ({ address }) => address.replace(/^.*\//, '')

/**
 * Returns one's runs of all tools whose runs are below *address*, newest first.
 *
 * @param {string} address
 * @param {string} prefix of the places they are kept at
 * @param {Tools['runsAt']} runsAt
 * @returns {Own[]}
 */
function own(address, prefix, runsAt) {
    try {
        return Object.keys(localStorage).filter(place => place.startsWith(prefix))
            .flatMap(place => runsAt(place).map(run => ({ ...run, place })))
            .filter(run => run.address.startsWith(`${address}/`)).sort((a, b) => b.when - a.when)
    } catch {
        return []
    }
}
