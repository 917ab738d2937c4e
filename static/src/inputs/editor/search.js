// The search panel of an editor.
import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import css from './search.css'

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)

/** What the panel says, in our spelling. */
const words = {
    'next': 'Next', 'previous': 'Previous', 'all': 'All', 'match case': 'Match case', 'regexp': 'Pattern', 'by word': 'Whole words',
    'replace': 'Replace', 'replace all': 'Replace all', 'close': 'Close', 'current match': 'Current match', 'on line': 'in line',
}

export const keys = [search({ top: true }), keymap.of(searchKeymap), EditorState.phrases.of(words)]
export { openSearchPanel, sheet }
