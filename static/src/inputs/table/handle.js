// The handle of a row: dragged it moves the row, pressed it offers what can be done with it. One serves all rows.
import { gettext } from '../../words.js'

/** @typedef {{words: string, why: string, act: () => void}} Choice what a menu offers, and why it cannot be had */

/**
 * Makes the handle of the rows of a grid.
 *
 * @param {HTMLTableSectionElement} body
 * @param {Kit} kit
 * @param {object} acts
 * @param {(row: HTMLTableRowElement) => Choice[]} acts.choices
 * @param {(before: HTMLTableRowElement[], row: HTMLTableRowElement) => void} acts.moved tells that a row was dragged
 */
export function handleFor(body, { signal, make, button, announce }, { choices, moved }) {
    const handle = make('button', { 'type': 'button', 'class': 'row-handle', 'tabindex': '-1', 'aria-haspopup': 'menu', 'aria-expanded': 'false' })
    const menu = make('div', { class: 'row-menu', role: 'menu', popover: '' })
    const frame = /** @type {HTMLElement} */ (body.closest('.scroll'))
    const rowOf = () => /** @type {HTMLTableRowElement} */ (handle.closest('tr'))
    let dragged = false

    /** @param {Element | null} row */
    const place = row => {
        if (!(row instanceof HTMLTableRowElement) || row.parentElement !== body || handle.ariaExpanded === 'true') return
        if (handle.parentElement !== row.cells[0]) row.cells[0].append(handle)
        handle.ariaLabel = gettext('Row {number}: move, copy or remove', { number: row.sectionRowIndex + 1 })
    }
    const items = () => /** @type {HTMLElement[]} */ ([...menu.children])
    const open = () => {
        menu.replaceChildren(...choices(rowOf()).map(({ words, why, act }) => {
            const item = button(words, () => {
                if (why) return announce(why)
                menu.hidePopover()
                act()
            }, 'small ghost')
            item.role = 'menuitem'
            item.tabIndex = -1
            allow(item, !why, why)
            return item
        }))
        menu.ariaLabel = gettext('Row {number}', { number: rowOf().sectionRowIndex + 1 })
        menu.showPopover()
        const { bottom, left } = handle.getBoundingClientRect(), { width, height } = menu.getBoundingClientRect()
        menu.style.left = `${Math.max(Math.min(left, innerWidth - width - 8), 8)}px`
        menu.style.top = `${Math.max(Math.min(bottom + 4, innerHeight - height - 8), 8)}px`
        items()[0].focus({ preventScroll: true })
    }

    // Not where rows pass under a pointer at rest: the table would be laid out anew at every turn of the wheel.
    body.addEventListener('pointermove', ({ target, buttons }) => {
        if (!buttons && document.activeElement !== handle) place(target instanceof Element ? target.closest('tr') : null)
    }, { signal })
    body.addEventListener('focusin', ({ target }) => place(target instanceof Element ? target.closest('tr') : null), { signal })
    handle.addEventListener('click', () => { if (!dragged) open() })
    handle.addEventListener('pointerdown', down => {
        dragged = false
        if (down.button) return
        const row = rowOf(), before = [...body.rows], over = new AbortController()
        const until = { signal: AbortSignal.any([signal, over.signal]) }
        const back = () => {
            over.abort()
            body.append(...before)
        }
        over.signal.addEventListener('abort', () => row.removeAttribute('data-moving'))
        document.addEventListener('pointermove', ({ clientY, buttons }) => {
            if (!buttons || (!dragged && Math.abs(clientY - down.clientY) < 5)) return
            dragged = true
            row.dataset.moving = ''
            const { top, bottom } = frame.getBoundingClientRect()
            frame.scrollTop += clientY > bottom - 24 ? 12 : clientY < top + 56 ? -12 : 0
            // The others make way: a row that is taken out would lose the pointer.
            for (let next = row.nextElementSibling; next && clientY > middle(next); next = row.nextElementSibling) row.before(next)
            for (let next = row.previousElementSibling; next && clientY < middle(next); next = row.previousElementSibling) row.after(next)
        }, until)
        document.addEventListener('pointerup', () => {
            over.abort()
            // After the click that ends it.
            setTimeout(() => { dragged = false })
            if (dragged && before.indexOf(row) !== row.sectionRowIndex) moved(before, row)
        }, until)
        document.addEventListener('pointercancel', back, until)
        document.addEventListener('keydown', event => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            back()
        }, until)
    })
    menu.addEventListener('keydown', event => {
        const all = items(), at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement))
        const next = new Map([['ArrowDown', at + 1], ['ArrowUp', at - 1], ['Home', 0], ['End', -1]]).get(event.key)
        if (event.key === 'Tab') menu.hidePopover()
        if (event.key === 'Escape') event.stopPropagation()
        if (next === undefined) return
        event.preventDefault()
        all.at(next % all.length)?.focus()
    })
    menu.addEventListener('beforetoggle', event => {
        const isOpen = /** @type {ToggleEvent} */ (event).newState === 'open'
        handle.ariaExpanded = String(isOpen)
        if (!isOpen && menu.contains(document.activeElement)) handle.focus()
    })
    addEventListener('scroll', ({ target }) => { if (target !== menu && menu.matches(':popover-open')) menu.hidePopover() }, { signal, capture: true })
    frame.after(menu)
    signal.addEventListener('abort', () => {
        handle.remove()
        menu.remove()
    })
    return { handle, place }
}

/**
 * Lets a button be pressed, or says why not; it keeps the focus either way.
 *
 * @param {Element} button
 * @param {boolean} allowed
 * @param {string} reason
 */
export function allow(button, allowed, reason) {
    if (allowed) {
        button.removeAttribute('aria-disabled')
        button.removeAttribute('title')
    } else {
        button.setAttribute('aria-disabled', 'true')
        button.setAttribute('title', reason)
    }
}

/** @param {Element} row */
function middle(row) {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2
}
