// Scripts of single views, loaded where there is one; and the ways to look at a result, without a page of their own.
import { gettext } from './words.js'

/** @type {Map<string, () => Promise<{default: (section: HTMLElement, tools: Tools) => unknown}>>} */
const MODULES = new Map(Object.entries({
    chart: () => import('./outputs/chart.js'),
    map: () => import('./outputs/map.js'),
    table: () => import('./outputs/table.js'),
    image_compare: () => import('./outputs/image_compare.js'),
}))

/**
 * Makes the views in *place* livelier. A module that does not load leaves what the server wrote.
 *
 * @param {HTMLElement} place
 * @param {Tools} tools
 */
export default function enliven(place, tools) {
    const below = /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('[data-view]'))
    for (const section of place.dataset.view ? [place, ...below] : below) {
        const module = MODULES.get(section.dataset.view ?? '')?.()
        module?.then(script => script.default(section, tools)).catch(() => {}).finally(() => { section.dataset.ready = '' })
    }
    if (place.querySelector('time[data-moment]')) void import('./outputs/_moments.js').then(moments => moments.default(place), () => {})
    if (!place.matches('[data-result]')) return
    look(place, tools)
    const again = place.querySelector('[data-retry-after]')
    if (again instanceof HTMLElement) void import('./retry_countdown.js').then(({ default: countDown }) => countDown(again, tools), () => {})
}

/**
 * Looks at a result in other ways within the page: each link and form that does is asked for, and its view exchanged.
 *
 * @param {HTMLElement} place
 * @param {Tools} tools
 */
function look(place, tools) {
    const { LostError, announce, askResult, parsed, toast } = tools
    if (place.dataset.enhanced) return
    place.dataset.enhanced = 'true'
    /** What was asked for last, by the id of its view. @type {Map<string, string>} */
    const asked = new Map()
    /** @param {string} address @param {Element} from */
    const show = async (address, from) => {
        const old = from.closest('section[data-at]')
        if (!old) return location.assign(address)
        old.setAttribute('aria-busy', 'true')
        asked.set(old.id, address)
        try {
            const answer = await askResult(address, place)
            if (asked.get(old.id) !== address) return
            const made = parsed(await answer.text()).querySelector(`[id="${CSS.escape(old.id)}"]`)
            if (!answer.ok || !(made instanceof HTMLElement)) return location.assign(address)
            const focused = old.contains(document.activeElement) && keyOf(document.activeElement)
            old.replaceWith(made)
            place.dataset.look = address
            for (const element of made.querySelectorAll('[data-copy]')) element.removeAttribute('hidden')
            // As if it alone had come.
            enliven(made, tools)
            const again = focused && [...made.querySelectorAll('a, input, summary')].find(element => keyOf(element) === focused)
            // What is gone, or folded away by now, leaves the focus to what is next to it.
            const next = [again, again && again.closest('details')?.querySelector('summary'), made.querySelector('.pages [rel]'), ...made.querySelectorAll('summary, a')]
                .find(element => element instanceof HTMLElement && element.checkVisibility())
            if (focused && next instanceof HTMLElement) next.focus({ preventScroll: true })
            const found = made.querySelector('.pages > span, .nothing, .vhead > small')
            announce(found?.textContent ?? gettext('Shown'))
        } catch (error) {
            if (!(error instanceof LostError)) throw error
            old.removeAttribute('aria-busy')
            toast(gettext('The server cannot be reached. Nothing was changed; try again.'))
        }
    }
    menus(place)
    place.addEventListener('click', event => {
        const link = event.target instanceof Element && event.target.closest('a[data-look]')
        if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        void show(link.href, link)
    })
    place.addEventListener('submit', event => {
        const form = event.target
        if (!(form instanceof HTMLFormElement) || !form.matches('[data-look]')) return
        event.preventDefault()
        void show(`${form.action}?${new URLSearchParams(/** @type {any} */ (new FormData(form)))}`, form)
    })
}

/**
 * Makes the menus of a result work as menus do: arrow keys go through one, Escape and a choice close it.
 *
 * @param {HTMLElement} place
 */
function menus(place) {
    const ITEMS = 'a, button:not([hidden]), input'
    /** @param {Element | null} [but] */
    const fold = but => {
        for (const menu of place.querySelectorAll('details.as[open]')) if (!but || !menu.contains(but)) menu.removeAttribute('open')
    }
    document.addEventListener('click', event => {
        const pressed = event.target instanceof Element ? event.target : null
        fold(pressed)
        const menu = pressed?.closest('a[download]')?.closest('details.as')
        menu?.removeAttribute('open')
        menu?.querySelector('summary')?.focus()
    })
    place.addEventListener('focusout', event => {
        // What has no place to go to, such as a click on nothing, is seen to by the click.
        if (event.relatedTarget instanceof Element) fold(event.relatedTarget)
    })
    place.addEventListener('keydown', event => {
        const menu = event.target instanceof Element && event.target.closest('details.as')
        if (!(menu instanceof HTMLDetailsElement)) return
        const summary = menu.querySelector('summary')
        if (event.key === 'Escape' && menu.open) {
            menu.open = false
            summary?.focus()
        }
        const items = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll(ITEMS)]), now = items.findIndex(item => item === document.activeElement)
        const to = new Map([['ArrowDown', now + 1], ['ArrowUp', now < 0 ? -1 : now - 1], ['Home', 0], ['End', -1]]).get(event.key)
        if (to === undefined || (!menu.open && !event.key.startsWith('Arrow'))) return
        event.preventDefault()
        menu.open = true
        items.at(to % items.length)?.focus()
    })
}

/**
 * What an element is known by in the view before and the one after.
 *
 * @param {Element | null} element
 */
const keyOf = element => element && `${element.tagName} ${element.getAttribute('rel') ?? ''} ${element.getAttribute('name') ?? ''} ${element.closest('th')?.textContent ?? element.textContent}`
