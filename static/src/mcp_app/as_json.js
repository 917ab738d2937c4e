// Fields of a form without a server that are filled in as JSON.
import { atOf } from '../fields.js'
import { make } from '../dom.js'
import { fragment, idOf } from '../names.js'
import { ABSENT } from '../values.js'
import { typeOf } from './parts.js'

/** Returns a value as people may edit it; '' where there is none. @param {any} value */
export const written = value => value === ABSENT ? '' : JSON.stringify(value, (_, part) => typeof part === 'bigint' ? Number(part) : part, 2)

/** Tells whether a field is filled in as JSON. @param {HTMLElement} field */
export const isJSON = field => field.matches('[data-edited]') || typeOf(field) === 'json' || field.querySelector(':scope > .control > .as-json') !== null

/** Tells whether anything is typed into a field of JSON. @param {HTMLElement} field */
export const isTyped = field => isJSON(field) && Boolean(field.querySelector('textarea')?.value.trim())

/**
 * Makes a field a text of JSON.
 *
 * @param {HTMLElement} field
 * @param {any} value
 */
export function edit(field, value) {
    const place = atOf(field), label = field.querySelector('.label')?.textContent ?? place
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
export function editorOf(place, label, value) {
    const id = idOf(place), name = /^[\w/~-]*$/.test(place) ? place : `#${fragment(place)}`
    const text = written(value)
    const area = make('textarea', { id, name, 'class': 'ctl mono', 'rows': String(Math.min(text.split('\n').length + 1, 12)), 'spellcheck': 'false', 'aria-describedby': idOf(place, 'problem') })
    area.textContent = text
    return make('div', { 'class': 'field', 'data-input': 'json', 'data-at': place, 'data-edited': '' },
        make('div', { class: 'label-row' }, make('label', { class: 'label', for: id }, label), make('span', { class: 'opt' }, 'JSON')),
        make('div', { class: 'control' }, area, make('input', { type: 'hidden', name: `is${name}`, value: 'json' })),
        make('p', { 'class': 'problem', 'id': idOf(place, 'problem'), 'data-problem-for': place, 'hidden': true }))
}
