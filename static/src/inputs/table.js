// A grid that is filled in like a spreadsheet: moved about in by keys, pasted into, its rows added, moved and removed.
import css from './table.css'
import { isBox, kindOf, nativeOf, put, textOf } from './table/cells.js'
import { allow, handleFor } from './table/handle.js'
import { copyOf, rowsLike } from './table/rows.js'
import { stepsOf } from './table/steps.js'
import { gettext, ngettext } from '../words.js'

/** @typedef {import('./table/cells.js').Control} Control */
/** @typedef {import('./table/steps.js').State} State */

/** More rows than this the server does not take. */
const MOST = 10_000
const CELL = ':is(td > .ctl, td > .choice > [type="checkbox"])'
const BY = new Map([['ArrowUp', [-1, 0]], ['ArrowDown', [1, 0]], ['ArrowLeft', [0, -1]], ['ArrowRight', [0, 1]]])

/** @type {Enhance} */
export default function enhance(field, kit) {
    const { signal, announce, toast, dispatchChange, fragment, at, check, mirrored, show, understood } = kit
    const table = /** @type {HTMLTableElement | null} */ (field.querySelector(':scope > .control > .scroll > [data-table]')), form = field.closest('form')
    const template = /** @type {HTMLTemplateElement | null} */ (field.querySelector(':scope > .control > template[data-row-template]'))
    const add = /** @type {HTMLElement | null} */ (field.querySelector(':scope > .control > .table-acts [data-add-row]'))
    if (!table || !template || !add || !form) return
    const body = table.tBodies[0], isList = body.matches('[data-items]')
    const least = Number(table.dataset.minRows ?? 0), most = Number(table.dataset.maxRows ?? MOST)
    const places = [...new Set([at, fragment(at)])]
    const fresh = rowsLike(/** @type {Element} */ (template.content.querySelector('tr')), '*', places)
    const rows = () => [...body.rows]
    let next = Math.max(0, ...rows().map(row => 1 + Number(row.dataset.row) || 0))
    /** What the cell with the focus held when it came; the cell being edited, where the keys are its own; the column to go on in. */
    let before = '', column = 1, tabbed = false, wasFew = false
    /** @type {EventTarget | null} */
    let editing = null

    const settle = () => {
        const all = rows()
        all.forEach((row, index) => {
            const number = String(index + 1), [cell] = row.cells
            if (cell.dataset.number === number) return
            cell.dataset.number = number
            for (const named of row.querySelectorAll(isList ? '[aria-label]' : '[data-remove-row]')) {
                named.ariaLabel = `${named.ariaLabel?.replace(/ [\d*]*$/, '')} ${number}`
            }
        })
        const isFew = all.length <= least
        if (isFew || wasFew) for (const remove of body.querySelectorAll('[data-remove-row]')) allow(remove, !isFew, tooFew())
        wasFew = isFew
        allow(add, all.length < most, tooMany())
    }
    const tooFew = () => ngettext('At least {count} row is needed', 'At least {count} rows are needed', least, { count: least })
    const tooMany = () => ngettext('At most {count} row is taken', 'At most {count} rows are taken', most, { count: most })
    const count = () => ngettext('{count} row', '{count} rows', body.rows.length, { count: body.rows.length })

    /** Tells of a change that nobody typed; what is wrong elsewhere stays said. @param {Iterable<Control>} touched */
    const changed = touched => {
        const cells = new Set(Array.from(touched, control => control.closest('td')))
        const slots = /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll('[data-problem-for]:not([hidden])'))
        const wrong = Array.from(slots, slot => ({ cell: slot.closest('td'), at: slot.dataset.problemFor ?? '', message: slot.textContent }))
        dispatchChange(field)
        for (const { cell, ...problem } of wrong) if (!cells.has(cell)) show(form, problem)
        for (const cell of cells) if (cell?.isConnected) check(cell)
    }
    const steps = stepsOf(body, state => {
        settle()
        changed(state.texts.keys())
        const [control] = state.texts.keys(), row = body.rows[0]
        if (control?.isConnected) focus(control)
        else if (!body.contains(document.activeElement)) {
            if (row) focusAt(row, column)
            else add.focus()
        }
        const now = cellOf(document.activeElement, body)
        if (now) before = textOf(now)
    })
    /** Makes what was typed into the cell with the focus a step of its own. @param {Control | null} [control] */
    const commit = (control = cellOf(document.activeElement, body)) => {
        if (!control || textOf(control) === before) return
        steps.did({ texts: new Map([[control, before]]) })
        before = textOf(control)
    }
    /**
     * @param {State} state how things were
     * @param {string} words
     * @param {boolean} [offer] whether to offer it back on the page
     */
    const did = (state, words, offer) => {
        commit()
        steps.did(state)
        if (state.rows) settle()
        if (offer) toast(words, () => steps.undoTo(state))
        else announce(words)
    }

    /** @param {Control} control */
    const focus = control => {
        control.focus()
        if (!isBox(control) && !(control instanceof HTMLSelectElement)) control.select()
    }
    /**
     * Puts the focus on a cell, or on the next to it that takes it: at the ends, the handle and the button of the row.
     *
     * @param {HTMLTableRowElement} row
     * @param {number} index
     * @param {number} [by]
     */
    const focusAt = (row, index, by = 1) => {
        for (let cell = row.cells[index]; cell; cell = row.cells[index += by]) {
            const control = controlIn(cell)
            if (control) return focus(control)
            if (index === 0) {
                place(row)
                return handle.focus()
            }
            const button = cell.querySelector('button')
            if (button) return button.focus()
        }
    }
    /**
     * Adds rows after *row*, or at the end; returns them.
     *
     * @param {number} number
     * @param {HTMLTableRowElement | null} [above]
     */
    const grow = (number, above = body.rows[body.rows.length - 1]) => {
        const made = Array.from({ length: number }, () => fresh(String(next++)))
        if (above) above.after(...made)
        else body.prepend(...made)
        return made
    }
    /** @param {HTMLTableRowElement | null} [above] the last one, or none */
    const insert = above => {
        const was = rows(), [row] = grow(1, above)
        did({ rows: was, texts: new Map() }, gettext('Row added, {rows}', { rows: count() }))
        changed([])
        focusAt(row, 1)
    }
    /** @param {HTMLTableRowElement} row */
    const duplicate = row => {
        const was = rows(), copy = copyOf(row, String(next++), places)
        row.after(copy)
        did({ rows: was, texts: new Map() }, gettext('Row {number} duplicated, {rows}', { number: copy.sectionRowIndex, rows: count() }))
        changed([])
        focusAt(copy, 1)
    }
    /** @param {HTMLTableRowElement} row */
    const shrink = row => {
        const was = rows(), index = row.sectionRowIndex, neighbour = was[index + 1] ?? was[index - 1]
        const byButton = row.lastElementChild?.contains(document.activeElement)
        row.remove()
        const target = neighbour?.querySelector('[data-remove-row]')
        if (byButton && target instanceof HTMLElement) target.focus()
        else if (neighbour) focusAt(neighbour, 1)
        else add.focus()
        did({ rows: was, texts: new Map() }, gettext('Row {number} removed, {count} left.', { number: index + 1, count: body.rows.length }), true)
        changed([])
    }
    /**
     * @param {HTMLTableRowElement[]} was
     * @param {HTMLTableRowElement} row
     */
    const moved = (was, row) => {
        did({ rows: was, texts: new Map() }, gettext('Row {row} is now row {number}', { row: was.indexOf(row) + 1, number: row.sectionRowIndex + 1 }))
        changed([])
        place(row)
    }
    /**
     * @param {HTMLTableRowElement} row
     * @param {number} by
     */
    const move = (row, by) => {
        const was = rows(), other = was[row.sectionRowIndex + by]
        if (!other) return
        // The other one makes way: what is taken out loses the focus.
        if (by < 0) row.after(other)
        else row.before(other)
        moved(was, row)
        row.scrollIntoView({ block: 'nearest' })
    }
    const { handle, place } = handleFor(body, kit, {
        moved,
        choices(row) {
            const full = body.rows.length < most ? '' : tooMany(), few = body.rows.length > least ? '' : tooFew()
            const above = /** @type {HTMLTableRowElement | null} */ (row.previousElementSibling)
            return [
                { words: gettext('Move up'), why: above ? '' : gettext('It is the first row'), act: () => { move(row, -1); handle.focus() } },
                { words: gettext('Move down'), why: row.nextElementSibling ? '' : gettext('It is the last row'), act: () => { move(row, 1); handle.focus() } },
                { words: gettext('Add row above'), why: full, act: () => insert(above) },
                { words: gettext('Add row below'), why: full, act: () => insert(row) },
                { words: gettext('Duplicate'), why: full, act: () => duplicate(row) },
                { words: gettext('Remove'), why: few, act: () => shrink(row) },
            ]
        },
    })

    /**
     * Fills cells from *control* on with a block of texts, in new rows too.
     *
     * @param {Control} control
     * @param {string} pasted
     * @param {typeof import('./table/block.js')} module
     */
    const fill = (control, pasted, { blockOf, meant, orderOf }) => {
        const block = blockOf(pasted)
        if (signal.aborted || !control.isConnected) return
        const cell = /** @type {HTMLTableCellElement} */ (control.closest('td')), top = /** @type {HTMLTableRowElement} */ (cell.parentElement)
        const left = cell.cellIndex, titles = [...table.rows[0].cells].slice(left, -1).map(heading => heading.firstChild?.textContent?.trim().toLowerCase())
        const headed = block.length > 1 && block[0].every((text, index) => text.trim().toLowerCase() === titles[index])
        const texts = headed ? block.slice(1) : block, was = rows(), start = top.sectionRowIndex
        const grown = grow(Math.max(Math.min(start + texts.length, most) - was.length, 0)), targets = [...was, ...grown].slice(start)
        const orders = titles.map((_, index) => orderOf(texts.map(row => row[index] ?? '')))
        commit()
        /** @type {State} */
        const state = { rows: grown.length ? was : undefined, texts: new Map() }
        /** @type {[Control, string][]} */
        const wrong = []
        texts.slice(0, targets.length).forEach((row, down) => row.slice(0, titles.length).forEach((text, right) => {
            const target = controlIn(targets[down].cells[left + right])
            if (!target) return
            const [holds, why] = meant(kindOf(target), text, {
                order: orders[right], before: textOf(target), number: understood,
                options: target instanceof HTMLSelectElement ? [...target.options] : [],
            })
            state.texts.set(target, textOf(target))
            put(target, holds)
            if (why) wrong.push([target, why])
        }))
        focus(control)
        before = textOf(control)
        changed(state.texts.keys())
        for (const [target, message] of wrong)
            show(form, { at: target.closest('td')?.querySelector('[data-problem-for]')?.getAttribute('data-problem-for') ?? '', message })
        const faulty = [...state.texts.keys()].filter(target => target.closest('td')?.querySelector('[data-problem-for]:not([hidden])')).length
        const over = texts.length - targets.length, wide = texts.reduce((most, row) => Math.max(most, row.length), 0) - titles.length
        const limit = ngettext('at most {count} row is taken', 'at most {count} rows are taken', most, { count: most })
        did(state, [
            ngettext('{count} cell filled in.', '{count} cells filled in.', state.texts.size, { count: state.texts.size }), grown.length ? ngettext('{count} row added.', '{count} rows added.', grown.length, { count: grown.length }) : '',
            over > 0 ? ngettext('{count} row did not fit: {limit}.', '{count} rows did not fit: {limit}.', over, { count: over, limit }) : '',
            wide > 0 ? ngettext('{count} column did not fit.', '{count} columns did not fit.', wide, { count: wide }) : '', faulty ? ngettext('{count} cell to fix.', '{count} cells to fix.', faulty, { count: faulty }) : '',
        ].filter(Boolean).join(' '), true)
    }

    field.addEventListener('paste', event => {
        const control = cellOf(event.target, body), text = event.clipboardData?.getData('text/plain') ?? ''
        if (!control || !text) return
        const kind = kindOf(control), several = text.includes('\t') || /[\r\n]./.test(text)
        // One text is put where the caret is, but for what is no text; so are the lines of a text of several lines.
        const isText = /^text/.test(kind) || (kind === 'number' && !(isReady(control) && understood(text) !== text))
        if (several ? kind === 'textarea' && !isReady(control) && !text.includes('\t') : isText) return
        event.preventDefault()
        import('./table/block.js').then(module => fill(control, text, module), () => toast(gettext('The server cannot be reached. Nothing was pasted; try again.')))
    }, { signal })

    /** @param {Control} control */
    const isOwn = control => editing === control && (nativeOf(control) || control instanceof HTMLSelectElement)
    field.addEventListener('focusin', ({ target }) => {
        const control = cellOf(target, body)
        if (!control) return
        before = textOf(control)
        if (editing !== control) editing = null
        if (!tabbed) column = control.closest('td')?.cellIndex ?? 1
        tabbed = false
    }, { signal })
    field.addEventListener('focusout', ({ target }) => {
        const control = cellOf(target, body)
        if (editing === target) editing = null
        commit(control)
        if (control && nativeOf(control)) put(control, control.value)
    }, { signal })
    field.addEventListener('pointerdown', ({ target }) => { editing = cellOf(target, body) }, { signal })
    field.addEventListener('keydown', event => {
        const { key, shiftKey, target } = event, cell = target instanceof Element ? target.closest('td') : null
        const row = cell?.parentElement, control = cellOf(target, body)
        tabbed = key === 'Tab'
        if (!(row instanceof HTMLTableRowElement) || row.parentElement !== body || event.isComposing || !cell) return
        const by = BY.get(mirrored(key, table)), takes = () => event.preventDefault()
        if (event.altKey) {
            if (!by || !by[0] || !shiftKey) return
            takes()
            return move(row, by[0])
        }
        if (event.ctrlKey || event.metaKey) {
            const letter = key.toLowerCase(), back = letter === 'z' && !shiftKey
            // What is being typed is taken back by the browser.
            if (!'zy'.includes(letter) || (control && textOf(control) !== before)) return
            if (back ? steps.undo() : steps.redo()) {
                takes()
                announce(back ? gettext('Taken back') : gettext('Done again'))
            }
            return
        }
        if (by && !(shiftKey && control) && !(control && (isOwn(control) || stays(control, BY.get(mirrored(key, control)) ?? by)))) {
            const to = by[0] ? body.rows[row.sectionRowIndex + by[0]] : row
            takes()
            if (to) focusAt(to, cell.cellIndex + by[1], by[1] || 1)
        } else if (!control) return
        else if (key === 'Enter' && (isReady(control) || !(control instanceof HTMLTextAreaElement))) {
            takes()
            const to = body.rows[row.sectionRowIndex + (shiftKey ? -1 : 1)]
            const blank = Array.from(row.cells, controlIn).every(other => !other?.value || (isBox(other) && !other.checked))
            if (to) focusAt(to, column)
            else if (!shiftKey && !blank && body.rows.length < most) insert(row)
            else focus(control)
        } else if (key === 'Tab' && nativeOf(control)) {
            // Its parts are gone through by the arrow keys.
            const all = /** @type {HTMLElement[]} */ ([...body.querySelectorAll(CELL + ', .row-acts > button')]), to = all[all.indexOf(control) + (shiftKey ? -1 : 1)]
            if (!to) return
            takes()
            if (cellOf(to, body)) focus(/** @type {Control} */ (to))
            else to.focus()
        } else if (key === 'Escape' && textOf(control) !== before) {
            takes()
            put(control, before)
            dispatchChange(control)
            focus(control)
        } else if (key === 'F2') {
            takes()
            editing = control
            if (isReady(control) && control.matches('[type="text"], textarea')) /** @type {HTMLInputElement} */ (control).setSelectionRange(-1, -1)
        } else if (nativeOf(control) && editing !== control && (key === 'Delete' || key === 'Backspace')) {
            takes()
            put(control, '')
            dispatchChange(control)
        } else if (key.length === 1) editing = control
    }, { signal })
    field.addEventListener('click', event => {
        const pressed = event.target instanceof Element ? event.target.closest('[data-add-row], [data-remove-row]') : null
        if (!pressed || pressed.closest('[data-input]') !== field) return
        event.preventDefault()
        const row = pressed.closest('tr')
        if (pressed.ariaDisabled === 'true') announce(/** @type {HTMLElement} */ (pressed).title)
        else if (row) shrink(row)
        else insert()
    }, { signal })

    kit.adopt(css)
    const hint = add.parentElement?.querySelector('.row-hint')
    hint?.removeAttribute('hidden')
    signal.addEventListener('abort', () => hint?.setAttribute('hidden', ''))
    settle()
}

/**
 * @param {EventTarget | null} target
 * @param {HTMLElement} body
 */
const cellOf = (target, body) => target instanceof Element && body.contains(target) ? /** @type {Control | null} */ (target.closest(CELL)) : null

/** @param {Element | undefined} cell */
const controlIn = cell => /** @type {Control | null} */ (cell?.querySelector(CELL) ?? null)

/** Tells whether all of a text is selected, as it is when the focus comes: typing begins it anew. @param {Control} control */
const isReady = control => control instanceof HTMLSelectElement || control.selectionStart === null
    || (control.selectionStart === 0 && control.selectionEnd === control.value.length)

/**
 * Tells whether an arrow key moves the caret within a text.
 *
 * @param {Control} control
 * @param {number[]} by the rows and columns that the key goes otherwise
 */
function stays(control, [down, right]) {
    if (isReady(control) || control instanceof HTMLSelectElement || (down && control instanceof HTMLInputElement)) return false
    const edge = down + right < 0 ? 0 : control.value.length
    return control.selectionStart !== edge || control.selectionEnd !== edge
}
