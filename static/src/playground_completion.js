// Completion of keys and values in a declaration, by the schema of its format; it reads texts that are still broken.
import { autocompletion, snippet } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import { kindsOf, propertiesOf, schemasAt, valuesOf } from './playground_schema.js'
import { isYAML, placeInYAML, writingYAML } from './playground_yaml.js'

/** @typedef {import('@lezer/common').SyntaxNode} Node */
/** @typedef {import('@codemirror/state').EditorState} State */
/** @typedef {import('@codemirror/autocomplete').CompletionContext} Context */
/** @typedef {import('./playground_schema.js').Schema} Schema */
/** Where a key or a value begins, what leads there, what stands there so far, and how it is written there if not as elsewhere. @typedef {{isKey: boolean, from: number, steps: import('./playground_schema.js').Step[], value: any, writing?: Writing}} Place */
/** @typedef {(view: import('@codemirror/view').EditorView, completion: import('@codemirror/autocomplete').Completion, from: number, to: number) => void} Apply */
/** What puts a key, whose value is of a kind, or a value in the place of what was typed. @typedef {{key: (name: string, kind: string) => Apply, value: (value: any) => Apply}} Writing */

/** The language of what cannot be read yet. */
const USUAL = 'tool-json'
/** Keys and values while they are typed. */
const WORD = /^[\w$-]*$/
/** What follows the colon where a value of a kind begins. */
const BEGUN = new Map([['string', '"${}"'], ['array', '[${}]'], ['object', '{${}}']])

/**
 * @param {string} address of the schemas
 * @param {Tools} tools
 * @param {() => string} dialectOf
 */
