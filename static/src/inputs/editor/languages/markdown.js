// Markdown.
import { deleteMarkupBackward, insertNewlineContinueMarkup, markdownLanguage } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { tagHighlighter, tags } from '@lezer/highlight'

// Lists and quotes go on at the next line, and end where one is left empty.
const keys = keymap.of([{ key: 'Enter', run: insertNewlineContinueMarkup }, { key: 'Backspace', run: deleteMarkupBackward }])
const looks = tagHighlighter([{ tag: tags.monospace, class: 'tok-code' }, { tag: tags.quote, class: 'tok-comment' }])

export default [markdownLanguage, syntaxHighlighting(looks), Prec.high(keys)]
