// YAML: a mode that reads line by line, and indents to the key above, deeper below a key without a value.
import { StreamLanguage, indentService } from '@codemirror/language'
import { yaml } from '@codemirror/legacy-modes/mode/yaml'

export default [
    StreamLanguage.define(yaml),
    indentService.of((context, at) => {
        const { text } = context.lineAt(at, -1), before = /^ *(?:- +)*/.exec(text)?.[0].length ?? 0
        return before + (/:\s*$/.test(text) ? context.unit : 0)
    }),
]
