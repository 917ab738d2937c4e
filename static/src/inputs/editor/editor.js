// A text in CodeMirror, in a shadow root, where it needs no leave for styles; its textarea stays the home of the value.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState } from '@codemirror/state'
import {
    EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import css from './editor.css'
import { finding } from './find.js'
import frameCSS from './frame.css'
import { load } from './languages.js'
import { tabbing } from './tabbing.js'

/** @typedef {import('@codemirror/state').Extension} Extension */

/**
 * An editor in the place of a textarea.
 *
 * @typedef {object} Editor
 * @property {EditorView} view
 * @property {HTMLTextAreaElement} home
 * @property {HTMLElement} frame what holds the textarea and the bar
 * @property {HTMLElement} host what the editor is drawn in
 * @property {HTMLElement} bar
 * @property {(words: string) => void} say says with the editor what is wrong in its text, as far as it is known here
 * @property {(name: string) => void} speak sets the language that its colours are of
 */

/** @type {CSSStyleSheet | undefined} */
let sheet

/**
 * Puts an editor in the place of a field's textarea, until the kit's signal is aborted.
 *
 * @param {HTMLElement} field
 * @param {Kit} kit
 * @param {Extension} [more]
 * @param {() => void} [reveal] shows the editor before it takes the focus
 * @returns {Editor | null}
 */
export function edit(field, kit, more = [], reveal = () => {}) {
    const { signal, label, make, type } = kit
    const home = field.querySelector('textarea[data-editor]'), words = field.querySelector('label')
    const frame = home?.closest('.editor'), bar = frame?.querySelector('.editor-bar')
    if (!(home instanceof HTMLTextAreaElement) || !(frame instanceof HTMLElement) || !(bar instanceof HTMLElement)) return null
    const language = home.dataset.editor ?? '', prose = language === 'markdown'
    const host = make('div', { class: 'editor-host', id: `editor-${home.id}` })
    const root = host.attachShadow({ mode: 'open' }), about = make('p', { id: 'about', hidden: true })
    const highlighting = new Compartment(), tabs = tabbing(kit, field, host)
    let writing = false, following = false, wrong = ''

    kit.adopt(frameCSS)
    sheet ??= new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
    root.append(about)
    host.style.setProperty('--rows', String(home.rows))
    host.classList.toggle('prose-editor', prose)

    const view = new EditorView({
        doc: home.value, root, parent: root,
        extensions: [
            tabs.extension,
            EditorView.domEventHandlers({ beforeinput: typeOver }),
            // It runs the form, which hears of it as well.
            keymap.of([{ key: 'Mod-Enter', run: () => true }]),
            finding,
            history(), indentOnInput(), bracketMatching(), highlightSpecialChars(), highlightActiveLine(),
            prose ? EditorView.lineWrapping : [lineNumbers(), highlightActiveLineGutter()],
            syntaxHighlighting(classHighlighter), indentUnit.of(language === 'python' ? '    ' : '  '),
            EditorState.tabSize.of(4),
            highlighting.of([]),
            keymap.of([...defaultKeymap, ...historyKeymap]),
            EditorView.contentAttributes.of(() => ({
                'tabindex': '0', 'aria-label': label, 'aria-describedby': 'about', 'spellcheck': String(home.spellcheck),
                ...home.ariaRequired === 'true' && { 'aria-required': 'true' },
                ...(wrong || field.classList.contains('bad')) && { 'aria-invalid': 'true' },
                ...prose && { autocapitalize: 'sentences', autocorrect: 'on' },
            })),
            EditorView.updateListener.of(({ docChanged, selectionSet, state, view }) => {
                if ((docChanged || selectionSet) && view.hasFocus) keepInSight(view)
                if (!docChanged || following) return
                writing = true
                type(home, state.doc.toString())
                writing = false
            }),
            more,
        ],
    })
    const follow = () => {
        const { doc } = view.state
        if (writing || home.value === doc.toString()) return
        following = true
        view.dispatch({ changes: { from: 0, to: doc.length, insert: home.value } })
        following = false
    }
    const described = (home.getAttribute('aria-describedby') ?? '').split(' ').flatMap(id => field.querySelector(`[id="${CSS.escape(id)}"]`) ?? [])
    const describe = () => {
        const sentences = [...described.map(element => element.textContent?.trim()), wrong, tabs.words]
        about.textContent = sentences.flatMap(sentence => sentence ? sentence.replace(/[^.!?]$/, '$&.') : []).join(' ')
        view.dispatch({})
    }
    const focus = () => {
        reveal()
        view.focus()
    }
    const speak = (/** @type {string} */ name) => void load(name).then(found => {
        if (!signal.aborted) view.dispatch({ effects: highlighting.reconfigure(found) })
    }, () => {})
    const noticing = new MutationObserver(describe)
    for (const element of described) noticing.observe(element, { attributes: true, characterData: true, childList: true, subtree: true })
    speak(language)

    // What is typed is told by the textarea.
    root.addEventListener('input', event => event.stopPropagation())
    for (const name of ['input', 'change']) home.addEventListener(name, follow, { signal })
    home.form?.addEventListener('reset', () => setTimeout(follow), { signal })
    home.addEventListener('focus', focus, { signal })
    words?.addEventListener('click', focus, { signal })
    field.addEventListener('webform:sync', follow, { signal })

    bar.append(tabs.hint, tabs.toggle)
    const typing = document.activeElement === home, { selectionStart: anchor, selectionEnd: end } = home
    standIn(home, host, words, signal)
    if (typing) {
        view.dispatch({ selection: { anchor, head: end } })
        view.focus()
    }
    describe()
    signal.addEventListener('abort', () => {
        noticing.disconnect()
        view.destroy()
        tabs.hint.remove()
        tabs.toggle.remove()
    })
    return {
        view, home, frame, host, bar, speak,
        say(words) {
            wrong = words
            describe()
        },
    }
}

/**
 * Puts *host* in the place of a textarea, which is still there for the form, until *signal* is aborted.
 *
 * @param {HTMLTextAreaElement} home
 * @param {HTMLElement} host
 * @param {HTMLLabelElement | null} words
 * @param {AbortSignal} signal
 */
function standIn(home, host, words, signal) {
    const { className, tabIndex } = home, target = words?.htmlFor ?? ''
    home.before(host)
    home.classList.add('visually-hidden')
    // It would be as high as its rows, below the end of the page.
    home.style.minBlockSize = '0'
    home.tabIndex = -1
    home.setAttribute('aria-hidden', 'true')
    if (words) words.htmlFor = host.id
    signal.addEventListener('abort', () => {
        host.remove()
        home.className = className
        home.style.minBlockSize = ''
        home.tabIndex = tabIndex
        home.removeAttribute('aria-hidden')
        if (words) words.htmlFor = target
    })
}

/**
 * Types over what is chosen. A browser that does it gives what is typed the style of what was there, in an attribute, which
 * the policy forbids.
 *
 * @param {InputEvent} event
 * @param {EditorView} view
 */
function typeOver({ inputType, isComposing, data }, view) {
    const { state } = view, deletes = inputType.startsWith('deleteContent')
    if (isComposing || state.selection.main.empty || !(deletes || inputType === 'insertText')) return false
    view.dispatch(state.update(state.replaceSelection(deletes ? '' : data ?? ''), {
        scrollIntoView: true, userEvent: deletes ? 'delete.selection' : 'input.type',
    }))
    return true
}

/**
 * Scrolls the page so that nothing that sticks to its end lies over the cursor.
 *
 * @param {EditorView} view
 */
function keepInSight(view) {
    const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd) || 0
    view.requestMeasure({
        key: keepInSight,
        read: () => view.coordsAtPos(view.state.selection.main.head)?.bottom ?? 0,
        write: bottom => { if (bottom > innerHeight - covered) scrollBy(0, bottom - innerHeight + covered) },
    })
}
