// The result of a call as HTML, where no server of ours draws it: by the schema of the answer, and by its shape.
import { drawIcon, make } from '../dom.js'
import { object } from './host.js'
import { app } from './state.js'
import { gettext, ngettext, number } from '../words.js'

/** Rows of a table, pairs of an object, parts of an answer, and characters of a text that are drawn. */
const ROWS = 200, PAIRS = 200, LONG = 100_000
/** What a picture or a sound of an answer may be; SVG is none, whatever a host lets an image do. */
const MEDIA = /^data:(image\/(?:png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+);base64,[\w+/=\s]*$/

/**
 * Answers with what the tool came to: its state, or the inside of the result section.
 *
 * @param {any} result
 * @param {HeadersInit} headers
 */
export function shownResult(result, headers) {
    const status = result.isError ? 'error' : 'ok'
    if (new Headers(headers).get('Accept') === 'application/json')
        return new Response(JSON.stringify({ state: 'done', status }), { headers: { 'Content-Type': 'application/json' } })
    const place = make('div')
    place.append(make('div', { class: 'rhead' }, make('span', { 'class': 'state', 'data-state': status }, status === 'ok' ? gettext('Done') : gettext('Error'))),
        ...status === 'ok' ? views(result) : [failure(result)])
    return new Response(place.innerHTML, { headers: { 'Content-Type': 'text/html' } })
}

/** @param {any} result */
const blocksOf = result => Array.isArray(result.content) ? result.content.map(object) : []

/** @param {any} result */
const wordsOf = result => blocksOf(result).filter((/** @type {any} */ block) => block.type === 'text').map((/** @type {any} */ { text }) => String(text)).join('\n')

/** @param {any} result */
const failure = result => make('div', { class: 'failure' }, drawIcon('alert'), make('h2', {}, gettext('The run failed')),
    make('p', { class: 'lines' }, cut(wordsOf(result))), make('p', { class: 'advice' }, gettext('Your input is still here.')))

/** @param {any} result */
function views(result) {
    const structured = result.structuredContent
    if (typeof structured !== 'object' || structured === null) return blocksOf(result).flatMap(block)
    const properties = object(object(app.answer).properties)
    // In the order that the tool declares, then what it does not.
    const keys = [...new Set([...Object.keys(properties), ...Object.keys(structured)])].filter(key => Object.hasOwn(structured, key))
    const found = keys.map(key => view(titleOf(properties[key], key), structured[key], `/${key}`, object(object(properties[key])['x-webform']).unit))
    const media = blocksOf(result).filter((/** @type {any} */ { type }) => type === 'image' || type === 'audio').flatMap(block)
    return found.length ? [...found, ...media] : [make('div', { class: 'view' }, make('p', { class: 'nothing' }, gettext('An empty object.')))]
}

/**
 * @param {any} schema
 * @param {string} key
 */
const titleOf = (schema, key) => typeof schema?.title === 'string' ? schema.title : key

/**
 * Draws a content block of MCP.
 *
 * @param {any} found
 * @returns {Node[]}
 */
function block({ type, text, data, mimeType, uri, name, title, resource }) {
    if (type === 'text') return [view(gettext('Result'), read(String(text)), '')]
    if (type === 'image' || type === 'audio') return [view(gettext('Result'), `data:${mimeType};base64,${data}`, '')]
    if (type === 'resource_link') return [section(String(title ?? name ?? uri), '', link(String(uri)))]
    if (type === 'resource' && typeof resource?.text === 'string') return [view(String(resource.uri), resource.text, '')]
    return [section(gettext('Result'), '', make('p', { class: 'nothing' }, String(object(resource).mimeType ?? type)))]
}

/**
 * Returns the value that *text* is the JSON of, where that is an object or a list; else the text.
 *
 * @param {string} text
 */
function read(text) {
    if (!/^\s*[[{]/.test(text)) return text
    try {
        return JSON.parse(text)
    } catch {
        return text
    }
}

/**
 * @param {string} title
 * @param {any} value
 * @param {string} at
 * @param {unknown} [unit]
 */
function view(title, value, at, unit) {
    if (Array.isArray(value) && value.length && value.every(isFlat)) return section(title, ngettext('{count} row', '{count} rows', value.length, { count: number(value.length) }), table(title, value), at)
    if (typeof value === 'object' && value !== null) return section(title, '', isFlat(value) && Object.keys(value).length ? pairs(value) : tree(title, value), at)
    const drawn = alone(value)
    if (typeof unit === 'string' && typeof value === 'number') drawn.append(' ', make('small', {}, unit))
    return section(title, '', drawn, at)
}

/**
 * @param {string} title
 * @param {string} note
 * @param {Node} content
 * @param {string} [at]
 */
const section = (title, note, content, at = '') => make('section', { 'class': 'view', 'data-at': at },
    make('div', { class: 'vhead' }, make('h2', { dir: 'auto' }, title), ...note ? [make('small', {}, note)] : []), content)

/**
 * Tells whether a value is an object without others in it.
 *
 * @param {any} value
 */
const isFlat = value => typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(part => typeof part !== 'object' || part === null)

/**
 * @param {string} title
 * @param {Record<string, any>[]} rows
 */
function table(title, rows) {
    const keys = [...new Set(rows.flatMap(row => Object.keys(row)))]
    const numbers = new Set(keys.filter(key => rows.every(row => typeof (row[key] ?? 0) === 'number')))
    /** @param {string} key @returns {Record<string, string>} */
    const looks = key => numbers.has(key) ? { class: 'num' } : {}
    const head = make('tr', {}, ...keys.map(key => make('th', { scope: 'col', ...looks(key) }, key)))
    const body = rows.slice(0, ROWS).map(row => make('tr', {}, ...keys.map(key => make('td', looks(key), ...key in row ? [short(row[key])] : []))))
    const made = make('div', { 'class': 'scroll', 'tabindex': '0', 'role': 'region', 'aria-label': title }, make('table', { class: 'data' }, make('thead', {}, head), make('tbody', {}, ...body)))
    const more = rows.length - ROWS
    return more > 0 ? fragment(made, make('p', { class: 'more' }, ngettext('{count} more', '{count} more', more, { count: number(more) }))) : made
}

/** @param {Record<string, any>} value */
const pairs = value => make('dl', { class: 'kv' }, ...Object.entries(value).slice(0, PAIRS)
    .map(([key, part]) => make('div', {}, make('dt', { dir: 'auto' }, key), make('dd', {}, alone(part)))))

/**
 * @param {string} title
 * @param {any} value
 */
const tree = (title, value) => make('pre', { 'class': 'hl', 'tabindex': '0', 'role': 'region', 'aria-label': title }, make('code', {}, cut(JSON.stringify(value, null, 2))))

/**
 * Draws a value that holds no others.
 *
 * @param {any} value
 * @returns {HTMLElement}
 */
function alone(value) {
    const kind = typeof value === 'string' ? MEDIA.exec(value)?.[1].split('/')[0] : ''
    if (kind === 'image') return make('figure', { class: 'media' }, make('img', { src: value, alt: '' }))
    if (kind === 'audio' || kind === 'video') return make(kind, { src: value, controls: true })
    if (typeof value === 'string' && /^https?:\/\/\S+$/.test(value)) return link(value)
    if (typeof value === 'number') return make('span', { class: 'figure' }, short(value))
    return make('div', { class: 'text', dir: 'auto' }, short(value))
}

/** @param {any} value */
const short = value => value === null ? 'null' : typeof value === 'number' ? value.toLocaleString(document.documentElement.lang, { maximumSignificantDigits: 17 }) : cut(String(value))

/** @param {string} text */
const cut = text => text.length > LONG ? `${text.slice(0, LONG)}…` : text

/** @param {string} address */
const link = address => /^https?:\/\//i.test(address) ? make('a', { class: 'link', href: address, rel: 'noopener noreferrer', target: '_blank' }, address) : make('code', {}, address)

/** @param {Node[]} nodes */
function fragment(...nodes) {
    const made = make('div')
    made.append(...nodes)
    return made
}
