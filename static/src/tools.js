// Tools for modules that are loaded later: handed to them, so that none of it is a request of its own.
import { exchange, renew, written } from './acts.js'
import { adopt, button, calmly, focusOn, make, tell, type } from './dom.js'
import { entriesOf, isEntries, same } from './entries.js'
import { understood } from './inputs/number.js'
import { equal, parse } from './json.js'
import { above, fragment, read } from './names.js'
import { checkPlace as check, clear, show } from './problems.js'
import { announce, toast } from './say.js'
import { MAX_RUNS, OFF, RUNS, keep, keepRun, kept, placeFor, runsAt } from './store.js'
import { LostError, ask, askResult, formFrom, parsed } from './transport.js'
import { visitor } from './visitor.js'

export const tools = {
    LostError, MAX_RUNS, OFF, RUNS, above, adopt, announce, ask, askResult, button, calmly, check, clear, entriesOf, equal, exchange, focusOn, formFrom, fragment, isEntries, keep, keepRun, kept, make, parse, parsed, placeFor, read, renew, runsAt, same, show, tell, toast, type, understood, visitor, written,
}
