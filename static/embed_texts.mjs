// The few texts of the element that other sites load, put in from the catalogues when it is bundled.
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const CALL = /\bgettext\('([^']+)'/g
/** A text and its translation in a catalogue; long ones go on in further lines. */
const ENTRY = /^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)msgstr ((?:"(?:[^"\\]|\\.)*"\n)+)/gm
const joined = lines => lines.trim().split('\n').map(line => JSON.parse(line)).join('')

/** What is translated of the texts in *file*, by language and text. */
export async function embedTexts(file) {
    const wanted = new Set([...(await readFile(file, 'utf8')).matchAll(CALL)].map(([, text]) => text)), folder = path.join(import.meta.dirname, '../webform/locale')
    const texts = {}
    for (const name of globSync('*/LC_MESSAGES/webform.po', { cwd: folder }).sort()) {
        const entries = [...(await readFile(path.join(folder, name), 'utf8')).matchAll(ENTRY)].map(([, text, made]) => [joined(text), joined(made)])
        texts[name.split(path.sep)[0].replace('_', '-')] = Object.fromEntries(entries.filter(([text, made]) => wanted.has(text) && made))
    }
    return texts
}
