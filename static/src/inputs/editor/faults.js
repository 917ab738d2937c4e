// Faults in a text, marked at their place and at the number of their line.
import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

/** A warning is a fault that spoils nothing. @typedef {{from: number, to: number, message: string, isWarning?: boolean}} Fault */

const wrong = Decoration.mark({ class: 'cm-wrong' }), doubtful = Decoration.mark({ class: 'cm-wrong cm-doubtful' })
const wrongLine = new class extends GutterMarker { elementClass = 'cm-wrong-line' }()
const doubtfulLine = new class extends GutterMarker { elementClass = 'cm-wrong-line cm-doubtful-line' }()
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
    /** Whether all faults of a line, by its beginning, are warnings. @type {Map<number, boolean>} */
    const starts = new Map()
    for (const { from, isWarning = false } of faults) {
        const start = doc.lineAt(from).from
        starts.set(start, isWarning && (starts.get(start) ?? true))
    }
    const ranges = faults.filter(({ from, to }) => to > from).map(({ from, to, isWarning }) => (isWarning ? doubtful : wrong).range(from, to))
    const lines = [...starts].map(([from, isWarning]) => (isWarning ? doubtfulLine : wrongLine).range(from))
    return { marks: Decoration.set(ranges, true), lines: RangeSet.of(lines, true) }
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
