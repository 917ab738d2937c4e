// The match of a typed text in labels: each word of it where a word starts, accents and case aside.

/** @param {string} text */
export const fold = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Returns what finds the words of *typed* in folded text. A script without cases may have no spaces between words either.
 *
 * @param {string} typed
 */
export const wordsOf = typed => fold(typed).split(/\s+/).filter(Boolean).map(word => new RegExp(
    (/^[\p{Ll}\p{N}]/u.test(word) ? '(?<![\\p{L}\\p{N}])' : '') + word.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'), 'gu'))

/**
 * Returns a function that returns those of *options* that have every word of a text, in their order.
 *
 * @template {{label: string}} Option
 * @param {Option[]} options
 * @returns {(typed: string) => Option[]}
 */
export function finder(options) {
    /** @type {string[] | undefined} */
    let folded
    return typed => {
        const words = wordsOf(typed)
        if (!words.length) return options
        const texts = folded ??= options.map(option => fold(option.label))
        return options.filter((_, index) => words.every(word => texts[index].search(word) >= 0))
    }
}

/**
 * Takes a label apart: every second piece, from the second on, is what *words* found.
 *
 * @param {string} label
 * @param {RegExp[]} words
 */
export function pieces(label, words) {
    /** Where in the label each unit of the folded text comes from. @type {number[]} */
    const origin = []
    let text = '', at = 0
    for (const character of label) {
        const plain = fold(character)
        text += plain
        for (let unit = 0; unit < plain.length; unit++) origin.push(at)
        at += character.length
    }
    origin.push(at)
    const found = words.flatMap(word => [...text.matchAll(word)].map(match => [origin[match.index], origin[match.index + match[0].length]]))
    const parts = []
    let last = 0
    for (const [from, to] of found.sort(([one], [other]) => one - other)) {
        if (from < last) continue
        parts.push(label.slice(last, from), label.slice(from, to))
        last = to
    }
    return [...parts, label.slice(last)]
}
