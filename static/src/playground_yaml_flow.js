// Places within the braces and brackets of a YAML declaration, and what completion writes there.
import { snippet } from '@codemirror/autocomplete'
import { LINE, scalar, unquoted, written } from './playground_yaml_text.js'

/** @typedef {import('@codemirror/state').Text} Text */
/** @typedef {import('./playground_schema.js').Step} Step */
/** @typedef {import('./playground_completion.js').Writing} Writing */
/** What stands between braces or brackets: the members so far, the key whose value comes, the text of what comes. @typedef {{isList: boolean, members: Record<string, any>, key?: string, text: string, isTyped: boolean}} Holder */
/** A place from the first brace on. @typedef {{isKey: boolean, from: number, steps: Step[], value: any}} Within */
/** A place, and the line that the first brace is in: its dashes, and its key. @typedef {Within & {line: number, before: string, name?: string}} Flow */

/** What braces and brackets hold, comments among it. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|[{}[\],]|:(?=[\s,{}[\]]|$)|(?<=^|\s)#.*|(?:[^\s{}[\],:]|:(?=[^\s,{}[\]]))+/gm
/** What is typed of a key or a value. */
const TYPED = /(?<quote>["']?)(?<word>[\w$-]*)$/
/** What follows the colon where a value of a kind begins. */
const BEGUN = new Map([['array', '[${}]'], ['object', '{${}}']])

/**
 * Returns the place at *at* within braces or brackets: null where nothing begins there, undefined where there are none.
 *
 * @param {Text} doc
 * @param {number} at
 * @returns {Flow | null | undefined}
 */
export function flowAt(doc, at) {
    for (let number = 1; number <= doc.lines && doc.line(number).from < at; number++) {
        const { to, text } = doc.line(number), { before = '', name, text: value = '' } = LINE.exec(text)?.groups ?? {}
        const rest = name === undefined ? text.slice(before.length) : value, line = number
        if (!/^[[{|>]/.test(rest)) continue
        // What is further in belongs to it: a text in lines has braces of its own.
        number = lastLine(doc, line, name === undefined ? before.search(/\S|$/) : before.length)
        const start = to - rest.length, end = doc.line(number).to
        if (at <= start || at > end || /^[|>]/.test(rest)) continue
        const found = placeWithin(doc.sliceString(start, end), at - start)
        if (found !== undefined) return found && { ...found, from: start + found.from, line, before, name }
    }
    return undefined
}

/**
 * Returns the number of the last line that belongs to what begins in a *line*, at a column.
 *
 * @param {Text} doc
 * @param {number} line
 * @param {number} column
 */
function lastLine(doc, line, column) {
    let last = line
    while (last < doc.lines) {
        const { text } = doc.line(last + 1)
        if (text.trim() && text.search(/\S/) <= column && !/^\s*[}\]]/.test(text)) break
        last++
    }
    return last
}

/**
 * Returns the place at *at* in a *text* that begins with a brace or a bracket.
 *
 * @param {string} text
 * @param {number} at
 * @returns {Within | null | undefined}
 */
function placeWithin(text, at) {
    const { quote = '', word = '' } = TYPED.exec(text.slice(0, at))?.groups ?? {}, from = at - word.length
    /** @type {Holder[]} */
    const open = []
    /** @type {Within | null | undefined} */
    let found
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
        if (found === undefined && index >= from - quote.length) found = stop(open, from, quote)
        take(open, token)
        // What comes after the place says which schema counts, too.
        if (!open.length) return found
    }
    return found === undefined ? stop(open, from, quote) : found
}

/**
 * Returns the place where the next token would stand.
 *
 * @param {Holder[]} open
 * @param {number} from
 * @param {string} quote
 * @returns {Within | null}
 */
function stop(open, from, quote) {
    const top = /** @type {Holder} */ (open.at(-1)), isKey = !top.isList && top.key === undefined
    if (top.text || (isKey && quote)) return null
    top.isTyped = true
    const steps = open.map(({ isList, members, key }) => ({ value: isList ? [] : members, step: key ?? 0 }))
    return isKey ? { isKey, from, steps: steps.slice(0, -1), value: top.members } : { isKey, from, steps, value: undefined }
}

/**
 * Takes the next token in.
 *
 * @param {Holder[]} open
 * @param {string} token
 */
function take(open, token) {
    const top = open.at(-1)
    if (token.startsWith('#')) return
    if ('}],'.includes(token) && top) settle(top)
    if ('}]'.includes(token)) open.pop()
    else if (token === ':' && top) Object.assign(top, top.isList ? {} : { key: unquoted(top.text) }, { text: '' })
    else if (token !== ',' && top) top.text = top.text ? `${top.text} ${token}` : token
    if ('{['.includes(token)) open.push({ isList: token === '[', members: Object.create(null), text: '', isTyped: false })
}

/** Ends a member. @param {Holder} holder */
function settle(holder) {
    if (!holder.isTyped && holder.key !== undefined) holder.members[holder.key] = scalar(holder.text)
    Object.assign(holder, { key: undefined, text: '', isTyped: false })
}

/**
 * Returns what completion puts in the place of what was typed, where values are written as *value* has it.
 *
 * @param {Writing['value']} value
 * @returns {Writing}
 */
export const writingFlow = value => ({
    key: (name, kind) => (view, completion, from, to) => {
        const text = written(name).replaceAll(/[{}]/g, '\\$&'), hasValue = /^\s*:/.test(view.state.sliceDoc(to, to + 20))
        snippet(hasValue ? `${text}\${}` : `${text}: ${BEGUN.get(kind) ?? '${}'}`)(view, completion, from, to)
    },
    value,
})
