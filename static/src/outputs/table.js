// The columns of a table that are shown: chosen by the person, kept while the table is looked at in other ways.
import { gettext } from '../words.js'

/** What is hidden of each table, by where it stands. @type {Map<string, Set<string>>} */
const hidden = new Map()

/**
 * Lets a person choose the columns of a table that has some.
 *
 * @param {HTMLElement} section
 * @param {Pick<Tools, 'make'>} tools
 */
export default function choose(section, { make }) {
    const table = section.querySelector('table.data'), menu = section.querySelector('.vhead details.as > ul')
    const heads = Array.from(table?.querySelectorAll('thead th') ?? [])
    if (!table || !menu || heads.length < 3 || menu.querySelector('[data-columns]')) return
    const at = section.dataset.at ?? '', away = hidden.get(at) ?? new Set()
    hidden.set(at, away)

    const show = () => heads.forEach((head, index) => {
        const hide = away.has(head.textContent ?? '')
        for (const row of table.querySelectorAll('tr')) row.children[index].toggleAttribute('hidden', hide)
    })
    const items = heads.map(head => {
        const name = head.textContent ?? '', box = make('input', { type: 'checkbox', checked: !away.has(name) })
        box.addEventListener('change', () => {
            if (box.checked) away.delete(name)
            else if (away.size < heads.length - 1) away.add(name)
            else box.checked = true
            show()
        })
        return make('li', {}, make('label', {}, box, name))
    })
    const title = `columns${section.id}`
    menu.append(make('li', { 'class': 'apart', 'data-columns': true },
        make('strong', { id: title }, gettext('Columns')), make('ul', { 'aria-labelledby': title }, ...items)))
    show()
}
