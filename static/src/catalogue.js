// The tools on a page, searched while one types.
import { gettext, ngettext, number } from './words.js'

/**
 * Tells whether all the words of *query* begin, or are part of, words in *text*.
 *
 * @param {string} text in lower case
 * @param {string} query
 */
export const fits = (text, query) => query.toLowerCase().split(/\s+/).every(word => text.includes(word))

/** @typedef {{element: HTMLElement, category: HTMLElement | null, text: string, labels: (string | undefined)[]}} Card */

/** @param {number} count */
const inWords = count => ngettext('{count} tool', '{count} tools', count, { count: number(count) })

/**
 * Returns what is searched of a card, its text in lower case.
 *
 * @param {HTMLElement} element
 * @returns {Card}
 */
function read(element) {
    const category = /** @type {HTMLElement | null} */ (element.closest('[data-category]')), name = category?.dataset.category
    const text = `${element.textContent} ${name ?? ''} ${element.dataset.search}`.toLowerCase()
    return { element, category, text, labels: [name, ...[...element.querySelectorAll('[data-tag]')].map(tag => tag.textContent ?? '')] }
}

/**
 * Shows the cards that fit, and their headings; returns how many they are.
 *
 * @param {Card[]} cards
 * @param {string} query
 * @param {string} label
 */
function filter(cards, query, label) {
    /** @type {Map<HTMLElement | null, number>} */
    const left = new Map()
    for (const { element, category, text, labels } of cards) {
        element.hidden = (label !== '' && !labels.includes(label)) || !fits(text, query)
        left.set(category, (left.get(category) ?? 0) + Number(!element.hidden))
    }
    for (const [category, count] of left) {
        category?.toggleAttribute('hidden', !count)
        category?.querySelector('[data-category-count]')?.replaceChildren(String(count))
    }
    return [...left.values()].reduce((sum, count) => sum + count, 0)
}

/**
 * @param {HTMLElement} field where one types
 * @param {Tools} tools
 */
export default function search(field, { announce, debounce }) {
    const elements = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-search]')])
    const address = new URLSearchParams(location.search), tag = document.getElementById('tag')
    // The server leaves out what does not fit: what it left out cannot be found here.
    if (!(field instanceof HTMLInputElement) || !elements.length || address.get('q') || address.get('tag')) return
    /** @type {Card[]} */
    let cards = [], count = elements.length
    const announceCount = debounce(() => announce(ngettext('{count} tool fits', '{count} tools fit', count, { count: number(count) })), 600, new AbortController().signal)
    const update = () => {
        // Only now: most who open the page look for nothing.
        if (!cards.length) cards = elements.map(read)
        const query = field.value.trim(), label = tag instanceof HTMLSelectElement ? tag.value : ''
        count = filter(cards, query, label)
        document.querySelector('[data-search-none]')?.toggleAttribute('hidden', count > 0)
        const all = inWords(elements.length)
        document.querySelector('[data-search-count]')?.replaceChildren(query || label ? gettext('{found} of {tools}', { found: number(count), tools: all }) : all)
        announceCount()
    }
    field.addEventListener('input', update)
    tag?.addEventListener('change', update)
}
