// The script of a form in a host of MCP Apps: speaks to the host, then starts the scripts of every page.
import { applyContext, nearest, speak } from './mcp_app/look.js'
import { followLinks } from './mcp_app/links.js'
import { app } from './mcp_app/state.js'

const { host } = app
const main = /** @type {HTMLElement} */ (document.querySelector('main'))
const form = () => /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-webform]'))
const section = () => /** @type {HTMLElement} */ (document.querySelector('[data-result]'))

/** What is loaded once the language is known: texts are taken from it where a module is read. */
const load = async () => ({
    ...await import('./form_actions.js'), ...await import('./run.js'), ...await import('./result.js'), ...await import('./problems.js'),
    ...await import('./notifications.js'), ...await import('./words.js'), ...await import('./mcp_app/requests.js'), ...await import('./mcp_app/alone.js'), ...await import('./change_language.js'),
})

/** Keeps nothing: hosts may show the documents of all servers from one address. */
function keepNothing() {
    for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('not in a host', 'SecurityError') } })
    // The policy of hosts shows no picture from such an address.
    URL.createObjectURL = () => ''
}

async function start() {
    Object.assign(app, JSON.parse(document.querySelector('[data-facts]')?.textContent ?? '{}'))
    keepNothing()
    listen()
    try {
        if (parent !== window) await host.connect()
    } catch (error) {
        // It is shown all the same; what needs the host then says so.
        console.warn(error)
    }
    if (typeof host.context.toolInfo?.tool?.name === 'string' && !app.gateway) app.tool = host.context.toolInfo.tool.name
    applyContext(host.context)
    await draw(nearest(host.context.locale))
    followLinks(async () => {
        const { ask, gettext, toast } = await load()
        return { ask, toast, refusal: gettext('This app did not open it.') }
    })
    await import('./core.js')
    new ResizeObserver(() => host.notify('ui/notifications/size-changed', { height: Math.ceil(document.body.getBoundingClientRect().height) })).observe(document.body)
    host.ready()
}

/**
 * Puts the form in that language into the page.
 *
 * @param {string} language
 */
async function draw(language) {
    const made = speak(language), { pristine } = await import('./mcp_app/alone.js')
    if (!app.gateway) made.querySelector('form[data-webform]')?.replaceWith(pristine())
    main.replaceChildren(made)
}

/** Does what the host tells. */
function listen() {
    host.on('ui/notifications/tool-input', inTurn(({ arguments: values }) => fill(values)))
    host.on('ui/notifications/tool-result', inTurn(show))
    host.on('ui/notifications/tool-cancelled', inTurn(cancelled))
    host.on('ui/notifications/host-context-changed', inTurn(changed))
    host.on('ui/resource-teardown', () => main.replaceChildren())
    host.on('ping', () => ({}))
}

/**
 * Returns *act*, begun once those before it have ended: each may put another form into the page.
 *
 * @param {(params: import('./mcp_app/host.js').Params) => unknown} act
 */
function inTurn(act) {
    return (/** @type {import('./mcp_app/host.js').Params} */ params) => {
        const done = settled.then(() => act(params))
        settled = done.then(() => {}, () => {})
        return done
    }
}

/** @type {Promise<void>} */
let settled = Promise.resolve()

/**
 * Fills the form in.
 *
 * @param {any} values
 */
async function fill(values) {
    const before = form(), { refreshForm } = await load()
    if (!before || values === undefined) return
    const data = new FormData()
    data.set('do', 'fill')
    data.set('body', JSON.stringify(values))
    await refreshForm(before, before.action.replace(/run$/, 'form'), () => data, made => {
        // It would take the focus from what a person writes to the assistant; each problem stands at its input.
        const summary = /** @type {HTMLElement | null} */ (made.querySelector('[data-summary]'))
        summary?.setAttribute('hidden', '')
        summary?.removeAttribute('autofocus')
    })
}

/** @param {any} result of the call that the assistant made */
async function show(result) {
    const { placeOf, problemsIn, resume, show: mark } = await load(), filled = form()
    if (filled) for (const problem of problemsIn(result)) mark(filled, problem)
    void resume(section(), placeOf(result))
}

async function cancelled() {
    const { gettext, resultView } = await load()
    resultView(section()).failure('cancelled', () => ({ label: gettext('Cancelled'), title: gettext('Cancelled'), message: '', advice: gettext('Your input is still here.') }))
}

/** @param {import('./mcp_app/host.js').Params} context what changed of it */
async function changed(context) {
    Object.assign(host.context, context)
    applyContext(context)
    const spoken = document.documentElement.lang, language = nearest(host.context.locale), before = form(), result = section()
    if (language === spoken || !before) return
    const kit = await load(), made = speak(language)
    try {
        await kit.renewForm(before, kit)
    } catch (error) {
        if (!(error instanceof kit.LostError)) throw error
        speak(spoken)
        return
    }
    main.querySelector('.head')?.replaceWith(...made.querySelectorAll('.head'))
    if (result.dataset.status === 'blank') result.replaceWith(...made.querySelectorAll('[data-result]'))
}

void start()
