// The language of a page, changed in place: what was typed, chosen, opened and shown stays in it.

/** @typedef {Tools & Pick<typeof import('./result.js'), 'decorate' | 'redraw'>} Kit */

const GOING = ['queued', 'running']
/** Attributes that people read, or that follow from the language; of the last three none is left over. */
const READ = ['aria-label', 'title', 'placeholder', 'alt', 'href', 'lang', 'dir', 'aria-current'], LEFT_OUT = READ.slice(-3)
/** What is drawn anew, what says the same in every language, and what a tool is writing. */
const APART = 'form[data-webform]:not([data-chat]), [data-result], [data-part], .editor, head, script, svg, [data-stream] .text'
/** What draws itself anew once the page is in another language. */
const BY_ITSELF = '.preview'
/** What cannot be made anew without a loss. */
const KEPT = 'input, select, textarea, button, details, form, [id]'
/** The texts of scripts, by their address; English has none. @type {Map<string, any>} */
const texts = new Map()
let changing = Promise.resolve(true)

/**
 * Shows the page in *language*, which its address then has as *name*; '' is what the browser prefers.
 *
 * @param {'lang' | 'locale'} name
 * @param {string} language
 * @param {() => string} source returns where the page is, without what was done in it
 * @param {Kit} tools
 * @returns {Promise<boolean>} whether it is shown; else all is as it was
 */
export default function changeLanguage(name, language, source, tools) {
    const change = () => changeTo(name, language, source, tools)
    return changing = changing.then(change, change)
}

/** @type {typeof changeLanguage} */
async function changeTo(name, language, source, tools) {
    // The server answers a page in the language that its address names.
    const before = putInAddress(name, language), spoken = textsIn(document), { scrollX, scrollY } = window, seen = topOfFocus()
    try {
        const page = await ask(source(), tools)
        await speak(textsIn(page))
        for (const form of formsOf(document)) await renewForm(form, tools)
        for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-result]'))) if (section.dataset.runAddress || !section.closest(BY_ITSELF)) await renewResult(section, page, tools)
        translate(document.documentElement, page.documentElement)
        document.title = page.title
        document.dispatchEvent(new Event('webform:language'))
        // Who is at a control stays there, whatever is above it by now.
        scrollTo(scrollX, scrollY + topOfFocus() - seen)
        return true
    } catch (error) {
        if (!(error instanceof tools.LostError)) throw error
        await speak(spoken)
        putInAddress(name, before)
        return false
    }
}

const topOfFocus = () => document.activeElement === document.body ? 0 : document.activeElement?.getBoundingClientRect().top ?? 0

/**
 * Puts a value into the query of the page's address, or takes it out; returns the one before.
 *
 * @param {string} name
 * @param {string} value
 */
function putInAddress(name, value) {
    const address = new URL(location.href), before = address.searchParams.get(name) ?? ''
    if (value) address.searchParams.set(name, value)
    else address.searchParams.delete(name)
    history.replaceState(history.state, '', address)
    return before
}

/**
 * @param {string} address
 * @param {Kit} tools
 */
