// Announcements to screen readers, and toasts.
import { button, make } from './dom.js'
import { gettext } from './words.js'

/** @type {HTMLElement | undefined} */
let region
let announcements = 0
/** Milliseconds for which words pass by. */
const SHOWN = 3000
/** How often as long Undo stays for who comes to it by the keyboard. */
const KEPT = 10
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
    const mine = ++announcements
    region.textContent = ''
    setTimeout(() => { if (region && mine === announcements) region.textContent = words }, 50)
}

/**
 * Shows *words* over the page for three seconds, or as long as they are pointed at.
 *
 * @param {string} words
 * @param {() => void} [undo] takes back what the words tell of
 */
export function toast(words, undo) {
    leave()
    const note = document.body.appendChild(make('aside', { 'class': 'toast', 'aria-label': gettext('Just done') }, make('span', {}, words)))
    if (undo) note.append(button(gettext('Undo'), () => { leave(); undo() }))
    note.append(button('×', () => leave(), 'small only'))
    note.lastElementChild?.setAttribute('aria-label', gettext('Dismiss'))
    const bar = document.querySelector('.go')?.getBoundingClientRect()
    // Run stays free, where it is and where it will be once the page is scrolled.
    if (bar) note.style.insetBlockEnd = `${12 + Math.max(bar.height, bar.top > innerHeight / 3 ? innerHeight - bar.top : 0)}px`
    announce(undo ? `${words} ${gettext('Undo is at the end of the page.')}` : words)
    let timer = 0, shown = 0
    // What was done may take long to be drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => {
        if (note.isConnected) timer = setInterval(fade, SHOWN)
    }))
    const fade = () => {
        if (note.matches(':hover, :focus-within')) return
        // Who goes by the keyboard, or listens, needs longer to come to Undo: it shows once it has the focus.
        if (undo && shown++ < KEPT) note.classList.add('visually-hidden')
        else leave()
    }
    leave = () => {
        clearInterval(timer)
        note.remove()
        leave = () => {}
    }
}
