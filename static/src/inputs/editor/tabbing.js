// Tab in an editor: it moves on, as everywhere, until the person has entered; Escape leaves. Who comes by the keyboard enters
// by Enter; who clicks or types does not enter by that, so that no one is caught.
import { indentLess, indentMore } from '@codemirror/commands'
import { indentUnit } from '@codemirror/language'
import { Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { gettext } from '../../words.js'

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Tab', 'Enter', 'Escape'])

/**
 * @param {Kit} kit
 * @param {HTMLElement} field
 * @param {HTMLElement} host
 */
export function tabbing({ announce, button, make, signal }, field, host) {
    let entered = false
    /** Whether the keyboard came here, or Escape was pressed, and nothing was done since. */
    let atDoor = true
    /** Whether a pointer brought the focus, or another window had it. */
    let pressed = false, away = false

    /** For who sees; it is said with the editor as well. */
    const hint = make('span', { 'class': 'editor-hint', 'aria-hidden': 'true' })
    const tell = () => { hint.textContent = entered ? gettext('Esc to leave') : atDoor ? gettext('Enter to indent with Tab') : '' }
    /** @param {boolean} now */
    const enter = now => {
        entered = now
        toggle.setAttribute('aria-pressed', String(now))
        tell()
    }
    /** @param {boolean} now */
    const arrive = now => {
        atDoor = now
        tell()
    }
    /** @param {boolean} now */
    const change = now => {
        if (entered !== now) announce(now ? gettext('Tab indents. Escape leaves.') : gettext('Tab moves on.'))
        enter(now)
    }
    // The keyboard has Enter and Escape for it.
    const toggle = button(gettext('Tab ⇥'), () => {
        const text = host.shadowRoot?.querySelector('.cm-content')
        change(!entered)
        if (text instanceof HTMLElement) text.focus()
    }, 'small ghost')
    toggle.tabIndex = -1
    toggle.title = gettext('Indent with Tab. By the keyboard: Enter when you come to the editor, Escape to leave')
    toggle.ariaLabel = gettext('Indent with Tab')
    toggle.setAttribute('aria-pressed', 'false')
    toggle.dataset.tabbing = ''
    // The focus stays where it is: in the editor.
    toggle.addEventListener('mousedown', event => event.preventDefault())

    field.addEventListener('pointerdown', () => {
        pressed = true
        arrive(false)
    }, { signal, capture: true })
    addEventListener('keydown', () => { pressed = false }, { signal, capture: true })

    return {
        toggle,
        hint,
        words: gettext('Tab moves on. Press Enter to indent with Tab, Escape to leave'),
        extension: Prec.highest([
            keymap.of([
                { key: 'Tab', run: view => entered && indent(view), shift: view => entered && indentLess(view) },
                {
                    key: 'Enter',
                    run: () => {
                        const enters = atDoor && !entered
                        if (enters) change(true)
                        arrive(false)
                        return enters
                    },
                },
                {
                    key: 'Escape',
                    run: () => {
                        const leaves = entered
                        change(false)
                        arrive(true)
                        return leaves
                    },
                },
            ]),
            EditorView.domEventHandlers({
                keydown: ({ key }) => { if (!MODIFIERS.has(key) && atDoor) arrive(false) },
                focus: () => {
                    if (!away) arrive(!pressed)
                    away = pressed = false
                },
                blur: () => {
                    away = document.activeElement === host
                    if (!away && entered) enter(false)
                },
            }),
        ]),
    }
}

/**
 * Indents the lines that are chosen, or what comes after the cursor.
 *
 * @param {EditorView} view
 */
function indent(view) {
    const { state } = view, { main } = state.selection
    if (!main.empty) return indentMore(view)
    const unit = state.facet(indentUnit).length, column = main.head - state.doc.lineAt(main.head).from
    view.dispatch(state.update(state.replaceSelection(' '.repeat(unit - column % unit)), { scrollIntoView: true, userEvent: 'input.indent' }))
    return true
}
