// A form without a server of ours: what its controls stand for, and the form filled in, made within the document.
import { atOf, valueIn } from '../fields.js'
import { equal, parse } from '../json.js'
import { make } from '../dom.js'
import { fragment, idOf } from '../names.js'
import { sentence } from '../sentence.js'
import { ABSENT, shows } from '../values.js'
import { write, writeRows } from './fill.js'
import { object } from './host.js'
import { dataURL } from './files.js'
import { app } from './state.js'
import { gettext } from '../words.js'

/** @typedef {{at: string, message: string}} Problem */

/** Inputs whose parts come and go by buttons of the server. */
const STRUCTURE = ['object', 'mapping', 'list', 'table', 'union', 'unknown']
const UPLOADS = ['file', 'image', 'audio']

/**
 * Answers to what a form asks of its server.
 *
 * @param {string} path
 * @param {FormData} data
 */
export async function answerAlone(path, data) {
    const act = /^\/tools\/[^/]+\/(\w+)/.exec(path)?.[1], form = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-webform]'))
    if (!form) return json({}, 404)
    if (act === 'form') return new Response(formAfter(String(data.get('do') ?? ''), data).outerHTML, { headers: { 'Content-Type': 'text/html' } })
    if (act !== 'body' && act !== 'check') return json({}, 404)
    const { body, problems } = await bodyOf(form)
    return act === 'body' && problems.length ? json({ problems }, 422) : json({ ok: !problems.length, body, problems })
}

/**
 * @param {any} value
 * @param {number} [status]
 */
const json = (value, status = 200) => new Response(JSON.stringify(value, (_, part) => typeof part === 'bigint' ? Number(part) : part), { status, headers: { 'Content-Type': 'application/json' } })

/** Returns the form as it was at first, in the language of the page. */
export function pristine() {
    const template = /** @type {HTMLTemplateElement | null} */ (document.querySelector(`template[data-locale="${CSS.escape(document.documentElement.lang)}"]`))
    const form = /** @type {HTMLFormElement} */ (/** @type {Element} */ (template?.content.querySelector('form[data-webform]')).cloneNode(true))
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-input][data-at]')))
        if (form.contains(field) && needsServer(field)) edit(field, at(app.body, atOf(field)))
    // What else a server does, such as to suggest values, is left out.
    for (const pressed of form.querySelectorAll('[data-input] [name="do"]:not([data-add-row], [data-remove-row])')) pressed.remove()
    for (const suggested of form.querySelectorAll('[data-complete]')) suggested.removeAttribute('data-complete')
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
 * @param {string} act the value of its button
 * @param {FormData} data
 */
function formAfter(act, data) {
    const form = pristine()
    if (act === 'fill') fill(form, parse(String(data.get('body') ?? 'null')))
    return form
}

/**
 * Fills *form*, a fresh one, with *body*: a part that its controls do not give back as it is becomes a JSON editor.
 *
 * @param {HTMLFormElement} form
 * @param {any} body
 */
