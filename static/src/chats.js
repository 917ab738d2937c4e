// Conversations with a tool: this browser knows their runs, the server their messages.
import { gettext, locale } from './words.js'

/** @typedef {import('./store.js').Past & {earlier?: string[]}} Chat its last run, and the runs before */

const MOST = 30

/**
 * @param {HTMLElement} part
 * @param {Tools} tools
 */
export default function listChats(part, { LostError, announce, ask, button, keep, kept, make, renewItems, runsAt, toast }) {
    const { chats: path = '', runs: base = '' } = part.dataset, place = `webform:chats:${path}`, menu = part.querySelector('details')
    const list = part.querySelector('ul') ?? make('ul'), link = /** @type {HTMLAnchorElement} */ (part.querySelector(':scope > a')), fresh = link.pathname
    /** What each is called, by the address of its last run. @type {Map<string, string>} */
    const names = new Map()
    const chats = () => /** @type {Chat[]} */ (runsAt(place))
    /** @param {Chat} chat */
    const runsOf = ({ address, earlier }) => [address, ...Array.isArray(earlier) ? earlier : []].filter(run => String(run).startsWith(`${base}/`))
    /** @param {Chat[]} left */
    const put = left => {
        keep(place, left.length ? left : null)
        renewItems(list, left.map(line))
        if (menu) menu.hidden = !left.length
    }
    /** @param {Chat} chat */
    const line = chat => {
        const { address, when } = chat, at = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(when)
        const name = names.get(address) ?? at, open = make('a', { href: address }, name)
        if (address === location.pathname) open.setAttribute('aria-current', 'page')
        const remove = button(gettext('Delete'), () => void drop(chat, name), 'small ghost')
        remove.setAttribute('aria-label', gettext('Delete {name}', { name }))
        return make('li', {}, open, make('small', {}, at), remove)
    }
    /** Asks what was said first in each: only who knows their runs may. */
    async function look() {
        const asked = chats()
        if (!asked.length) return
        const query = new URLSearchParams(asked.map(({ address }) => ['run', address.slice(base.length + 1)]))
        const answer = await ask(`${base}?${query}`, { headers: { Accept: 'application/json' } })
        if (!answer.ok) return
        for (const { run, title } of (await answer.json()).runs) names.set(`${base}/${run}`, title)
        // What the server no longer keeps is gone.
        put(chats().filter(({ address }) => names.has(address) || !asked.some(chat => chat.address === address)))
    }
    /**
     * @param {Chat} chat
     * @param {string} name
     */
    async function drop(chat, name) {
        try {
            for (const run of runsOf(chat)) {
                const answer = await ask(run, { method: 'DELETE' })
                if (!answer.ok && answer.status !== 404) throw new LostError()
            }
        } catch (error) {
            if (!(error instanceof LostError)) throw error
            return toast(gettext('The conversation could not be deleted. Try again.'))
        }
        put(chats().filter(({ address }) => address !== chat.address))
        if (chat.address === location.pathname) return location.assign(fresh)
        announce(gettext('Deleted: {name}', { name }));
        (list.querySelector('button') ?? link).focus()
    }

    document.addEventListener('webform:run-listed', event => {
        if (!(event instanceof CustomEvent) || event.detail.place !== `webform:runs:${path}`) return
        const { address, status } = event.detail, all = chats(), before = location.pathname
        keep(place, address, 'sessionStorage')
        const known = all.find(chat => runsOf(chat).some(run => run === before || run === address))
        const earlier = known ? runsOf(known).filter(run => run !== address) : []
        put([{ address, when: Date.now(), status, earlier }, ...all.filter(chat => chat !== known)].slice(0, MOST))
        if (known) names.set(address, names.get(known.address) ?? '')
        if (!names.get(address)) look().catch(() => {})
    })
    menu?.addEventListener('toggle', () => { if (menu.open) look().catch(() => {}) })
    document.addEventListener('click', ({ target }) => { if (menu && target instanceof Node && !menu.contains(target) && target.isConnected) menu.open = false })
    document.addEventListener('webform:language', () => put(chats()))
    put(chats())
    // The page around a panel does not know the run that its frame is at.
    const now = document.body.matches('.panel') && location.pathname === fresh ? kept(place, 'sessionStorage') : null
    link.addEventListener('click', () => keep(place, null, 'sessionStorage'))
    if (typeof now === 'string' && now.startsWith(`${base}/`))
        ask(now, { headers: { Accept: 'application/json', Prefer: 'return=minimal' } }).then(({ ok }) => { if (ok) location.replace(now) }, () => {})
}
