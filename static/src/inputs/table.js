// Rows of a table, added and removed on the spot.

const MARKED = ['id', 'name', 'value', 'for', 'aria-describedby', 'data-problem-for', 'data-row']

/**
 * Returns an attribute of the row that is a template, for the row called *id*.
 *
 * @param {string} text
 * @param {string} id
 * @param {string[]} places the pointer of the table, in each of its spellings
 */
export function renamed(text, id, places) {
    if (text === '*') return id
    return places.reduce((named, place) => {
        const [before, ...after] = named.split(`${place}/*`)
        // A key may begin with * itself: only the whole token is the row's.
        return after.reduce((made, rest) => made + (/^($|[\s/])/.test(rest) ? `${place}/${id}` : `${place}/*`) + rest, before)
    }, text)
}

/** @type {Enhance} */
export default function enhance(field, { signal, announce, toast, tell, fragment, at }) {
    const table = field.querySelector('[data-table]'), body = field.querySelector('[data-rows]')
    const template = field.querySelector('template[data-row-template]'), add = field.querySelector('[data-add-row]')
    if (!(table instanceof HTMLElement) || !body || !(template instanceof HTMLTemplateElement) || !(add instanceof HTMLElement)) return
    const least = Number(table.dataset.minRows ?? 0), most = Number(table.dataset.maxRows ?? Infinity)
    const places = [...new Set([at, fragment(at)])]
    const rows = () => /** @type {HTMLElement[]} */ ([...body.querySelectorAll(':scope > tr')])
    const count = () => `${rows().length} ${rows().length === 1 ? 'row' : 'rows'}`

    const settle = () => {
        const all = rows()
        all.forEach((row, index) => {
            const remove = row.querySelector('[data-remove-row]')
            remove?.setAttribute('aria-label', `Remove row ${index + 1}`)
            allow(remove, all.length > least, `At least ${least} rows are needed`)
        })
        allow(add, all.length < most, `At most ${most} rows are taken`)
    }
    const grow = () => {
        const id = String(Math.max(-1, ...rows().map(row => Number(row.dataset.row))) + 1)
        const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true)), row = copy.querySelector('tr')
        for (const element of copy.querySelectorAll('*'))
            for (const name of MARKED) {
                const text = element.getAttribute(name)
                if (text !== null) element.setAttribute(name, renamed(text, id, places))
            }
        body.append(copy)
        settle()
        tell(field)
        const first = row?.querySelector('.ctl')
        if (first instanceof HTMLElement) first.focus()
        announce(`Row added, ${count()}`)
    }
    /** @param {HTMLElement} row */
    const shrink = row => {
        const all = rows(), index = all.indexOf(row), next = all[index + 1], neighbour = next ?? all[index - 1]
        row.remove()
        settle()
        tell(field)
        const target = neighbour?.querySelector('[data-remove-row]') ?? add
        if (target instanceof HTMLElement) target.focus()
        toast(`Row ${index + 1} removed, ${count()} left.`, () => {
            body.insertBefore(row, next?.parentElement === body ? next : null)
            settle()
            tell(field)
            const first = row.querySelector('.ctl')
            if (first instanceof HTMLElement) first.focus()
        })
    }
    field.addEventListener('click', event => {
        const pressed = event.target instanceof Element ? event.target.closest('[data-add-row], [data-remove-row]') : null
        if (!pressed) return
        event.preventDefault()
        const row = pressed.closest('tr')
        if (pressed.ariaDisabled === 'true') announce(pressed.getAttribute('title') ?? '')
        else if (row) shrink(row)
        else grow()
    }, { signal })
    settle()
}

/**
 * Lets a button be pressed, or says why not; it keeps the focus either way.
 *
 * @param {Element | null} button
 * @param {boolean} allowed
 * @param {string} reason
 */
function allow(button, allowed, reason) {
    if (allowed) {
        button?.removeAttribute('aria-disabled')
        button?.removeAttribute('title')
    } else {
        button?.setAttribute('aria-disabled', 'true')
        button?.setAttribute('title', reason)
    }
}
