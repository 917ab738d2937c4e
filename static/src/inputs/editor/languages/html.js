// HTML, its scripts and styles each in its language.
import { cssLanguage } from '@codemirror/lang-css'
import { LRLanguage, StreamLanguage, indentNodeProp } from '@codemirror/language'
import { javascript } from '@codemirror/legacy-modes/mode/javascript'
import { configureNesting, parser } from '@lezer/html'

/** The mode would indent a script from the left edge: its lines begin where those before them do. */
const script = StreamLanguage.define({ ...javascript, indent: () => null })
const CLOSES = /^\s*<\//, SCRIPT = /^(?:module|(?:text|application)\/(?:java|ecma)script)?$/i

export default LRLanguage.define({
    name: 'html',
    parser: parser.configure({
        props: [indentNodeProp.add({
            'Element': context => context.lineIndent(context.node.from) + (CLOSES.test(context.textAfter) ? 0 : context.unit),
            'OpenTag CloseTag SelfClosingTag': context => context.column(context.node.from) + context.unit,
        })],
        wrap: configureNesting([
            { tag: 'script', attrs: ({ type = '' }) => SCRIPT.test(type), parser: script.parser },
            { tag: 'style', parser: cssLanguage.parser },
        ]),
    }),
    languageData: { commentTokens: { block: { open: '<!--', close: '-->' } } },
})
