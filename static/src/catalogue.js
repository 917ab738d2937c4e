// The tools on a page, searched while one types.

/**
 * Tells whether all the words of *query* begin, or are part of, words in *text*.
 *
 * @param {string} text in lower case
 * @param {string} query
 */
export const fits = (text, query) => query.toLowerCase().split(/\s+/).every(word => text.includes(word))

/**
 * @param {HTMLElement} field where one types
 * @param {Tools} tools
 */
export default function search(field, { announce, debounce }) {
    if (!(field instanceof HTMLInputElement)) return
    const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-search]')])
    const none = document.querySelector('[data-search-none]')
    // The server leaves out what does not fit: what it left out cannot be found here.
    if (!cards.length || new URLSearchParams(location.search).get('q')) return
    const tell = debounce(() => {
        const left = cards.filter(card => !card.hidden).length
        announce(left === 1 ? '1 tool fits' : `${left} tools fit`)
    }, 600, new AbortController().signal)
    field.addEventListener('input', () => {
        for (const card of cards) card.hidden = !fits(card.dataset.search ?? '', field.value.trim())
        none?.toggleAttribute('hidden', cards.some(card => !card.hidden))
        tell()
    })
}
