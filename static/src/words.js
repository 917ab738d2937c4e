// Texts in the language of the page: English stands in the source, the others come from the catalogue of the server.

/**
 * What static/dist/texts/LANGUAGE.js keeps: the texts by their English ones, and which form of a text is that for a number.
 *
 * @typedef {{language: string, texts: Record<string, string | string[]>, form: (count: number) => number}} Texts
 */

/** @returns {Texts | undefined} */
const catalogue = () => /** @type {any} */ (globalThis).webformTexts

/** The language that the browser itself puts days and numbers into words in; in an English page its own. */
export const locale = () => catalogue()?.language

/**
 * Returns *text* in the language of the page, its placeholders filled.
 *
 * @param {string} text
 * @param {Record<string, string | number>} [params]
 */
export const gettext = (text, params) => filled(String(own(text) ?? text), params)

/**
 * Returns the text for *count* in the language of the page.
 *
 * @param {string} one
 * @param {string} other
 * @param {number} count
 * @param {Record<string, string | number>} [params]
 */
export function ngettext(one, other, count, params) {
    const forms = own(one)
    return filled(Array.isArray(forms) ? forms[catalogue()?.form(count) ?? 0] : count === 1 ? one : other, params)
}

/** @param {string} text */
const own = text => catalogue() && Object.hasOwn(/** @type {Texts} */ (catalogue()).texts, text) ? catalogue()?.texts[text] : undefined

/**
 * @param {string} text
 * @param {Record<string, string | number>} [params]
 */
const filled = (text, params) => params ? text.replace(/\{(\w+)\}/g, (_, name) => String(params[name])) : text

/** Scripts that are loaded later take them from here: a file between them and core.js would be one more request. */
Object.assign(globalThis, { webformWords: { locale, gettext, ngettext, number: (/** @type {number} */ value) => number(value), moment: (/** @type {Date | number} */ value) => moment(value) } })

/** Writes a number as people do, in their language. @param {number} value */
export const number = value => value.toLocaleString(locale() ?? 'en')

/** Writes a moment as people do, in their language and at their clock. @param {Date | number} value */
export const moment = value => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(value)
