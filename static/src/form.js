// A form that is filled in: its fields enhanced, checked as they are left, and run.
import { conditional, conditionsOf } from './conditions.js'
import { button, focusOn, mayFocus } from './dom.js'
import { fieldOf } from './fields.js'
import { submitAction } from './form_actions.js'
import { enhance } from './inputs.js'
import { checkPlace, clear } from './problems.js'
import { run } from './run.js'
import { tools } from './tools.js'
import { keepUnsent } from './unsent.js'
import { gettext } from './words.js'

const IS_MAC = /Mac|iP(hone|ad|od)/.test(navigator.platform)

const FORM = 'form[data-webform]'
/** What ends each form that is alive. @type {WeakMap<HTMLFormElement, AbortController>} */
const lives = new WeakMap()
let hasAlpine = false

/** Brings the forms of the page to life, and those that are put into it later; ends those that are taken out. */
export function startForms() {
    for (const form of formsIn(document)) begin(form)
    // Before Alpine's own observer: what depends on others asks its form for their values.
    new MutationObserver(records => {
        const nodes = records.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes])
        for (const form of new Set(nodes.flatMap(formsIn))) {
            lives.get(form)?.abort()
            if (form.isConnected) begin(form)
        }
    }).observe(document, { childList: true, subtree: true })
}

/**
 * @param {Node} node
 * @returns {HTMLFormElement[]}
 */
function formsIn(node) {
    if (node instanceof HTMLFormElement) return node.matches(FORM) ? [node] : []
    const forms = node instanceof Element || node instanceof Document ? node.querySelectorAll(FORM) : []
    return /** @type {HTMLFormElement[]} */ ([...forms])
}

/** @param {HTMLFormElement} form */
function begin(form) {
    const life = new AbortController()
    lives.set(form, life)
    mount(form, life.signal)
    if (hasAlpine || !form.querySelector('[x-data]')) return
    hasAlpine = true
    import('./alpine.js').then(({ default: startAlpine }) => startAlpine({ conditional }), () => { hasAlpine = false })
}

/**
 * Brings a form to life until *signal* is aborted.
 *
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
function mount(form, signal) {
    form.noValidate = true
    const conditions = conditionsOf(form), left = leaving(form, signal)
    const chat = form.matches('[data-chat]') ? [import('./chat.js').then(({ sendByEnter }) => sendByEnter(form, signal))] : []
    enhance(form, signal, chat)
    keepUnsent(form, signal)
    prepare(form)
    if (form.querySelector('.item')) void import('./items.js').then(({ default: follow }) => follow(form, signal), () => {})
    const contents = form.querySelector('.contents')
    if (contents) void import('./contents.js').then(({ default: follow }) => follow(form, contents, signal), () => {})
    if (form.querySelector('[data-dependent]')) void import('./dependent_fields.js').then(({ default: updateFields }) => updateFields(form, signal, tools), () => {})

    /** @param {Event} event */
    const changed = ({ target }) => {
        const field = target instanceof Element && fieldOf(target)
        if (!field) return
        const place = target.closest('td') ?? field
        if (field.classList.contains('bad')) clear(place)
        conditions.settle(field)
    }
    form.addEventListener('input', changed, { signal })
    form.addEventListener('change', changed, { signal })
    // A message that nobody has begun to write is no problem yet.
    if (!chat.length) form.addEventListener('focusout', left, { signal })
    form.addEventListener('keydown', event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            form.requestSubmit()
        }
    }, { signal })
    form.addEventListener('submit', event => {
        event.preventDefault()
        const { submitter } = event
        if (submitter instanceof HTMLButtonElement && submitter.name === 'do') void submitAction(form, submitter, tools)
        else void run(form)
    }, { signal })
    addEventListener('pageshow', () => conditions.settle(), { signal })
}

/**
 * Returns a listener that checks what the focus has left, once no button of a pointer is down: what appears above a
 * button that is being pressed would move it away.
 *
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
function leaving(form, signal) {
    /** @type {Set<HTMLElement>} */
    const places = new Set()
    let pressed = false
    const check = () => {
        if (pressed) return
        for (const place of places)
            if (form.contains(place) && !place.contains(document.activeElement)) checkPlace(place)
        places.clear()
    }
    const release = () => {
        pressed = false
        setTimeout(check)
    }
    addEventListener('pointerdown', () => { pressed = true }, { signal, capture: true })
    for (const name of ['pointerup', 'pointercancel', 'dragend']) addEventListener(name, release, { signal, capture: true })

    /** @param {FocusEvent} event */
    return ({ target, relatedTarget }) => {
        // Another window took the focus: it will be back.
        if (!(target instanceof Element) || target === document.activeElement) return
        const place = /** @type {HTMLElement | null} */ (target.closest('td') ?? fieldOf(target))
        if (!place || (relatedTarget instanceof Node && place.contains(relatedTarget))) return
        places.add(place)
        setTimeout(check)
    }
}

/**
 * Says how to run by the keyboard, lets notices be put away, and shows first what the server found wrong.
 *
 * @param {HTMLFormElement} form
 */
function prepare(form) {
    const main = form.querySelector('[data-run]'), chat = form.matches('[data-chat]')
    main?.setAttribute('aria-keyshortcuts', chat ? 'Enter' : 'Control+Enter Meta+Enter')
    const keys = main?.querySelector('kbd')
    if (keys) {
        keys.hidden = false
        if (IS_MAC && keys.firstChild instanceof Text) keys.firstChild.data = '⌘ '
    }
    for (const notice of form.querySelectorAll('.notice[role="status"]'))
        notice.append(button(gettext('Dismiss'), () => { notice.remove(); focusOn(form) }, 'small ghost'))
    const summary = /** @type {HTMLElement | null} */ (form.querySelector('[data-summary]:not([hidden])'))
    // Whoever types goes on with that.
    if (mayFocus() && !document.activeElement?.matches(':read-write')) summary?.focus()
}
