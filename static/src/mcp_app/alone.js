// A form without a server of ours: what its controls stand for, and the form filled in, made within the document.
import { atOf } from '../fields.js'
import { carryFiles } from '../form_actions.js'
import { say } from '../items.js'
import { parse } from '../json.js'
import { above, read } from '../names.js'
import { problemsOf } from '../problems.js'
import { sentence } from '../sentence.js'
import { ABSENT, shows } from '../values.js'
import { ACTS, lookupIn, restore } from './acts.js'
import { edit, isTyped } from './as_json.js'
import { tooLong } from './digits.js'
import { fill, fillField } from './fill_parts.js'
import { held, heldAlone, keyOf, nameOf } from './held.js'
import { object } from './host.js'
import { dataURL } from './files.js'
import { begin, fieldsIn, isTable, settle, statesOf, typeOf } from './parts.js'
import { app } from './state.js'

/** @typedef {{at: string, message: string}} Problem */

const UPLOADS = ['file', 'image', 'audio']
/** Inputs whose parts may come and go by buttons. */
const STRUCTURE = ['object', 'mapping', 'list', 'table', 'union', 'unknown']

/**
 * Answers to what a form asks of its server.
 *
 * @param {string} path
 * @param {FormData} data
 */
export async function answerAlone(path, data) {
    const act = /^\/tools\/[^/]+\/(\w+)/.exec(path)?.[1], form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-webform]'))
    if (!form) return json({}, 404)
    if (act === 'form') {
        const pressed = String(data.get('do') ?? '')
        if (!['fill', 'reset#'].includes(pressed)) keepFiles(form)
        return new Response(formAfter(pressed, data).outerHTML, { headers: { 'Content-Type': 'text/html' } })
    }
    if (act !== 'body' && act !== 'check') return json({}, 404)
    const { body, problems } = await bodyOf(form)
    return act === 'body' && problems.length ? json({ problems }, 422) : json({ ok: !problems.length, body, problems: [...problemsOf(form), ...problems] })
}

/**
 * Keeps the files that are chosen in *form* for the form that takes its place: HTML has none.
 *
 * @param {HTMLFormElement} form
 */
function keepFiles(form) {
    new MutationObserver((_, observer) => {
        const made = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-webform]'))
        if (!made || made === form) return
        observer.disconnect()
        carryFiles(form, made)
    }).observe(document.body, { childList: true, subtree: true })
}

/**
 * @param {any} value
 * @param {number} [status]
 */
const json = (value, status = 200) => new Response(JSON.stringify(value, (_, part) => typeof part === 'bigint' ? Number(part) : part), { status, headers: { 'Content-Type': 'application/json' } })

/** Returns the form as it was at first, in the language of the page. */
export function pristine() {
    const form = blank()
    begin(form)
    for (const field of fieldsIn(form)) if (statesOf(field).length && at(app.body, atOf(field)) !== ABSENT) fillField(field, at(app.body, atOf(field)))
    return finished(form)
}

/** Returns the form as it was drawn: what only a server can show in controls is JSON. */
function blank() {
    const template = /** @type {HTMLTemplateElement | null} */ (document.querySelector(`template[data-locale="${CSS.escape(document.documentElement.lang)}"]`))
    return /** @type {HTMLFormElement} */ (/** @type {Element} */ (template?.content.querySelector('form[data-webform]')).cloneNode(true))
}

/**
 * Makes JSON of what only a server can show, and takes away what only a server does, such as to suggest values.
 *
 * @param {HTMLFormElement} form
 */
function finished(form) {
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-input][data-at]'))) {
        if (!form.contains(field)) continue
        if (needsServer(field)) edit(field, at(app.body, atOf(field)))
        else settle(field)
    }
    for (const pressed of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll('[name="do"]:not([data-add-row], [data-remove-row], .go > *)')))
        if (!ACTS.has(/^[a-z]*/.exec(pressed.value)?.[0] ?? '') || !pressed.closest('[data-begins]')) pressed.remove()
    for (const nothing of form.querySelectorAll('.more-values, .group > [data-entries]')) nothing.remove()
    for (const suggested of form.querySelectorAll('[data-complete]')) suggested.removeAttribute('data-complete')
    for (const item of form.querySelectorAll('details.item')) if (item instanceof HTMLDetailsElement) say(item)
    return form
}

/**
 * Returns the part of a value at a pointer; ABSENT where there is none.
 *
 * @param {any} value
 * @param {string} pointer
 */
const at = (value, pointer) => pointer.split('/').slice(1).reduce((part, token) => object(part)[token.replaceAll('~1', '/').replaceAll('~0', '~')] ?? ABSENT, value)

