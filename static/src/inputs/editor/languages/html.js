// HTML alone.
import { LRLanguage, indentNodeProp } from '@codemirror/language'
import { parser } from '@lezer/html'

const CLOSES = /^\s*<\//

export default LRLanguage.define({
    name: 'html',
    parser: parser.configure({
        props: [indentNodeProp.add({
            'Element': context => context.lineIndent(context.node.from) + (CLOSES.test(context.textAfter) ? 0 : context.unit),
            'OpenTag CloseTag SelfClosingTag': context => context.column(context.node.from) + context.unit,
        })],
    }),
    languageData: { commentTokens: { block: { open: '<!--', close: '-->' } } },
})