async function ask(address, tools) {
    const answer = await tools.ask(address, { headers: { Accept: 'text/html' } })
    if (!answer.ok) throw new tools.LostError()
    return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/** @param {Document} page */
const facts = page => /** @type {HTMLElement | null} */ (page.querySelector('script[data-core]'))?.dataset

/** Returns the address of the texts of scripts that a page has. @param {Document} page */
const textsIn = page => facts(page)?.texts ?? ''

/**
 * Gives the scripts of the page the texts at *address*; a module that is there already is not read again.
 *
 * @param {string} address
 */
async function speak(address) {
    const scope = /** @type {any} */ (globalThis), now = facts(document)
    texts.set(textsIn(document), scope.webformTexts)
    if (address && !texts.has(address)) {
        await import(address)
        texts.set(address, scope.webformTexts)
    }
    scope.webformTexts = texts.get(address)
    if (now) now.texts = address
}

/** @param {Document} page */
const formsOf = page => /** @type {HTMLFormElement[]} */ ([...page.querySelectorAll('form[data-webform]:not([data-chat])')].filter(form => !form.closest(`[data-result], ${BY_ITSELF}`)))

/**
 * Puts the form that the server makes of what is typed in its place.
 *
 * @param {HTMLFormElement} form
 * @param {Pick<Kit, 'LostError' | 'ask' | 'carryFiles' | 'refreshForm' | 'report' | 'show' | 'textsOf'>} tools
 */
export async function renewForm(form, { LostError, ask, carryFiles, refreshForm, report, show, textsOf }) {
    const shown = problemsIn(form), summed = form.querySelector('[data-summary]:not([hidden])'), action = form.action.replace(/run$/, '')
    const made = await refreshForm(form, `${action}form`, () => textsOf(form), next => {
        // What nobody was told to be wrong is not yet.
        report(next, [])
        carryFiles(form, next)
    })
    if (!made) throw new LostError()
    if (!shown.size) return
    const answer = await ask(`${action}check`, { method: 'POST', body: textsOf(made), headers: { Accept: 'application/json' } })
    for (const { at, message } of answer.ok ? (await answer.json()).problems : []) if (shown.has(at)) shown.set(at, message)
    const active = document.activeElement, problems = Array.from(shown, ([at, message]) => ({ at, message }))
    if (summed) report(made, problems)
    else for (const problem of problems) show(made, problem)
    if (active instanceof HTMLElement) active.focus({ preventScroll: true })
}

/**
 * Returns the problems that a form shows, by their place.
 *
 * @param {HTMLFormElement} form
 * @returns {Map<string, string>}
 */
const problemsIn = form => new Map(Array.from(/** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-problem-for]:not([hidden])')),
    slot => [slot.dataset.problemFor ?? '', slot.textContent ?? '']))

/**
 * Shows a result in the language of the page; one that goes on goes on.
 *
 * @param {HTMLElement} section
 * @param {Document} page
 * @param {Kit} tools
 */
async function renewResult(section, page, { LostError, askResult, decorate, parsed, redraw }) {
    if (redraw(section)) return
    const run = section.dataset.runAddress ?? (/\/runs\/[^/]+$/.test(location.pathname) ? location.pathname : '')
    // Its tables are sorted and paged as they were.
    const look = section.dataset.look ?? '', isOfRun = run !== '' && URL.canParse(look) && new URL(look).pathname === run
    const answer = run ? await askResult(isOfRun ? look : run, section) : null
    if (answer && !answer.ok) throw new LostError()
    const made = answer ? parsed(await answer.text()) : page.querySelector('[data-result]')
    const goes = GOING.includes(section.dataset.status ?? '')
    // What is over by now is shown by who follows it.
    if (!made || goes && !made.querySelector('[data-last-event]')) return
    if (section.matches('.chat')) return translateInside(section, made)
    if (goes) return translateRunning(section, made)
    const restore = placesIn(section)
    section.replaceChildren(...made.childNodes)
    decorate(section.parentElement ?? section)
    restore()
}

/** What a script and the server draw the same of a run that goes on; what is around it differs. */
const RUNNING = ['.rhead', '.running']

/**
 * @param {HTMLElement} section
 * @param {ParentNode} made
 */
function translateRunning(section, made) {
    for (const part of RUNNING) {
        const now = section.querySelector(part), next = made.querySelector(part)
        if (now && next) translate(now, next)
    }
    const stop = section.querySelector('.running > button'), next = made.querySelector('[data-cancel]')
    if (stop && next) translate(stop, next)
}

/**
 * Returns what opens, chooses and focuses the same in a result that is there anew.
 *
 * @param {HTMLElement} section
 */
function placesIn(section) {
    const folds = () => section.querySelectorAll('details'), parts = () => /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll('a, button, input, summary, [tabindex]'))
    const open = Array.from(folds(), fold => fold.open), chosen = Array.from(section.querySelectorAll('[role="tab"][aria-selected="true"]'), tab => tab.id)
    const active = document.activeElement, focused = Array.from(parts()).findIndex(part => part === active)
    return () => {
        // The data of a chart is folded once that is drawn, which turns it over.
        folds().forEach((fold, index) => { if (index in open) fold.open = open[index] !== fold.hasAttribute('data-fold') })
        for (const id of chosen) /** @type {HTMLElement | null} */ (section.querySelector(`[id="${CSS.escape(id)}"]`))?.click()
        if (focused >= 0) (parts()[focused] ?? section).focus({ preventScroll: true })
    }
}

/**
 * Makes an element say what *made* says, and keeps all else of it: both are drawn of the same template.
 *
 * @param {Element} now
 * @param {Element} made
 */
function translate(now, made) {
    for (const name of READ) {
        const text = made.getAttribute(name)
        if (text === null && LEFT_OUT.includes(name)) now.removeAttribute(name)
        if (text !== null && text !== now.getAttribute(name)) now.setAttribute(name, text)
    }
    // The text of such is what was typed.
    if (!now.matches(`textarea, ${APART}`)) translateInside(now, made)
}

/**
 * @param {Element} now
 * @param {ParentNode} made
 */
function translateInside(now, made) {
    const [before, after] = [now, made].map(wordsIn)
    if (before.length === after.length) before.forEach((text, index) => { if (text.data !== after[index].data) text.data = after[index].data })
    else if (!now.querySelector(KEPT)) return now.replaceChildren(...Array.from(made.childNodes, child => document.importNode(child, true)))
    const left = [...now.children]
    for (const child of made.children) {
        const index = left.findIndex(one => one.localName === child.localName && (!child.id || one.id === child.id))
        if (index >= 0) translate(left.splice(index, 1)[0], child)
    }
}

/** @param {ParentNode} part */
const wordsIn = part => /** @type {Text[]} */ (Array.from(part.childNodes).filter(child => child instanceof Text && child.data.trim() !== ''))
