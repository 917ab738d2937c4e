// The sentences of scripts, put in from the catalogue of the server when they are bundled.
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const catalogue = path.join(import.meta.dirname, '../webform/messages.json')
const CALL = /\bsentence\('([\w.-]+)'/g

/** Puts the sentence in place of its key in each `sentence('key'`; a key that is not in the catalogue ends the build. */
export const messages = {
    name: 'messages',
    setup: ({ onLoad }) => onLoad({ filter: /[\\/]static[\\/]src[\\/].*\.js$/ }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8')
        if (!source.match(CALL)) return null
        const sentences = JSON.parse(await readFile(catalogue, 'utf8'))
        const unknown = [...source.matchAll(CALL)].map(([, key]) => key).filter(key => !Object.hasOwn(sentences, key))
        if (unknown.length) return { errors: unknown.map(key => ({ text: `webform/messages.json has no ${key}`, location: { file } })) }
        return { contents: source.replace(CALL, (_, key) => `sentence(${JSON.stringify(sentences[key])}`), watchFiles: [catalogue] }
    }),
}
