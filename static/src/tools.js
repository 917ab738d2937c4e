// What modules that are loaded later work with: handed to them, so that none of it is a request of its own.
import { exchange, renew, written } from './acts.js'
import { adopt, button, calmly, focusOn, make, tell, type } from './dom.js'
import { understood } from './inputs/number.js'
import { equal, parse } from './json.js'
import { above, fragment, read } from './names.js'
import { checkPlace as check, clear, show } from './problems.js'
import { announce, toast } from './say.js'
import { LostError, ask, formFrom, parsed } from './transport.js'

export const tools = {
    LostError, above, adopt, announce, ask, button, calmly, check, clear, equal, exchange, focusOn, formFrom, fragment, make, parse, parsed, read, renew, show, tell, toast, type, understood, written,
}
