// The page beside its forms: the result, one's runs, buttons to copy, the theme.
import { make } from './dom.js'
import { announce, toast } from './notifications.js'
import { goTo } from './problems.js'
import { decorate, redraw } from './result.js'
import { resume, run } from './run.js'
import { forgetAll, keep, keepRun, kept, placeFor } from './store.js'
import { tools } from './tools.js'
import { newKey, object } from './transport.js'
import { offerChoice } from './unsent.js'
import { visitor } from './visitor.js'
import { gettext, moment } from './words.js'

/** Parts that few pages have, each a module of its own. @type {[selector: string, load: () => Promise<{default: (part: HTMLElement, tools: Tools & {decorate: typeof decorate, redraw: typeof redraw}) => void}>][]} */
const PARTS = [
    ['#q[data-search-input]', () => import('./catalogue.js')],
    ['body.panel[data-hosts]', () => import('./panel.js')],
    ['#runs[data-runs]', () => import('./runs.js')],
    ['#steps[data-chain]', () => import('./chains.js')],
    ['[data-chats]', () => import('./chats.js')],
    ['[data-batch="running"]', () => import('./batch.js')],
    ['[data-preview-of]', () => import('./preview.js')],
    ['[data-playground]', () => import('./playground.js')],
]

/** Brings the page to life. */
export function startPage() {
    document.addEventListener('click', clicked)
    document.addEventListener('submit', submitted)
    decorate(document)
    themed()
    showMoments()
    document.addEventListener('webform:language', showMoments)
    for (const [selector, load] of PARTS) {
        const part = document.querySelector(selector)
        if (part instanceof HTMLElement) load().then(module => module.default(part, { ...tools, decorate, redraw }), () => {})
    }
    const body = document.getElementById('body-json')?.closest('details')
    body?.addEventListener('toggle', () => void import('./body.js').then(({ default: show }) => show(body, tools), () => {}), { once: true })
    const share = document.querySelector('[data-share]')
    if (share instanceof HTMLDetailsElement) {
        const load = () => void import('./share.js').then(({ default: start }) => start(share, { ...tools, object }), () => {})
        if (share.open) load()
        else share.addEventListener('toggle', load, { once: true })
    }
    const form = document.querySelector('form[data-webform]'), choice = document.getElementById('keep')
    const runs = document.getElementById('history')
    if (form instanceof HTMLFormElement && runs instanceof HTMLElement) rememberRuns(runs, placeFor('runs', form.action))
    if (choice instanceof HTMLElement) offerChoice(choice)
    for (const going of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('[data-result] form[action$="/cancel"]')))
        void resume(/** @type {HTMLElement} */ (going.closest('[data-result]')), new URL(going.action).pathname.replace(/\/cancel$/, ''))
}

/** Shows when runs began at the clock of who reads it. */
function showMoments() {
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll('time[data-when]'))) time.textContent = moment(new Date(time.dateTime))
}

/** Milliseconds after which a run that has begun is listed. */
const LATER = 200

/**
 * Lists one's runs, once there are any.
 *
 * @param {HTMLElement} section
 * @param {string} place where they are kept
 */
function rememberRuns(section, place) {
    let timer = 0
    /** @type {Promise<(address: string, status: string) => void> | undefined} */
    let list
    const load = () => list ??= import('./history.js').then(module => module.default(section, place, { ...tools, newKey, object }))
    if (kept(place)) load().catch(() => {})
    document.addEventListener('webform:run-listed', event => {
        if (!(event instanceof CustomEvent) || event.detail.place !== place) return
        const { address, status } = event.detail
        // Whoever leaves the page at once finds the run in the list.
        keepRun(place, address, status)
        // The result of the run comes first.
        clearTimeout(timer)
        // As it is loaded, it asks for all that there is.
        const show = () => list ? list.then(changed => changed(address, status), () => {}) : load().catch(() => {})
        timer = setTimeout(show, status === 'running' ? LATER : 0)
    })
}

/** @param {MouseEvent} event */
function clicked(event) {
    if (!(event.target instanceof Element)) return
    const copied = event.target.closest('[data-copy]'), again = event.target.closest('[data-run-again]')
    const link = event.target.closest('[data-summary] a[href^="#"], .found a[href^="#"]')
    if (copied instanceof HTMLElement) void import('./copy.js').then(({ default: copy }) => copy(copied, { announce, make }), () => {})
    if (link instanceof HTMLAnchorElement && goTo(link)) event.preventDefault()
    const language = event.target.closest('.languages a')
    if (language instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey && !event.shiftKey && document.querySelector(FILLED)) {
        event.preventDefault()
        void speak(language)
    }
    const form = again?.closest('.cols, main')?.querySelector('form[data-webform]')
    if (form instanceof HTMLFormElement) {
        event.preventDefault()
        void run(form)
    }
}

/** Pages with something to lose. */
const FILLED = 'main :is(form[data-webform], form[data-again], [data-playground])'

/** @param {HTMLAnchorElement} link to the page in another language */
async function speak(link) {
    const again = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-again]'))
    if (again) {
        // The server shows what was sent in the other language, and does nothing else.
        const filled = new FormData(again)
        filled.delete('begins')
        if (![...filled.values()].some(value => typeof value === 'string' ? value : value.size)) return location.assign(link.href)
        again.action = link.href
        return again.submit()
    }
    const module = await import('./change_language.js').catch(() => null)
    if (!module) return location.assign(link.href)
    const changed = await module.default('lang', link.hreflang, () => location.href, { ...tools, decorate, redraw })
    if (!changed) toast(gettext('The server cannot be reached. Nothing was changed; try again.'))
}

/** @param {SubmitEvent} event */
function submitted(event) {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    if (form.matches('[data-session]')) {
        event.preventDefault()
        void import('./session.js').then(({ default: end }) => end(form, tools), () => form.submit())
    } else if (form.matches('[data-visitor]') && !form.elements.namedItem('visitor'))
        form.append(make('input', { type: 'hidden', name: 'visitor', value: visitor()['Webform-Session'] }))
    if (form.matches('[data-forget]')) forgetAll()
}

/** Lets people choose light or dark; theme.js minds what they chose. */
function themed() {
    const root = document.documentElement, toggle = document.querySelector('[data-theme-toggle]')
    const isDark = () => (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark'
    if (!(toggle instanceof HTMLElement)) return
    const tell = () => toggle.setAttribute('aria-pressed', String(isDark()))
    toggle.hidden = false
    tell()
    toggle.addEventListener('click', () => {
        root.dataset.theme = isDark() ? 'light' : 'dark'
        keep('webform:theme', root.dataset.theme)
        tell()
    })
}
