// One's own runs of a tool, known to this browser alone.
import { button, make } from './dom.js'
import { announce, toast } from './say.js'
import { keep, kept, placeFor } from './store.js'
import { LostError, ask, object } from './transport.js'

/** @typedef {{address: string, when: number, status: string}} Past */

const MOST = 20
const GOING = ['queued', 'running']
const WORDS = new Map([['ok', 'Done'], ['error', 'Failed'], ['invalid', 'Not accepted'], ['authorize', 'Permission needed'],
    ['scheduled', 'Scheduled'], ['cancelled', 'Cancelled'], ['lost', 'Lost'], ['queued', 'Waiting'], ['running', 'Running']])

/**
 * Lists the runs of the tool of *form* in *section*, and keeps the list.
 *
 * @param {HTMLElement} section
 * @param {HTMLFormElement} form
 */
export function listRuns(section, form) {
    const place = placeFor('runs', form.action), list = section.querySelector('ul') ?? section.appendChild(make('ul'))

    /** @returns {Past[]} */
    const runs = () => {
        const found = kept(place)
        return Array.isArray(found) ? found.filter(isPast).slice(0, MOST) : []
    }
    /** @param {Past[]} left */
    const put = left => {
        keep(place, left.length ? left : null)
        list.replaceChildren(...left.map(line))
        section.hidden = !left.length
    }
    /**
     * @param {string} address
     * @param {string} status
     */
    const note = (address, status) => {
        const past = runs(), known = past.find(each => each.address === address)
        if (known) known.status = status
        else if (GOING.includes(status)) past.unshift({ address, when: Date.now(), status })
        put(past.slice(0, MOST))
    }
    /** @param {Past} past */
    const line = ({ address, when, status }) => {
        const at = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(when)
        const forget = button('Forget', () => void drop(address, at), 'small ghost')
        forget.setAttribute('aria-label', `Forget the run of ${at}`)
        return make('li', {}, make('a', { href: address }, at),
            make('span', { class: 'state', 'data-state': status }, WORDS.get(status) ?? status), forget)
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
            toast('The run could not be forgotten: the server cannot be reached. Try again.')
            return
        }
        put(runs().filter(each => each.address !== address))
        announce(`The run of ${at} is forgotten.`)
        const next = /** @type {HTMLElement | null} */ (list.querySelector('button') ?? document.querySelector('[data-run]'))
        next?.focus()
    }

    put(runs())
    for (const { address, status } of runs())
        if (GOING.includes(status))
            ask(address, { headers: { Accept: 'application/json' } }).then(async answer => {
                const run = answer.status === 404 ? { state: 'lost' } : object(await answer.text())
                if (run.state) note(address, run.status ?? run.state)
            }, () => {})
    document.addEventListener('webform:noted', event => {
        if (event instanceof CustomEvent && event.detail.place === place) note(event.detail.address, event.detail.status)
    })
}

/**
 * @param {any} found
 * @returns {found is Past}
 */
function isPast(found) {
    // What is stored may be anybody's: only addresses of this site become links.
    return typeof found?.address === 'string' && /^\/[^/\\]/.test(found.address)
        && typeof found.when === 'number' && typeof found.status === 'string'
}
