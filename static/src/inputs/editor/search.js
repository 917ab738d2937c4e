// The search panel of an editor.
import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import css from './search.css'
import { gettext } from '../../words.js'

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)

/** What the panel says, in our spelling. */
const words = () => ({
    'next': gettext('Next'), 'previous': gettext('Previous'), 'all': gettext('All'), 'match case': gettext('Match case'), 'regexp': gettext('Pattern'), 'by word': gettext('Whole words'),
    'replace': gettext('Replace'), 'replace all': gettext('Replace all'), 'close': gettext('Close'), 'current match': gettext('Current match'), 'on line': gettext('in line'),
})

export const keys = () => [search({ top: true }), keymap.of(searchKeymap), EditorState.phrases.of(words())]
export { openSearchPanel, sheet }
