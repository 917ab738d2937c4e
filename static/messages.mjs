// The sentences and icons of scripts, put in from those of the server when they are bundled.
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const catalogue = path.join(import.meta.dirname, '../webform/messages.json')
const icons = path.join(import.meta.dirname, '../webform/icons.json')
const CALL = /\bsentence\('([\w.-]+)'/g
const ICON = /\bdrawIcon\('([\w-]+)'/g

/**
 * Puts the sentence in place of its key in each `sentence('key'`, and the drawing in place of its name in each
 * `drawIcon('name'`; what is not in the catalogue ends the build.
 */
export const messages = {
    name: 'messages',
    setup: ({ onLoad }) => onLoad({ filter: /[\\/]static[\\/]src[\\/].*\.js$/ }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8')
        if (!source.match(CALL) && !source.match(ICON)) return null
        const sentences = JSON.parse(await readFile(catalogue, 'utf8')), { paths } = JSON.parse(await readFile(icons, 'utf8'))
        const unknown = [...missing(source, CALL, sentences, 'messages'), ...missing(source, ICON, paths, 'icons')]
        if (unknown.length) return { errors: unknown.map(text => ({ text, location: { file } })) }
        const contents = source.replace(CALL, (_, key) => `sentence(${JSON.stringify(sentences[key])}`)
            .replace(ICON, (_, name) => `drawIcon(${JSON.stringify(paths[name])}`)
        return { contents, watchFiles: [catalogue, icons] }
    }),
}

/** What is wrong with the names in *source* that *known* does not have. */
const missing = (source, call, known, file) => [...source.matchAll(call)].map(([, name]) => name)
    .filter(name => !Object.hasOwn(known, name)).map(name => `webform/${file}.json has no ${name}`)
