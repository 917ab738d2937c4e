// Two runs that are ticked in a list, compared.
import { gettext } from './words.js'

/**
 * Goes to the page that compares them: the newer, which stands first, is the second there.
 *
 * @param {ParentNode} list
 * @param {string} address of that page
 * @param {Tools['toast']} toast
 */
export default function compareSelected(list, address, toast) {
    const ticked = /** @type {NodeListOf<HTMLInputElement>} */ (list.querySelectorAll('[data-select-run]:checked'))
    const [newer, older, more] = Array.from(ticked, tick => ({ id: tick.value, tool: tick.closest('li')?.dataset.tool }))
    if (!older || more || newer.tool !== older.tool) return void toast(gettext('Tick two runs of one tool to compare them.'))
    location.assign(`${address}?${new URLSearchParams({ a: older.id, b: newer.id })}`)
}
