// JSON in an editor: what is wrong is marked at its place as it is typed, what the server finds too.
import { pretty } from '../layout.js'
import { edit } from './editor/editor.js'
import { faultsIn, markFaults, marking } from './editor/faults.js'
import css from './editor/json.css'
import { nearest, scan } from './editor/scan.js'
import { gettext } from '../words.js'

/** @typedef {import('./editor/faults.js').Fault} Fault */
/** @typedef {import('./editor/scan.js').Place} Place */
/** @typedef {{at: string, code: string, message: string}} Problem */

/** What is longer is not sent to be checked while it is typed, in characters. */
const MOST = 200_000
/** What is wrong with the key, not with its value. */
const OF_KEYS = new Set(['unknown-key', 'propertyNames'])

/** @type {Enhance} */
export default function enhance(field, kit) {
    const { LostError, adopt, announce, ask, at, button, debounce, make, signal } = kit
    const editor = edit(field, kit, marking)
    if (!editor) return
    adopt(css)
    const { view, home, bar } = editor
    const state = make('span', { class: 'editor-state' }), fault = button('', () => goTo(next), 'small ghost')
    const format = button(gettext('Format'), () => layOut(), 'small ghost')
    let asking = new AbortController(), next = 0

    /** @param {number} index */
    const goTo = index => {
        const faults = faultsIn(view), { from, to } = faults[index % faults.length] ?? { from: 0, to: 0 }
        next = index + 1
        view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
        view.focus()
        announce(faults.length ? words(faults[index % faults.length]) : '')
    }
    /** @param {Fault} fault */
    const words = ({ from, message }) => gettext('Line {line}: {message}', { line: view.state.doc.lineAt(Math.min(from, view.state.doc.length)).number, message })
    /** @param {Fault[]} faults */
    const show = faults => {
        next = 0
        markFaults(view, faults)
        const [first] = faults
        fault.textContent = first ? words(first) + (faults.length > 1 ? ` (${gettext('1 of {count}', { count: faults.length })})` : '') : ''
        fault.hidden = !first
        state.hidden = !fault.hidden
        editor.say(first ? words(first) : '')
        state.textContent = home.value.trim() && gettext('Valid')
    }
    const look = () => {
        asking.abort()
        const text = home.value, found = text.trim() ? scan(text) : null
        if (found && 'fault' in found) show([faultAt(found.fault, text)])
        else if (found && home.dataset.schema !== undefined && text.length < MOST) void check(found.root)
        else show([])
    }
    /** @param {Place} root */
    const check = async root => {
        const form = home.form
        if (!form) return
        asking = new AbortController()
        const mine = AbortSignal.any([asking.signal, signal]), data = new FormData(form), text = home.value
        for (const [name, value] of [...data]) if (value instanceof File) data.delete(name)
        try {
            const address = form.action.replace(/run$/, 'check')
            const answer = await ask(address, { method: 'POST', body: data, headers: { Accept: 'application/json' }, signal: mine })
            const { problems = [] } = await answer.json()
            const ours = problems.filter((/** @type {Problem} */ problem) => problem.at === at || problem.at.startsWith(`${at}/`))
            if (!mine.aborted && home.value === text)
                show(ours.map((/** @type {Problem} */ problem) => placed({ ...problem, at: problem.at.slice(at.length) }, root, text))
                    .sort((/** @type {Fault} */ a, /** @type {Fault} */ b) => a.from - b.from))
        } catch (error) {
            if (mine.aborted) return
            show([])
            if (!(error instanceof LostError || error instanceof SyntaxError)) throw error
        }
    }
    const layOut = () => {
        const text = home.value, found = scan(text)
        if ('fault' in found) {
            if (!text.trim()) return announce(gettext('There is nothing to format.'))
            look()
            return goTo(0)
        }
        const laidOut = pretty(text)
        if (laidOut !== text) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: laidOut }, userEvent: 'format' })
        announce(gettext('Formatted.'))
    }
    const soon = debounce(look, 400, signal)

    home.addEventListener('input', soon, { signal })
    field.addEventListener('webform:sync', soon, { signal })
    // The server may have found something at a run.
    const noticing = new MutationObserver(() => { if (field.classList.contains('bad')) soon() })
    noticing.observe(field, { attributeFilter: ['class'] })
    fault.classList.add('editor-state')
    fault.hidden = true
    bar.querySelector('span')?.after(state, fault)
    bar.append(format)
    // Most forms come with a value that is as it must be.
    if (home.value !== home.defaultValue || field.classList.contains('bad')) look()
    signal.addEventListener('abort', () => {
        noticing.disconnect()
        for (const element of [state, fault, format]) element.remove()
    })
}

/**
 * @param {{from: number, message: string}} fault
 * @param {string} text
 */
function faultAt({ from, message }, text) {
    // At the end of the text nothing stands that could be marked: the last of what does is.
    if (from >= text.length) return { from: Math.max(text.trimEnd().length - 1, 0), to: text.trimEnd().length, message }
    const [piece = ''] = /^(?:"[^"\n]*"?|[\p{L}\p{N}_.+-]+|[^\n])?/u.exec(text.slice(from, from + 200)) ?? []
    return { from, to: from + piece.length, message }
}

/**
 * Returns a problem with where it stands in *text*: at its value, or at the nearest there is around it.
 *
 * @param {Problem} problem
 * @param {Place} root
 * @param {string} text
 * @returns {Fault}
 */
function placed({ at, code, message }, root, text) {
    const tokens = at.split('/').slice(1).map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    const { place, rest } = nearest(root, tokens)
    const { from, to } = (OF_KEYS.has(code) && !rest.length && place.key) || place
    const end = text.indexOf('\n', from), last = end < 0 ? to : Math.min(to, end)
    // What is missing has no place of its own: the bracket it belongs into has.
    return { from, to: rest.length ? Math.min(from + 1, to) : last, message: rest.length ? `${rest.join('.')}: ${message}` : message }
}
