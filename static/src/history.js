// Earlier runs of a tool, known to this browser alone.
import { gettext, moment } from './words.js'

/** @typedef {import('./store.js').Past} Past */

const GOING = ['queued', 'running']
const words = () => new Map([['ok', gettext('Done')], ['error', gettext('Failed')], ['invalid', gettext('Not accepted')], ['authorize', gettext('Permission needed')],
    ['scheduled', gettext('Scheduled')], ['cancelled', gettext('Cancelled')], ['lost', gettext('Lost')], ['queued', gettext('Waiting')], ['running', gettext('Running')]])

/**
 * Lists the runs that are kept at *place* in *section*; returns what shows a run whose state has changed there.
 *
 * @param {HTMLElement} section
 * @param {string} place
 * @param {Tools & Pick<typeof import('./transport.js'), 'newKey' | 'object'>} tools
 * @returns {(address: string, status: string) => void}
 */
export default function listRuns(section, place, tools) {
    const { LostError, MAX_RUNS, RUNS, announce, ask, button, keep, keepRun, make, newKey, object, renewItems, runsAt, toast, tokenHeader, visitor, withToken } = tools
    /** What each run was sent, by its address. @type {Map<string, {label: string, value: string}[]>} */
    const inputs = new Map()
    /** Runs that are run again: their page comes in a moment. @type {Set<string>} */
    const begun = new Set()
    const list = section.querySelector('ul') ?? section.appendChild(make('ul')), count = section.querySelector('[data-count]')

    const runs = () => runsAt(place).slice(0, MAX_RUNS)
    /** @param {Past[]} left */
    const put = left => {
        const ticked = new Set(Array.from(list.querySelectorAll(':checked'), tick => /** @type {HTMLInputElement} */ (tick).value))
        keep(place, left.length ? left : null)
        renewItems(list, left.map(line))
        for (const tick of list.querySelectorAll('input')) tick.checked = ticked.has(tick.value)
        previous(left)
        if (count) count.textContent = String(left.length)
        section.hidden = !left.length
    }
    /**
     * @param {string} address
     * @param {string} status
     */
    const changed = (address, status) => {
        put(runs())
        if (!GOING.includes(status) && !inputs.has(address)) look().catch(() => {})
    }
    /** @param {Past} past */
    const line = ({ address, when, status }) => {
        const at = moment(when)
        const acts = [button(gettext('Run again'), () => void again(address), 'small ghost'), button(gettext('Delete'), () => void drop(address, at), 'small ghost')]
        acts[0].setAttribute('aria-label', gettext('Run again what was run at {at}', { at }))
        acts[1].setAttribute('aria-label', gettext('Delete the run of {at}', { at }))
        const sent = inputs.get(address)?.map(({ label, value }) => make('span', {}, make('b', {}, `${label} `), value)) ?? []
        const tick = make('input', { 'type': 'checkbox', 'data-select-run': '', 'value': address.replace(/^.*\//, ''), 'aria-label': gettext('Compare the run of {at}', { at }) })
        return make('li', {}, tick, make('a', { href: withToken(address) }, at),
            make('span', { class: 'state', 'data-state': status }, words().get(status) ?? status),
            make('span', { class: 'acts' }, make('a', { 'class': 'btn small ghost', 'href': withToken(address), 'aria-label': gettext('Edit and run what was run at {at}', { at }) }, gettext('Edit')), ...acts),
            make('p', { class: 'more' }, ...sent))
    }
    /**
     * Offers the page of a run to be compared with the run before it.
     *
     * @param {Past[]} past
     */
    function previous(past) {
        const link = document.querySelector('a[data-compare]'), at = past.findIndex(({ address }) => address === location.pathname)
        const before = at < 0 ? undefined : past[at + 1]
        if (!(link instanceof HTMLAnchorElement) || !before) return
        const [id, now] = [before.address, location.pathname].map(address => address.replace(/^.*\//, ''))
        link.search = String(new URLSearchParams({ a: id, b: now }))
        link.textContent = gettext('Compare with previous run')
    }
    /**
     * Runs once more what was run; where somebody has to look at it before, its page is where that is done.
     *
     * @param {string} address
     */
    async function again(address) {
        if (begun.has(address)) return
        begun.add(address)
        try {
            const headers = { 'Accept': 'application/json', 'Prefer': 'respond-async', 'Idempotency-Key': newKey(), ...visitor(), ...tokenHeader() }
            const answer = await ask(`${address}/again`, { method: 'POST', headers }), made = answer.headers.get('Location')
            if (made && answer.status === 202) keepRun(place, new URL(made, location.href).pathname, 'running')
            location.assign(withToken(made && answer.status === 202 ? made : address))
        } catch (error) {
            begun.delete(address)
            if (!(error instanceof LostError)) throw error
            toast(gettext('The server cannot be reached: nothing was run. Try again.'))
        }
    }
    /** Asks what the runs were sent, and how they are now: only who knows their ids may. */
    async function look() {
        const asked = runs(), first = asked[0]?.address
        if (!first) return
        const base = first.replace(/[^/]*$/, ''), query = new URLSearchParams(asked.map(({ address }) => ['run', address.slice(base.length)]))
        const answer = await ask(`${base.replace(/\/$/, '')}?${query}`, { headers: { Accept: 'application/json' } })
        const known = new Map((object(await answer.text()).runs ?? []).map((/** @type {any} */ run) => [base + run.run, run]))
        if (!answer.ok) return
        put(runs().map(past => {
            const now = known.get(past.address)
            if (now) inputs.set(past.address, now.inputs)
            return now ? { ...past, status: now.state } : GOING.includes(past.status) ? { ...past, status: 'lost' } : past
        }))
    }
    /**
     * @param {string} address
     * @param {string} at
     */
    async function drop(address, at) {
        try {
            const answer = await ask(address, { method: 'DELETE' })
            if (!answer.ok && answer.status !== 404) throw new LostError()
        } catch {
            toast(gettext('The run could not be deleted: the server cannot be reached. Try again.'))
            return
        }
        put(runs().filter(run => run.address !== address))
        // The page goes on as that of the tool.
        if (location.pathname === address) history.replaceState(history.state, '', place.slice(RUNS.length))
        announce(gettext('The run of {at} is deleted.', { at }))
        const next = /** @type {HTMLElement | null} */ (list.querySelector('button') ?? document.querySelector('[data-run]'))
        next?.focus()
    }

    section.querySelector('[data-compare-selected]')?.addEventListener('click', event => {
        const { compare = '' } = /** @type {HTMLElement} */ (event.currentTarget).dataset
        void import('./compare_runs.js').then(({ default: compareSelected }) => compareSelected(list, compare, toast))
    })
    document.addEventListener('webform:language', () => put(runs()))
    put(runs())
    look().catch(() => {})
    return changed
}