function fill(form, body) {
    const left = new Map(Object.entries(body && typeof body === 'object' && !Array.isArray(body) ? body : {}))
    for (const field of fieldsIn(form)) {
        const key = keyOf(atOf(field)), value = left.has(key) ? left.get(key) : ABSENT
        left.delete(key)
        fillField(field, value)
    }
    const last = form.querySelector('.go')
    for (const [key, value] of left) last?.before(editorOf(`/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, key, value))
}

/**
 * @param {HTMLElement} field
 * @param {any} value
 */
function fillField(field, value) {
    if (!field.matches('[data-edited]') && same(valueOf(field), value)) return
    if (!field.matches('[data-edited]')) {
        const parts = partsOf(field)
        if (parts.length && value && typeof value === 'object' && Object.keys(value).every(key => parts.some(part => keyOf(atOf(part)) === key)))
            for (const part of parts) fillField(part, Object.hasOwn(value, keyOf(atOf(part))) ? value[keyOf(atOf(part))] : ABSENT)
        else if (isTable(field)) writeRows(field, Array.isArray(value) ? value : [])
        else if (!parts.length) write(field, value, app.inputs[atOf(field)] ?? {})
        if (same(valueOf(field), value)) return
    }
    edit(field, value)
}

/**
 * Returns what a field stands for; ABSENT for nothing, or for what cannot be read.
 *
 * @param {HTMLElement} field
 * @returns {any}
 */
function valueOf(field) {
    const parts = partsOf(field)
    if (!parts.length) return valueIn(field, app.inputs[atOf(field)] ?? {})
    return Object.fromEntries(parts.map(part => [keyOf(atOf(part)), valueOf(part)]).filter(([, value]) => value !== ABSENT))
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
    const shown = shownIn(form), body = await collected(fieldsIn(form).filter(shown), problems, shown)
    return { body, problems }
}

/**
 * @param {HTMLElement[]} fields
 * @param {Problem[]} problems
 * @param {(field: HTMLElement) => boolean} shown
 */
async function collected(fields, problems, shown) {
    /** @type {[string, any][]} */
    const made = []
    for (const field of fields) {
        const place = atOf(field), parts = partsOf(field).filter(shown)
        const value = parts.length ? await collected(parts, problems, shown)
            : UPLOADS.includes(field.dataset.input ?? '') && !field.matches('[data-edited]') ? await filesIn(field) : valueOf(field)
        if (value === ABSENT && isTyped(field)) problems.push({ at: place, message: sentence('not-json.typed') })
        if (tooLong(value)) problems.push({ at: place, message: gettext('This number has more digits than this app can pass on.') })
        if (value !== ABSENT) made.push([keyOf(place), value])
    }
    return Object.fromEntries(made)
}

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
        return field ? valueOf(field) : ABSENT
    }
    /** @param {HTMLElement} field */
    return field => shows(rules, atOf(field), value)
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

/** @param {HTMLElement} field */
const isTyped = field => field.matches('[data-edited]') && /** @type {HTMLTextAreaElement | null} */ (field.querySelector('textarea'))?.value.trim() !== ''

/**
 * Tells whether a value holds an integer that no host can pass on as it is.
 *
 * @param {any} value
 * @returns {boolean}
 */
const tooLong = value => typeof value === 'bigint' ? BigInt(Number(value)) !== value
    : typeof value === 'object' && value !== null && Object.values(value).some(tooLong)

/**
 * Tells whether both are the same value, or nothing.
 *
 * @param {any} a
 * @param {any} b
 */
const same = (a, b) => a === b || (a !== ABSENT && b !== ABSENT && equal(a, b))

/**
 * Returns the fields in *place* that are in no other.
 *
 * @param {Element} place
 * @returns {HTMLElement[]}
 */
function fieldsIn(place) {
    const all = /** @type {HTMLElement[]} */ ([...place.querySelectorAll('[data-input][data-at]')])
    return all.filter(field => field.parentElement?.closest('[data-input][data-at]') === (place.matches('[data-input]') ? place : null))
}

/** @param {HTMLElement} field */
const partsOf = field => field.dataset.input === 'object' ? fieldsIn(field) : []

/** @param {HTMLElement} field */
const needsServer = field => STRUCTURE.includes(field.dataset.input ?? '') && !isTable(field) && field.querySelector('[name="do"]') !== null

/** Tells whether a script adds and removes the rows of a field. @param {HTMLElement} field */
const isTable = field => field.dataset.input === 'table' && field.querySelector('[data-rows]') !== null

/** @param {string} at */
const keyOf = at => at.slice(at.lastIndexOf('/') + 1).replaceAll('~1', '/').replaceAll('~0', '~')

/**
 * Makes a field a text of JSON.
 *
 * @param {HTMLElement} field
 * @param {any} value
 */
function edit(field, value) {
    const place = atOf(field), label = field.querySelector('.label')?.textContent ?? keyOf(place)
    const made = editorOf(place, label, value), help = field.querySelector(':scope > .help')
    for (const name of ['data-required', 'data-secret', 'data-show-if', 'x-data', 'x-show', 'x-cloak']) {
        const text = field.getAttribute(name)
        if (text !== null) made.setAttribute(name, text)
    }
    if (help) made.querySelector('.control')?.after(help)
    field.replaceWith(made)
}

/**
 * Returns a field that is filled in as JSON.
 *
 * @param {string} place
 * @param {string} label
 * @param {any} value
 */
function editorOf(place, label, value) {
    const id = idOf(place), name = /^[\w/~-]*$/.test(place) ? place : `#${fragment(place)}`
    const text = value === ABSENT ? '' : JSON.stringify(value, (_, part) => typeof part === 'bigint' ? Number(part) : part, 2)
    const area = make('textarea', { id, name, 'class': 'ctl mono', 'rows': String(Math.min(text.split('\n').length + 1, 12)), 'spellcheck': 'false', 'aria-describedby': idOf(place, 'problem') })
    area.textContent = text
    return make('div', { 'class': 'field', 'data-input': 'json', 'data-at': place, 'data-edited': '' },
        make('div', { class: 'label-row' }, make('label', { class: 'label', for: id }, label), make('span', { class: 'opt' }, 'JSON')),
        make('div', { class: 'control' }, area, make('input', { type: 'hidden', name: `is${name}`, value: 'json' })),
        make('p', { 'class': 'problem', 'id': idOf(place, 'problem'), 'data-problem-for': place, 'hidden': true }))
}
