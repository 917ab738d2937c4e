// Steps of editing a grid, to be taken back and done again.
import { put, textOf } from './cells.js'

/** @typedef {import('./cells.js').Control} Control */
/** @typedef {{rows?: HTMLTableRowElement[], texts: Map<Control, string>}} State the rows, where they changed, and what cells held */

const MOST = 200

/**
 * @param {HTMLTableSectionElement} body
 * @param {(state: State) => void} changed hears what was taken back or done again
 */
export function stepsOf(body, changed) {
    /** @type {State[]} */
    let done = []
    /** @type {State[]} */
    let undone = []

    /**
     * Makes things as they were in *state*, and returns how they are.
     *
     * @param {State} state
     * @returns {State}
     */
    const swap = ({ rows, texts }) => {
        const now = { rows: rows && [...body.rows], texts: new Map(Array.from(texts.keys(), control => [control, textOf(control)])) }
        if (rows) arrange(body, rows)
        for (const [control, text] of texts) put(control, text)
        return now
    }
    /**
     * @param {State[]} from
     * @param {State[]} to
     */
    const go = (from, to) => {
        const state = from.pop()
        if (!state) return false
        to.push(swap(state))
        changed(state)
        return true
    }
    return {
        /** @param {State} before how things were before a step */
        did(before) {
            done = [...done, before].slice(-MOST)
            undone = []
        },
        undo: () => go(done, undone),
        redo: () => go(undone, done),
        /** @param {State} before */
        undoTo(before) { while (done.includes(before)) go(done, undone) },
    }
}

/**
 * @param {HTMLTableSectionElement} body
 * @param {HTMLTableRowElement[]} rows
 */
function arrange(body, rows) {
    const wanted = new Set(rows)
    for (const row of [...body.rows]) if (!wanted.has(row)) row.remove()
    let next = body.firstElementChild
    for (const row of rows)
        if (row === next) next = row.nextElementSibling
        else body.insertBefore(row, next)
}
