// The languages of editors: each a file of its own, loaded when it is used.

const NESTED = /<(?:script|style)\b/i
/** @type {Map<string, (text: string) => Promise<{default: import('@codemirror/state').Extension}>>} */
const LANGUAGES = new Map(Object.entries({
    python: () => import('./languages/python.js'),
    sql: () => import('./languages/sql.js'),
    js: () => import('./languages/js.js'),
    // Scripts and styles are languages of their own.
    html: text => NESTED.test(text) ? import('./languages/html-nested.js') : import('./languages/html.js'),
    json: () => import('./languages/json.js'),
    markdown: () => import('./languages/markdown.js'),
}))

/**
 * Returns what an editor is told of a language; of plain text there is nothing to tell.
 *
 * @param {string} name
 * @param {string} text that is in it at first
 */
export const load = async (name, text) => (await LANGUAGES.get(name)?.(text))?.default ?? []
