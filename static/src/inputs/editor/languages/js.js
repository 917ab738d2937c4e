// JavaScript: its words and signs as they stand in a line, and its brackets. A whole grammar would weigh ten times as much.
import { StreamLanguage } from '@codemirror/language'

/** @typedef {import('@codemirror/language').StringStream} Line */
/** @typedef {{close: string, indent: number, cases?: boolean, around: Bracket | null}} Bracket one that is open, or a template */
/**
 * @typedef {object} State
 * @property {Bracket | null} open
 * @property {string} until what ends the comment or the text that goes on in the next line
 * @property {'' | 'value' | 'operator' | 'open' | 'close' | 'dot' | 'word' | 'make' | 'new'} last what stood last
 * @property {number | null} base columns that all of it is indented by
 */

const WORDS = new Set(`await break case catch class const continue debugger default delete do else export extends finally for
function if import in instanceof let new return switch this throw try typeof var void while with yield null`.split(/\s/))
/** What is a name as well, and what follows it where it is none. */
const AT_TIMES = new Map([
    ['as', /^\s+[\p{L}$_]/u], ['async', /^\s*(?:[\p{L}$_(*[#]|$)/u], ['from', /^\s*["']/], ['get', /^\s+[\p{L}$_["'#]/u],
    ['of', /^\s+[\p{L}\p{N}$_[{("'`]/u], ['set', /^\s+[\p{L}$_["'#]/u], ['static', /^\s*[\p{L}$_{[#*]/u],
])
const ATOMS = new Map([['true', 'bool'], ['false', 'bool'], ['undefined', 'atom'], ['NaN', 'atom'], ['Infinity', 'atom'], ['super', 'atom']])
/** What stands last after a word; after the others something that has a value is awaited. */
const AFTER = new Map(/** @type {[string, State['last']][]} */ ([
    ['class', 'make'], ['const', 'make'], ['function', 'make'], ['let', 'make'], ['var', 'make'], ['new', 'new'], ['extends', 'new'],
    ['this', 'value'], ['null', 'value'],
]))
const CLOSING = new Map([['(', ')'], ['[', ']'], ['{', '}']])
const NAME = /^#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/u
const NUMBER = /^(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)n?/
const PATTERN = /^\/(?![*/])(?:[^\\/[]|\\.|\[(?:[^\\\]]|\\.)*\])+\/[a-z]*/
const OPERATOR = /^(?:\?\.(?!\d)|\.\.\.|[-+*%=<>!&|^~?]+|\/=?)/
const TEXTS = new Map([['"', /^[^"\\]*(?:\\.[^"\\]*)*("|\\?)/], ["'", /^[^'\\]*(?:\\.[^'\\]*)*('|\\?)/]])
const TEMPLATE = /^[^\\`$]*(?:(?:\\.|\\$|\$(?!\{))[^\\`$]*)*/
const OPENS = /^.*<script\b[^>]*>/i
const KEY = /^\s*:/, MADE = /^\s*(?:=>|\([^()]*\)\s*\{)/

export default StreamLanguage.define({
    name: 'javascript',
    /** @returns {State} */
    startState: () => ({ open: null, until: '', last: '', base: null }),
    token(line, state) {
        if (state.until) return goOn(line, state)
        if (state.open?.close === '`') return template(line, state)
        // To indent a line in HTML, the one in which the script begins is read from its start.
        if (line.eatSpace() || (state.base === null && line.match(OPENS))) return null
        state.base ??= line.indentation()
        if (line.match('//') || (line.sol() && line.match('#!'))) {
            line.skipToEnd()
            return 'lineComment'
        }
        if (line.match('/*')) {
            state.until = '*/'
            return goOn(line, state)
        }
        if (state.last !== 'value' && line.match(PATTERN)) return value(state, 'regexp')
        if (line.match(NUMBER)) return value(state, 'number')
        const named = line.match(NAME)
        return Array.isArray(named) ? word(named[0], line, state) : sign(line, state)
    },
    indent({ open, until, last, base }, after, { unit }) {
        if (until || open?.close === '`' || base === null) return null
        if (open && after.startsWith(open.close)) return open.indent
        const further = last === 'operator' || /^\??\.(?!\.)/.test(after) ? unit : 0
        if (!open) return base + further
        return open.indent + (open.cases && !/^(?:case|default)\b/.test(after) ? 2 * unit : unit) + further
    },
    languageData: {
        commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
        indentOnInput: /^\s*(?:case |default:|[\])}])$/,
        wordChars: '$',
    },
})

/**
 * @param {State} state
 * @param {string} kind
 */
function value(state, kind) {
    state.last = 'value'
    return kind
}

/**
 * Reads what a comment or a text in quotes has in this line.
 *
 * @param {Line} line
 * @param {State} state
 */
function goOn(line, state) {
    const text = TEXTS.get(state.until)
    if (!text) {
        if (line.skipTo('*/')) {
            line.match('*/')
            state.until = ''
        } else line.skipToEnd()
        return 'blockComment'
    }
    // A text ends with its line, unless a backslash is there.
    const [, end] = /** @type {RegExpMatchArray} */ (line.match(text))
    if (end !== '\\') state.until = ''
    return value(state, 'string')
}

/**
 * Reads what a template has in this line, until something is put in.
 *
 * @param {Line} line
 * @param {State} state
 */
function template(line, state) {
    if (line.match('`')) close('`', state)
    else if (line.match('${')) {
        open('}', line, state)
        return 'brace'
    } else line.match(TEMPLATE)
    return value(state, 'string')
}

/**
 * @param {string} name
 * @param {Line} line
 * @param {State} state
 */
function word(name, line, state) {
    const { last, open } = state, at = AT_TIMES.get(name)
    state.last = 'value'
    if (last === 'dot') return 'propertyName'
    const starts = last === '' || last === 'open' || last === 'close', isLabel = name === 'default' && open?.cases
    if (starts && !isLabel && line.match(KEY, false)) return 'propertyName.definition'
    if (at ? line.match(at, false) : WORDS.has(name)) {
        if (name === 'case' && open) state.open = { ...open, cases: true }
        state.last = AFTER.get(name) ?? 'word'
        return 'keyword'
    }
    if (last === 'make' || line.match(MADE, false)) return 'variableName.definition'
    return ATOMS.get(name) ?? (last === 'new' ? 'className' : name.startsWith('#') ? 'propertyName' : 'variableName')
}

/**
 * @param {Line} line
 * @param {State} state
 */
function sign(line, state) {
    const { last } = state, operator = line.match(OPERATOR)
    if (Array.isArray(operator)) {
        const [text] = operator, isAfter = last === 'value' && /^(?:\+\+|--)$/.test(text)
        // function* makes a name as well.
        if (!isAfter && !(last === 'make' && text === '*')) state.last = text === '?.' ? 'dot' : text === '...' ? 'open' : 'operator'
        return 'operator'
    }
    const mark = line.next() ?? '', closing = CLOSING.get(mark)
    state.last = 'open'
    if (mark === '.') state.last = 'dot'
    else if (TEXTS.has(mark)) {
        state.until = mark
        return goOn(line, state)
    } else if (mark === '`') {
        open('`', line, state)
        return 'string'
    } else if (closing) open(closing, line, state)
    else if (/[\])}]/.test(mark)) close(mark, state)
    return 'punctuation'
}

/**
 * @param {string} mark
 * @param {Line} line
 * @param {State} state
 */
function open(mark, line, state) {
    state.open = { close: mark, indent: line.indentation(), around: state.open }
    state.last = 'open'
}

/**
 * Closes the bracket that *mark* is for, and those in it that were forgotten.
 *
 * @param {string} mark
 * @param {State} state
 */
function close(mark, state) {
    let found = state.open
    while (found && found.close !== mark && found.close !== '`') found = found.around
    if (found?.close === mark) state.open = found.around
    state.last = mark === '}' ? 'close' : 'value'
}
