// Tools for modules that are loaded later: handed to them, so that none of it is a request of its own.
import { mirrored } from './direction.js'
import { adopt, button, debounce, dispatchChange, focusOn, make, mayFocus, renewItems, type } from './dom.js'
import { entriesOf, isEntries, same } from './entries.js'
import { carryFiles, fingerprint, refreshForm, replaceForm, textsOf } from './form_actions.js'
import { understood } from './inputs/number.js'
import { equal, parse } from './json.js'
import { above, fragment, read } from './names.js'
import { announce, toast } from './notifications.js'
import { checkPlace as check, clear, report, show } from './problems.js'
import { MAX_RUNS, OFF, RUNS, keep, keepRun, kept, placeFor, runsAt } from './store.js'
import { tokenHeader, withToken } from './token.js'
import { LostError, ask, askResult, formFrom, isGone, parsed, streams } from './transport.js'
import { visitor } from './visitor.js'

export const tools = {
    LostError, MAX_RUNS, OFF, RUNS, above, adopt, announce, ask, askResult, button, carryFiles, check, clear, debounce, dispatchChange, entriesOf, equal, fingerprint, focusOn, formFrom, fragment, isEntries, isGone, keep, keepRun, kept, make, mayFocus, mirrored, parse, parsed, placeFor, read, refreshForm, renewItems, replaceForm, report, runsAt, same, show, streams, textsOf, toast, tokenHeader, type, understood, visitor, withToken,
}