export function completing(address, { ask }, dialectOf) {
    /** @type {Promise<Record<string, Schema>> | undefined} */
    let asked
    const load = () => asked ??= ask(address, { headers: { Accept: 'application/json' } }).then(answer => answer.json())
    /** @param {Context} context */
    const source = async context => {
        const [placeOf, usual] = isYAML(context.state) ? [placeInYAML, writingYAML] : [placeInJSON, writingJSON]
        const place = placeOf(context.state, context.pos)
        if (!place || (!context.explicit && !context.matchBefore(/[\w"$-]$|[:-]\s*$/))) return null
        const formats = await load().catch(() => { asked = undefined })
        const schema = formats?.[dialectOf() || USUAL]
        if (!schema || context.aborted) return null
        const schemas = schemasAt(schema, place.steps, place.value), { writing = usual } = place
        const options = place.isKey ? keysOf(schemas, place, writing) : choicesOf(schemas, writing)
        return { from: place.from, options, validFor: WORD }
    }
    return autocompletion({ override: [source], icons: false, activateOnCompletion: ({ type }) => type === 'property' })
}

/**
 * Returns the place at *at*; null where neither a key nor a value begins.
 *
 * @param {State} state
 * @param {number} at
 * @returns {Place | null}
 */
function placeInJSON(state, at) {
    const node = syntaxTree(state).resolveInner(at, -1), line = state.doc.lineAt(at), typed = /"?([\w$-]*)$/.exec(line.text.slice(0, at - line.from))
    const from = at - (typed?.[1].length ?? 0), start = at - (typed?.[0].length ?? 0)
    const before = state.sliceDoc(Math.max(0, start - 200), start).trimEnd().at(-1) ?? ''
    const holder = holderOf(node)
    if (!holder) return null
    if (holder.name === 'Object' && '{,'.includes(before)) return { isKey: true, from, steps: stepsTo(state, holder), value: valueOf(state, holder) }
    if (holder.name === 'Array' && '[,'.includes(before)) return { isKey: false, from, steps: [...stepsTo(state, holder), { value: valueOf(state, holder), step: 0 }], value: undefined }
    const property = propertyOf(node)
    if (before !== ':' || !property?.parent) return null
    const object = property.parent
    return { isKey: false, from, steps: [...stepsTo(state, object), { value: valueOf(state, object), step: nameOf(state, property) }], value: undefined }
}

/** The object or list that a node stands in. @param {Node} node */
function holderOf(node) {
    /** @type {Node | null} */
    let found = node
    // What a value consists of is no place for another.
    while (found && !['Object', 'Array'].includes(found.name)) found = found.parent
    return found
}

/** The property whose value begins at a node, or is to. @param {Node} node */
function propertyOf(node) {
    /** @type {Node | null} */
    let found = node
    while (found && found.name !== 'Property') found = ['Object', 'Array'].includes(found.name) ? lastProperty(found) : found.parent
    return found
}

/** @param {Node} object */
const lastProperty = object => object.getChildren('Property').at(-1) ?? null

/**
 * Returns what leads to *node*, an object or a list.
 *
 * @param {State} state
 * @param {Node} node
 */
function stepsTo(state, node) {
    const steps = []
    for (let found = node; found.parent; found = found.parent) {
        const { parent } = found
        if (parent.name === 'Property' && parent.parent) steps.unshift({ value: valueOf(state, parent.parent), step: nameOf(state, parent) })
        else if (parent.name === 'Array') steps.unshift({ value: valueOf(state, parent), step: 0 })
    }
    return steps
}

/** @param {State} state @param {Node} property */
function nameOf(state, property) {
    const name = property.getChild('PropertyName')
    return name ? String(parsed(state.sliceDoc(name.from, name.to)) ?? '') : ''
}

/**
 * Returns what of *node* decides which schema counts: the scalars of an object by their names, else an empty list.
 *
 * @param {State} state
 * @param {Node} node
 */
function valueOf(state, node) {
    if (node.name !== 'Object') return []
    /** @type {Record<string, any>} */
    const members = Object.create(null)
    for (const property of node.getChildren('Property')) {
        const value = property.lastChild
        members[nameOf(state, property)] = value && ['String', 'Number', 'True', 'False'].includes(value.name) ? parsed(state.sliceDoc(value.from, value.to)) : null
    }
    return members
}

/** @param {string} text */
function parsed(text) {
    try {
        return JSON.parse(text)
    } catch {
        return undefined
    }
}

/**
 * @param {Schema[]} schemas
 * @param {Place} place
 * @param {Writing} writing
 */
function keysOf(schemas, { value }, { key }) {
    return [...propertiesOf(schemas)].filter(([name]) => !Object.hasOwn(value, name)).map(([name, schema]) => {
        const kinds = kindsOf(schema), kind = kinds[0] ?? (typeof schema.enum?.[0] === 'string' ? 'string' : '')
        return {
            label: name, type: 'property', detail: kinds.filter(kind => kind !== 'null').join(' or '),
            ...schema.description && { info: String(schema.description) },
            apply: key(name, kind),
        }
    })
}

/** @param {Schema[]} schemas @param {Writing} writing */
const choicesOf = (schemas, writing) => valuesOf(schemas).map(value => (
    { label: typeof value === 'string' ? value : JSON.stringify(value), apply: writing.value(value) }))

/** @type {Writing} */
const writingJSON = { key: (name, kind) => replacing(name, BEGUN.get(kind) ?? '${}'), value: value => replacing(value) }

/**
 * Returns what puts a value, or a key with the beginning of its value, in the place of what was typed, quotes and all.
 *
 * @param {any} value
 * @param {string} [begun]
 * @returns {Apply}
 */
function replacing(value, begun) {
    return (view, completion, from, to) => {
        const { state } = view, isOpen = state.sliceDoc(from - 1, from) === '"', isClosed = isOpen && state.sliceDoc(to, to + 1) === '"'
        const start = from - Number(isOpen), end = to + Number(isClosed), text = JSON.stringify(value).replaceAll(/[{}]/g, '\\$&')
        const hasValue = /^\s*:/.test(state.sliceDoc(end, end + 20))
        snippet(begun === undefined || hasValue ? `${text}\${}` : `${text}: ${begun}`)(view, completion, start, end)
    }
}
