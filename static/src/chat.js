// A conversation: what was said grows without a page being loaded.
import { gettext } from './words.js'

/**
 * Returns the view of runs in a conversation.
 *
 * @param {HTMLElement} section
 * @param {HTMLFormElement} form where the next message is written
 * @param {Tools} tools
 * @returns {import('./result.js').View}
 */
export function chatView(section, form, { LostError, announce, askResult, button, make, mayFocus, parsed }) {
    const transcript = section.querySelector('[data-transcript]'), box = messageBox(form), token = form.querySelector('[name="token"]'), name = form.dataset.name ?? gettext('The tool')
    const text = box?.value ?? ''
    const turn = make('li', { class: 'msg', 'data-role': 'user' }, make('b', {}, gettext('You')), make('div', { class: 'prose' }, text))
    const progress = make('p', { 'class': 'help', 'data-progress-words': '' }), dots = make('span', { class: 'typing', role: 'img', 'aria-label': gettext('Writing') }, make('i'), make('i'), make('i'))
    const waiting = make('li', { 'class': 'msg', 'data-role': 'assistant', 'data-last-event': '0', 'data-stream': 'text' },
        make('b', {}, name), make('div', { class: 'prose' }, make('div', { class: 'text' }), dots, progress))
    // Whoever went elsewhere meanwhile stays there.
    const isHere = () => mayFocus() && (document.activeElement === document.body || section.contains(document.activeElement))
    return {
        running(signal, cancel) {
            waiting.append(make('div', { class: 'acts' }, button(gettext('Cancel'), cancel)))
            transcript?.querySelector('[data-blank]')?.remove()
            transcript?.append(turn, waiting)
            waiting.scrollIntoView({ block: 'nearest' })
            box?.setAttribute('readonly', '')
            signal.addEventListener('abort', () => box?.removeAttribute('readonly'))
            // Once it is on its way, what is written next is another message.
            const sent = () => { if (box) box.value = '' }
            return { sent() {}, state: sent, say: text => { progress.textContent = text } }
        },
        failure(status, words) {
            const { title, message, advice, buttons = [] } = words(), here = isHere()
            section.dataset.status = status
            const trouble = make('li', { class: 'msg', 'data-role': 'error' }, make('b', {}, title),
                make('div', { class: 'prose' }, make('p', {}, `${message} ${advice}`), ...buttons))
            if (status === 'invalid') turn.remove()
            if (box) box.value = text
            waiting.replaceWith(trouble)
            announce(`${title}. ${message}`)
            if (here) box?.focus()
        },
        async result(status, address, signal) {
            const answer = await askResult(address, section, signal)
            if (!answer.ok) throw new LostError()
            const made = parsed(await answer.text()), here = isHere()
            section.dataset.status = status
            section.replaceChildren(made)
            const message = section.querySelector('[data-transcript]')?.lastElementChild
            message?.scrollIntoView({ block: 'nearest' })
            announce(message?.textContent ?? '')
            const next = section.querySelector('form[data-chat]')
            if (!(next instanceof HTMLFormElement)) return
            if (token) next.prepend(token)
            if (here) messageBox(next)?.focus()
        },
        waits: () => false,
        reveal() {},
    }
}

/**
 * Makes Enter send what is written; with Shift it is a new line.
 *
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
export function sendByEnter(form, signal) {
    messageBox(form)?.addEventListener('keydown', event => {
        if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.isComposing) return
        event.preventDefault()
        form.requestSubmit()
    }, { signal })
}

/** @param {HTMLFormElement} form */
const messageBox = form => form.querySelector('textarea')
