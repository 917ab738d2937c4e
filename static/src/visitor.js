// The key of this visitor to servers that remember what one did: random, kept in this browser, sent with each run.
import { keep, kept } from './store.js'
import { newKey } from './transport.js'

const PLACE = 'webform:visitor', KEY = /^[0-9a-f]{32}$/
/** Where the browser keeps nothing, it lasts as long as the page. */
let current = ''

/** Returns the header that says whose run a post is. */
export function visitor() {
    const found = kept(PLACE)
    current = typeof found === 'string' && KEY.test(found) ? found : current || newKey()
    if (found !== current) keep(PLACE, current)
    return { 'Webform-Session': current }
}
