// HTML, its scripts and styles each in its language.
import { cssLanguage } from '@codemirror/lang-css'
import { LRLanguage, indentNodeProp } from '@codemirror/language'
import { configureNesting, parser } from '@lezer/html'
import javascript from './js.js'

const CLOSES = /^\s*<\//, SCRIPT = /^(?:module|(?:text|application)\/(?:java|ecma)script)?$/i

export default LRLanguage.define({
    name: 'html',
    parser: parser.configure({
        props: [indentNodeProp.add({
            'Element': context => context.lineIndent(context.node.from) + (CLOSES.test(context.textAfter) ? 0 : context.unit),
            'OpenTag CloseTag SelfClosingTag': context => context.column(context.node.from) + context.unit,
        })],
        wrap: configureNesting([
            { tag: 'script', attrs: ({ type = '' }) => SCRIPT.test(type), parser: javascript.parser },
            { tag: 'style', parser: cssLanguage.parser },
        ]),
    }),
    languageData: { commentTokens: { block: { open: '<!--', close: '-->' } } },
})
