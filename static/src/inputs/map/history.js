// The states of a map that can be undone and done again.

/**
 * @template State
 * @param {State} first
 */
export function historyOf(first) {
    /** @type {{past: State[], now: State, future: State[]}} */
    const all = { past: [], now: first, future: [] }
    let last = ''
    return {
        get now() { return all.now },
        get canUndo() { return all.past.length > 0 },
        get canRedo() { return all.future.length > 0 },
        /**
         * Goes on to *next*; acts of the same name one after the other are undone together.
         *
         * @param {State} next
         * @param {string} [act]
         */
        did(next, act = '') {
            if (!act || act !== last) all.past.push(all.now)
            all.now = next
            all.future = []
            last = act
        },
        /** Ends what is undone together. */
        rest() { last = '' },
        undo() {
            const before = all.past.pop()
            if (before === undefined) return false
            all.future.push(all.now)
            all.now = before
            last = ''
            return true
        },
        redo() {
            const next = all.future.pop()
            if (next === undefined) return false
            all.past.push(all.now)
            all.now = next
            last = ''
            return true
        },
    }
}
