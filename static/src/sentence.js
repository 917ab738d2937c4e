// Sentences of the catalogue, webform/messages.json, filled in.

/** The functions of words.js; each part of core.js and each script loaded later has a copy of this module. @returns {typeof import('./words.js')} */
const words = () => /** @type {any} */ (globalThis).webformWords

/** @typedef {string | {by: string, one: string, other: string}} Entry */

/**
 * Returns the sentence of *entry*: a key in the source, in whose place the build puts the entry of the catalogue.
 *
 * @param {Entry} entry
 * @param {Record<string, string | number>} [params]
 */
export const sentence = (entry, params = {}) => typeof entry === 'string'
    ? words().gettext(entry, params)
    : words().ngettext(entry.one, entry.other, Number(params[entry.by]), params)
