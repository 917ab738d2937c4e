// Buttons that copy.
import { gettext } from './words.js'

/**
 * Copies what a button names, or the text beside it.
 *
 * @param {HTMLElement} pressed
 * @param {Pick<typeof import('./notifications.js'), 'announce'> & Pick<typeof import('./dom.js'), 'make'>} tools
 */
export default async function copy(pressed, { announce, make }) {
    const id = pressed.dataset.copy?.slice(1)
    const source = id ? document.getElementById(id) : pressed.closest('form, .view')?.querySelector('textarea, pre')
    const text = source instanceof HTMLTextAreaElement ? source.value : source?.textContent ?? ''
    const done = await written(text, make), label = pressed.querySelector('span') ?? pressed, words = label.textContent
    announce(done ? gettext('Copied') : gettext('The browser does not let this page copy. Select the text and copy it yourself.'))
    if (!done || 'copied' in pressed.dataset) return
    pressed.dataset.copied = ''
    label.textContent = gettext('Copied')
    setTimeout(() => {
        delete pressed.dataset.copied
        label.textContent = words
        const menu = pressed.closest('details.as')
        if (menu?.contains(document.activeElement)) menu.querySelector('summary')?.focus()
        menu?.removeAttribute('open')
    }, 1600)
}

/**
 * @param {string} text
 * @param {typeof import('./dom.js').make} make
 */
export async function written(text, make) {
    try {
        await navigator.clipboard.writeText(text)
        return true
    } catch {
        // Pages without a secure connection, and frames, have only the old way.
        const area = document.body.appendChild(make('textarea', { class: 'visually-hidden' })), before = document.activeElement
        area.value = text
        area.select()
        const done = document.execCommand('copy')
        area.remove()
        if (before instanceof HTMLElement) before.focus({ preventScroll: true })
        return done
    }
}
