// The entries of a form, as this browser may keep them: no files, no secrets.
import { read } from './names.js'

/** @typedef {[name: string, text: string][]} Entries */

/** Controls of which nothing is kept. */
const NEVER = '[type="password"], :is([data-secret], [data-input="file"], [data-input="image"], [data-input="audio"]) [name]'

/**
 * Returns what a form holds, or held when *data* was made of it.
 *
 * @param {HTMLFormElement} form
 * @param {FormData} [data]
 * @returns {Entries}
 */
export function entriesOf(form, data = new FormData(form)) {
    const never = new Set(Array.from(form.querySelectorAll(NEVER), control => control.getAttribute('name')))
    /** @type {Entries} */
    const texts = []
    for (const [name, value] of data)
        if (typeof value === 'string' && read(name) && !never.has(name)) texts.push([name, value])
    return texts
}

/**
 * @param {any} found
 * @returns {found is Entries}
 */
export function isEntries(found) {
    return Array.isArray(found) && found.every(entry => Array.isArray(entry) && entry.length === 2 && entry.every(text => typeof text === 'string'))
        && found.every(([name]) => read(name))
}

/**
 * Tells whether both are the same.
 *
 * @param {Entries} entries
 * @param {Entries} others
 */
export const same = (entries, others) => JSON.stringify(entries) === JSON.stringify(others)
