// Faults in a text, marked at their place and at the number of their line.
import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

/** @typedef {{from: number, to: number, message: string}} Fault */

const mark = Decoration.mark({ class: 'cm-wrong' })
const line = new class extends GutterMarker { elementClass = 'cm-wrong-line' }()
/** @type {import('@codemirror/state').StateEffectType<Fault[]>} */
const set = StateEffect.define()

/** @type {{faults: Fault[], marks: import('@codemirror/view').DecorationSet, lines: RangeSet<GutterMarker>}} */
const NONE = { faults: [], marks: Decoration.none, lines: RangeSet.empty }
const field = StateField.define({
    create: () => NONE,
    update({ faults, marks, lines }, { changes, effects, docChanged, state }) {
        const found = effects.find(effect => effect.is(set))?.value
        if (found) return { faults: found, ...marked(state, found) }
        if (!docChanged) return { faults, marks, lines }
        const moved = faults.map(fault => ({ ...fault, from: changes.mapPos(fault.from), to: changes.mapPos(fault.to) }))
        return { faults: moved, marks: marks.map(changes), lines: lines.map(changes) }
    },
    provide: from => [
        EditorView.decorations.from(from, ({ marks }) => marks), gutterLineClass.from(from, ({ lines }) => lines),
    ],
})

/**
 * @param {import('@codemirror/state').EditorState} state
 * @param {Fault[]} faults
 */
function marked({ doc }, faults) {
    const starts = new Set(faults.map(({ from }) => doc.lineAt(from).from))
    const ranges = faults.filter(({ from, to }) => to > from).map(({ from, to }) => mark.range(from, to))
    return { marks: Decoration.set(ranges, true), lines: RangeSet.of([...starts].map(from => line.range(from)), true) }
}

export const marking = field

/**
 * Marks *faults* in an editor, and takes away those before.
 *
 * @param {EditorView} view
 * @param {Fault[]} faults
 */
export const markFaults = (view, faults) => view.dispatch({ effects: set.of(faults) })

/**
 * Returns what is marked, where it is now.
 *
 * @param {EditorView} view
 */
export const faultsIn = view => view.state.field(field).faults
