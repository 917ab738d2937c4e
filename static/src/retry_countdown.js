// A button to try again, offered at the time that the tool named.
import { gettext } from './words.js'

/** Seconds that are counted down; who has to wait longer reads it beside the button. */
const MOST = 300

/**
 * Counts down on *again* to the time at which trying again makes sense. It may be pressed before.
 *
 * @param {HTMLElement} again
 * @param {Pick<Tools, 'announce'>} tools
 */
export default function countDown(again, { announce }) {
    const words = again.textContent ?? '', seconds = Number(again.dataset.retryAfter)
    if (!(seconds > 0 && seconds <= MOST)) return
    const ends = performance.now() + seconds * 1000
    const count = () => {
        const left = Math.ceil((ends - performance.now()) / 1000)
        again.textContent = left > 0 ? gettext('{action} in {seconds} s', { action: words, seconds: left }) : words
        if (left > 0 && again.isConnected) return
        clearInterval(going)
        if (again.isConnected) announce(gettext('You can try again now.'))
    }
    const going = setInterval(count, 1000)
    count()
}