/**
 * @param {string} pressed the value of its button
 * @param {FormData} data
 */
function formAfter(pressed, data) {
    if (pressed === 'reset#') return pristine()
    const form = blank(), [, act = '', name = ''] = /^([a-z]+)([/#].*)$/s.exec(pressed) ?? []
    if (pressed === 'fill') {
        begin(form)
        fill(form, parse(String(data.get('body') ?? 'null')))
        return finished(form)
    }
    const lookup = lookupIn(data), place = read(name)?.pointer ?? ''
    restore(form, lookup, field => edit(field, ABSENT))
    const field = /** @type {HTMLElement | null} */ (form.querySelector(`[data-at="${CSS.escape(place)}"]`))
    if (field) ACTS.get(act)?.(field, lookup)
    return finished(form)
}

/**
 * Returns the body that a form stands for, and what in it cannot be sent.
 *
 * @param {HTMLFormElement} form
 */
async function bodyOf(form) {
    /** @type {Problem[]} */
    const problems = []
    const confirm = form.querySelector('input[name="confirm"]')
    if (confirm instanceof HTMLInputElement && !confirm.checked) problems.push({ at: '', message: sentence('not-confirmed') })
    const shown = shownIn(form), files = await filesOf(form)
    /** @param {HTMLElement} field */
    const leaf = field => {
        const value = files.has(field) ? files.get(field) : heldAlone(field)
        if (value === ABSENT && isTyped(field)) problems.push({ at: atOf(field), message: sentence('not-json.typed') })
        problems.push(...tooLong(value, atOf(field)))
        return value
    }
    const found = fieldsIn(form).filter(shown).map(field => [keyOf(field), held(field, leaf, shown)])
    return { body: Object.fromEntries(found.filter(([, value]) => value !== ABSENT)), problems: [...problems, ...misnamed(form)] }
}

/**
 * Returns what is wrong with the names that people gave to values.
 *
 * @param {HTMLFormElement} form
 * @returns {Problem[]}
 */
function misnamed(form) {
    const named = fieldsIn(form).flatMap(fieldsBelow).filter(field => nameOf(field) && ![ABSENT, ''].includes(held(field)))
    const names = named.map(field => JSON.stringify([above(atOf(field)), keyOf(field)]))
    return named.flatMap((field, index) => {
        const message = !keyOf(field) ? sentence('no-name') : names.indexOf(names[index]) < index ? sentence('duplicate-key', { name: keyOf(field) }) : ''
        return message ? [{ at: atOf(field), message }] : []
    })
}

/** @param {HTMLElement} field @returns {HTMLElement[]} */
const fieldsBelow = field => fieldsIn(field).flatMap(inner => [inner, ...fieldsBelow(inner)])

/**
 * Returns what tells whether a field is shown: what is hidden is no part of the body.
 *
 * @param {HTMLFormElement} form
 */
function shownIn(form) {
    const ruled = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('[data-show-if]')])
    const rules = new Map(ruled.map(field => [atOf(field), parse(field.dataset.showIf ?? 'null')]))
    /** @param {string} at */
    const value = at => {
        const field = /** @type {HTMLElement | null} */ (form.querySelector(`[data-at="${CSS.escape(at)}"]`))
        return field ? held(field) : ABSENT
    }
    /** @param {HTMLElement} field */
    return field => shows(rules, atOf(field), value)
}

/**
 * Returns what the fields of files hold.
 *
 * @param {HTMLFormElement} form
 * @returns {Promise<Map<HTMLElement, any>>}
 */
async function filesOf(form) {
    const fields = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('[data-input][data-at]:not([data-edited])')]).filter(field => UPLOADS.includes(typeOf(field)))
    return new Map(await Promise.all(fields.map(async field => /** @type {[HTMLElement, any]} */ ([field, await filesIn(field)]))))
}

/**
 * Returns the files of a field as data URLs.
 *
 * @param {HTMLElement} field
 */
async function filesIn(field) {
    const input = /** @type {HTMLInputElement | null} */ (field.querySelector('input[type="file"]')), kept = field.querySelectorAll('input[type="hidden"]')
    const texts = Array.from(/** @type {NodeListOf<HTMLInputElement>} */ (kept), ({ value }) => value).filter(text => text.startsWith('data:'))
    const urls = [...texts, ...await Promise.all(Array.from(input?.files ?? [], dataURL))]
    return urls.length ? input?.multiple ? urls : urls.at(-1) : ABSENT
}

/** Tells whether a field cannot do without a server. @param {HTMLElement} field */
const needsServer = field => STRUCTURE.includes(field.dataset.input ?? '') && !isTable(field) && !statesOf(field).length && field.querySelector('[name="do"]') !== null
