// The search of an editor, loaded when it is asked for.
import { Compartment } from '@codemirror/state'
import { keymap } from '@codemirror/view'

const place = new Compartment()

/** @param {import('@codemirror/view').EditorView} view */
function open(view) {
    import('./search.js').then(({ keys, openSearchPanel, sheet }) => {
        view.root.adoptedStyleSheets.push(sheet)
        view.dispatch({ effects: place.reconfigure(keys()) })
        openSearchPanel(view)
    }, () => {})
    return true
}

export const finding = place.of(keymap.of([{ key: 'Mod-f', run: open }]))
