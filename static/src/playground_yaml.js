// Places in a YAML declaration, in block style by the columns of its lines, and what completion writes there.
import { insertCompletionText, pickedCompletion } from '@codemirror/autocomplete'
import { flowAt, writingFlow } from './playground_yaml_flow.js'
import { LINE, scalar, unquoted, written } from './playground_yaml_text.js'

/** @typedef {import('@codemirror/state').EditorState} State */
/** @typedef {import('./playground_schema.js').Step} Step */
/** @typedef {import('./playground_completion.js').Place} Place */
/** @typedef {import('./playground_completion.js').Writing} Writing */
/** A key with the text of its value, or a dash, which has no name. @typedef {{column: number, name?: string, text: string}} Entry */

/** What stands before a key or a value that is typed: dashes, and the key of the value. */
const TYPED = /^(?<before> *(?:- +)*)(?:(?<name>["']?[\w$-]+["']?): +(?<quote>["']?))?(?<word>[\w$-]*)$/

/** Tells whether a text is YAML, and no JSON. @param {State} state */
export const isYAML = ({ doc }) => !/^(?:\s*#.*)*\s*(?:[{["]|$)/.test(doc.sliceString(0, 2000))

/**
 * Returns the place at *at*; null where neither a key nor a value begins.
 *
 * @param {State} state
 * @param {number} at
 * @returns {Place | null}
 */
export function placeInYAML({ doc }, at) {
    const flow = flowAt(doc, at)
    if (flow !== undefined) return flow && placeInFlow(doc, flow)
    const { from, number } = doc.lineAt(at), typed = TYPED.exec(doc.sliceString(from, at))?.groups
    if (!typed) return null
    const { before, name, word } = typed, start = at - word.length, { steps, value } = lineAt(doc, number, before, name)
    if (name === undefined) return { isKey: true, from: start, steps, value }
    return { isKey: false, from: start, steps: [...steps, { value, step: unquoted(name) }], value: undefined }
}

/**
 * Returns the place of a flow in the whole document.
 *
 * @param {State['doc']} doc
 * @param {import('./playground_yaml_flow.js').Flow} flow
 * @returns {Place}
 */
function placeInFlow(doc, { isKey, from, steps, value, line, before, name }) {
    const outer = lineAt(doc, line, before, name)
    const key = name === undefined ? [] : [{ value: outer.value, step: unquoted(name) }]
    return { isKey, from, steps: [...outer.steps, ...key, ...steps], value, writing: writingFlow(writingYAML.value) }
}

/**
 * Returns what leads to the object that a line is in, and the scalars of that.
 *
 * @param {State['doc']} doc
 * @param {number} number
 * @param {string} before
 * @param {string} [name]
 */
function lineAt(doc, number, before, name = '') {
    const above = [...entriesOf(doc, 1, number - 1), ...dashesIn(before)], line = { column: before.length, name: unquoted(name), text: '' }
    const entries = [...above, line, ...entriesOf(doc, number + 1, doc.lines)]
    return { steps: stepsTo(entries, above.length), value: membersOf(entries, above.length) }
}

/**
 * Returns the keys and dashes of some lines.
 *
 * @param {State['doc']} doc
 * @param {number} first
 * @param {number} last
 */
function entriesOf(doc, first, last) {
    /** @type {Entry[]} */
    const found = []
    for (const text of first > last ? [] : doc.iterLines(first, last + 1)) {
        const { before = '', name, text: value = '' } = LINE.exec(text)?.groups ?? {}
        found.push(...dashesIn(before))
        if (name) found.push({ column: before.length, name: unquoted(name), text: value.trim() })
    }
    return found
}

/** @param {string} before @returns {Entry[]} */
const dashesIn = before => [...before.matchAll(/-/g)].map(({ index }) => ({ column: index, text: '' }))

/**
 * Returns what leads to the entry at *index*.
 *
 * @param {Entry[]} entries
 * @param {number} index
 */
function stepsTo(entries, index) {
    /** @type {Step[]} */
    const steps = []
    let child = entries[index]
    for (let above = index - 1; above >= 0; above--) {
        const { column, name } = entries[above]
        // The dashes of a list may stand below its key, or further in.
        if (column > child.column || (column === child.column && (name === undefined || child.name !== undefined))) continue
        steps.unshift(name === undefined ? { value: [], step: 0 } : { value: membersOf(entries, above), step: name })
        child = entries[above]
    }
    return steps
}

/**
 * Returns the scalars of the object that the key at *index* is one of, by their names.
 *
 * @param {Entry[]} entries
 * @param {number} index
 */
function membersOf(entries, index) {
    /** @type {Record<string, any>} */
    const members = Object.create(null)
    const { column } = entries[index]
    let first = index, end = index
    while (first > 0 && entries[first - 1].column >= column) first--
    while (end < entries.length && entries[end].column >= column) end++
    for (const { column: other, name, text } of entries.slice(first, end)) if (other === column && name) members[name] = scalar(text)
    return members
}

/** What completion puts in the place of what was typed. @type {Writing} */
export const writingYAML = {
    key: (name, kind) => (view, completion, from, to) => {
        const { state } = view, line = state.doc.lineAt(from), pad = ' '.repeat(from - line.from + 2)
        const begun = kind === 'array' ? `:\n${pad}- ` : kind === 'object' ? `:\n${pad}` : ': '
        const hasValue = /^["']?\s*:/.test(state.sliceDoc(to, line.to))
        view.dispatch({ ...insertCompletionText(state, hasValue ? name : written(name) + begun, from, to), annotations: pickedCompletion.of(completion) })
    },
    value: value => (view, completion, from, to) => {
        const { state } = view, quote = state.sliceDoc(from - 1, from), isQuoted = quote === '"' || quote === '\''
        const end = to + Number(isQuoted && state.sliceDoc(to, to + 1) === quote)
        view.dispatch({ ...insertCompletionText(state, written(value), from - Number(isQuoted), end), annotations: pickedCompletion.of(completion) })
    },
}
