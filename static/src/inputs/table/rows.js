// Rows made of the template of a grid, or of another row.
import { put, textOf } from './cells.js'

const MARKED = ['id', 'name', 'value', 'for', 'aria-describedby', 'data-problem-for', 'data-row']
const CONTROLS = 'input:not([type="hidden"]), select, textarea'

/**
 * Returns an attribute of the row called *from*, for the row called *to*.
 *
 * @param {string} text
 * @param {string} from
 * @param {string} to
 * @param {string[]} places the pointer of the table, in each of its spellings
 */
export function renamed(text, from, to, places) {
    if (text === from) return to
    return places.reduce((named, place) => {
        const [before, ...after] = named.split(`${place}/${from}`)
        // A key may begin like the row: only the whole token is the row's.
        return after.reduce((made, rest) => made + place + '/' + (/^($|[\s/])/.test(rest) ? to : from) + rest, before)
    }, text)
}

/**
 * Returns a maker of rows like *pattern*, which is called *from*.
 *
 * @param {Element} pattern
 * @param {string} from
 * @param {string[]} places
 * @returns {(to: string) => HTMLTableRowElement}
 */
export function rowsLike(pattern, from, places) {
    const marked = all(pattern).flatMap((element, index) => MARKED.map(name => ({ index, name, text: element.getAttribute(name) ?? '' }))
        .filter(({ name, text }) => text && (name !== 'value' || element.matches('button, [name^="row"]')) && renamed(text, from, '', places) !== text))
    return to => {
        const row = /** @type {HTMLTableRowElement} */ (pattern.cloneNode(true)), elements = all(row)
        for (const { index, name, text } of marked) elements[index].setAttribute(name, renamed(text, from, to, places))
        return row
    }
}

/**
 * Returns a row that holds what *row* does, without what is wrong there.
 *
 * @param {HTMLTableRowElement} row
 * @param {string} to
 * @param {string[]} places
 */
export function copyOf(row, to, places) {
    const copy = rowsLike(row, row.dataset.row ?? '', places)(to), made = controlsOf(copy)
    controlsOf(row).forEach((control, index) => put(made[index], textOf(control)))
    for (const slot of /** @type {NodeListOf<HTMLElement>} */ (copy.querySelectorAll('[data-problem-for]'))) {
        slot.hidden = true
        slot.textContent = ''
    }
    for (const control of made) control.removeAttribute('aria-invalid')
    copy.querySelector('.row-handle')?.remove()
    return copy
}

/** @param {Element} row */
const all = row => [row, ...row.querySelectorAll('*')]

/** @param {Element} row */
const controlsOf = row => /** @type {import('./cells.js').Control[]} */ ([...row.querySelectorAll(CONTROLS)])
