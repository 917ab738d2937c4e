// Words that are spoken, and words that pass by.
import { button, make } from './dom.js'

/** @type {HTMLElement | undefined} */
let region
let told = 0
/** Takes away what is shown, and all that its button would need. */
let leave = () => {}

/**
 * Says *words* to those who listen to the page, after what is being said.
 *
 * @param {string} words
 */
export function announce(words) {
    // A region that comes with its words is not read out.
    region ??= document.body.appendChild(make('div', { class: 'visually-hidden', role: 'status', 'data-announced': '' }))
    const mine = ++told
    region.textContent = ''
    setTimeout(() => { if (region && mine === told) region.textContent = words }, 50)
}

/**
 * Shows *words* over the page for a while.
 *
 * @param {string} words
 * @param {() => void} [undo] takes back what the words tell of
 */
export function toast(words, undo) {
    leave()
    const note = document.body.appendChild(make('aside', { 'class': 'toast', 'aria-label': 'Just done' }, make('span', {}, words)))
    if (undo) note.append(button('Undo', () => { leave(); undo() }))
    announce(undo ? `${words} Undo is the last button of the page.` : words)
    let timer = 0
    // What was done may take long to be drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => {
        if (note.isConnected) timer = setInterval(() => { if (!note.matches(':hover, :focus-within')) leave() }, undo ? 12_000 : 4000)
    }))
    leave = () => {
        clearInterval(timer)
        note.remove()
        leave = () => {}
    }
}
