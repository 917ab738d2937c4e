// The languages of editors: each a file of its own, loaded when it is used.

/** @type {Map<string, () => Promise<{default: import('@codemirror/state').Extension}>>} */
const LANGUAGES = new Map(Object.entries({
    python: () => import('./languages/python.js'),
    sql: () => import('./languages/sql.js'),
    js: () => import('./languages/js.js'),
    html: () => import('./languages/html.js'),
    json: () => import('./languages/json.js'),
    markdown: () => import('./languages/markdown.js'),
    yaml: () => import('./languages/yaml.js'),
}))

/**
 * Returns what an editor is told of a language; of plain text there is nothing to tell.
 *
 * @param {string} name
 */
export const load = async name => (await LANGUAGES.get(name)?.())?.default ?? []
