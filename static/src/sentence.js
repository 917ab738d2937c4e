// Sentences of the catalogue, webform/messages.json, filled in.
import { gettext, ngettext } from './words.js'

/** @typedef {string | {by: string, one: string, other: string}} Entry */

/**
 * Returns the sentence of *entry*: a key in the source, in whose place the build puts the entry of the catalogue.
 *
 * @param {Entry} entry
 * @param {Record<string, string | number>} [params]
 */
export const sentence = (entry, params = {}) => typeof entry === 'string'
    ? gettext(entry, params)
    : ngettext(entry.one, entry.other, Number(params[entry.by]), params)
