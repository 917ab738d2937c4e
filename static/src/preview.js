// An author's preview: once the file is saved the page changes in place, and all that was typed stays.
import { followAnswer } from './preview_answer.js'
import { showFrames } from './preview_frames.js'
import { selectLines } from './preview_lines.js'
import { bodyOf, renew } from './preview_swap.js'

/** Milliseconds after which typing shows in the body, and after which a stream that was refused is asked for again. */
const SOON = 150, AGAIN = 2000
/** It lives as long as its page. */
const { signal: forGood } = new AbortController()

/** @typedef {import('./preview_swap.js').Kit} Kit */

/**
 * @param {HTMLElement} part
 * @param {Kit} tools
 */
export default function follow(part, tools) {
    const { ask, debounce, make } = tools
    const answer = followAnswer(part, tools)
    const showBody = bodyOf(part, tools), soon = debounce(() => void showBody(), SOON, forGood)
    let changing = false, waiting = false
    const change = async () => {
        waiting = changing
        if (changing) return
        changing = true
        do {
            waiting = false
            await renew(part, answer, tools)
        } while (waiting)
        changing = false
    }
    for (const name of ['input', 'change', 'webform:form-replaced']) part.addEventListener(name, soon)
    // A tab that was hidden shows what was typed meanwhile.
    new IntersectionObserver(soon).observe(/** @type {HTMLElement} */ (part.querySelector('#preview-problems')))
    document.addEventListener('webform:language', () => void change())
    selectLines(part, ask)
    showFrames(part, make)
    listen(part, () => void change())
}

/**
 * Calls *changed* when the file is another than the page shows.
 *
 * @param {HTMLElement} part
 * @param {() => void} changed
 */
function listen(part, changed) {
    const { events = '', version = '' } = part.dataset
    const stream = new EventSource(`${events}?version=${encodeURIComponent(version)}`)
    stream.addEventListener('file', changed)
    stream.addEventListener('error', () => {
        // Broken off it connects by itself; refused it does not.
        if (stream.readyState === EventSource.CLOSED) setTimeout(() => listen(part, changed), AGAIN)
    })
}
