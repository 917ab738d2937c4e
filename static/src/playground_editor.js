// The editor of the playground: problems are marked where they stand, keys and values of the format are completed.
import { EditorView, hoverTooltip } from '@codemirror/view'
import { edit } from './inputs/editor/editor.js'
import { faultsIn, markFaults, marking } from './inputs/editor/faults.js'
import barCSS from './inputs/editor/json.css'
import { completing } from './playground_completion.js'
import css from './playground.css'
import { isYAML } from './playground_yaml.js'
import { gettext } from './words.js'

/** @typedef {import('./inputs/editor/faults.js').Fault} Fault */

/**
 * Puts an editor in the place of the declaration's textarea; null where there is no place for one.
 *
 * @param {HTMLElement} page
 * @param {Tools} tools
 * @param {() => string} dialectOf returns the dialect of the declaration as it is now
 */
export function editDeclaration(page, tools, dialectOf) {
    const field = /** @type {HTMLElement | null} */ (page.querySelector('#playground-source .field'))
    const { announce, button, make } = tools, { signal } = new AbortController()
    if (!field) return null
    /** What the message of the fault at a place is shown in. */
    const hints = hoverTooltip((view, at) => {
        const found = faultsIn(view).find(({ from, to }) => from <= at && at <= to)
        return found ? { pos: found.from, end: found.to, above: true, create: () => ({ dom: make('div', { class: 'hint' }, found.message) }) } : null
    })
    let language = 'json'
    const speak = (/** @type {import('@codemirror/state').EditorState} */ state) => {
        const now = isYAML(state) ? 'yaml' : 'json'
        if (now !== language) editor?.speak(language = now)
    }
    const speaking = EditorView.updateListener.of(({ docChanged, state }) => { if (docChanged) speak(state) })
    const formats = page.dataset.formats ?? ''
    const editor = edit(field, { ...tools, signal, label: gettext('Declaration'), at: '', problem() {} }, [marking, hints, speaking, completing(formats, tools, dialectOf)])
    if (!editor) return null
    const { bar, host, view } = editor, sheet = new CSSStyleSheet()
    speak(view.state)
    sheet.replaceSync(css)
    tools.adopt(barCSS)
    host.shadowRoot?.adoptedStyleSheets.push(sheet)
    const kind = /** @type {HTMLElement} */ (bar.querySelector('span')), fault = button('', () => show(next), 'small ghost')
    let next = 0
    fault.classList.add('editor-state')
    fault.hidden = true
    kind.after(fault)

    /** @param {Fault} found */
    const words = ({ from, message }) => gettext('Line {line}: {message}', { line: view.state.doc.lineAt(Math.min(from, view.state.doc.length)).number, message })
    /** @param {{from: number, to: number}} place */
    const select = ({ from, to }) => {
        view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
        view.focus()
    }
    /** @param {number} index */
    const show = index => {
        const faults = faultsIn(view), found = faults[index % faults.length]
        if (!found) return
        next = index + 1
        select(found)
        announce(words(found))
    }
    return {
        /**
         * Marks the problems that *part* lists.
         *
         * @param {HTMLElement} part
         */
        mark(part) {
            const items = /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll('#preview-issues li'))
            const faults = [...items].flatMap(item => faultOf(item, view.state.doc)).sort((a, b) => a.from - b.from), [first] = faults
            markFaults(view, faults)
            next = 0
            kind.textContent = part.dataset.dialect || gettext('No tool')
            fault.hidden = !first
            fault.toggleAttribute('data-warning', faults.every(({ isWarning }) => isWarning))
            fault.textContent = first ? words(first) + (faults.length > 1 ? ` (${gettext('1 of {count}', { count: faults.length })})` : '') : ''
            editor.say(first ? words(first) : '')
        },
        /**
         * Goes to the place that a link names.
         *
         * @param {HTMLElement} link
         */
        goTo: link => select(placeOf(link, view.state.doc)),
    }
}

/**
 * @param {HTMLElement} item
 * @param {import('@codemirror/state').Text} doc
 * @returns {Fault[]}
 */
function faultOf(item, doc) {
    const link = /** @type {HTMLElement | null} */ (item.querySelector('a[data-line]'))
    return link ? [{ ...placeOf(link, doc), message: item.querySelector('p')?.textContent ?? '', isWarning: item.dataset.severity === 'warning' }] : []
}

/**
 * Returns where a link leads: the server counts characters, an editor halves of some.
 *
 * @param {HTMLElement} link
 * @param {import('@codemirror/state').Text} doc
 */
function placeOf({ dataset: { line = '1', column = '1', length = '0' } }, doc) {
    const { from, to, text } = doc.line(Math.min(Math.max(Number(line), 1), doc.lines)), signs = [...text]
    const start = from + signs.slice(0, Number(column) - 1).join('').length
    const end = start + signs.slice(Number(column) - 1, Number(column) - 1 + Math.max(Number(length), 1)).join('').length
    return { from: Math.min(start, to), to: Math.min(end, to) }
}
