// Buttons of a form that the server answers with the form again: reset, an example, a filled-in body.
import { focusOn } from './dom.js'
import { above, read } from './names.js'
import { toast } from './say.js'
import { LostError, formFrom } from './transport.js'

/** @type {WeakSet<HTMLFormElement>} */
const busy = new WeakSet()

/**
 * Does what a button of the form says, and offers to take it back.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} pressed
 */
export async function act(form, pressed) {
    const made = await renew(form, pressed.formAction, new FormData(form, pressed))
    if (!made) return
    if (pressed.value === 'reset#') undoable(form, made, 'The form is as it was at first.')
    if (pressed.value.startsWith('example/')) undoable(form, made, `Example loaded: ${pressed.textContent?.trim()}.`)
    const next = await import('./next.js').then(({ default: nextTo }) => nextTo(made, pressed, { above, read }), () => null)
    next?.focus({ preventScroll: true })
    document.activeElement?.scrollIntoView({ block: 'nearest' })
}

/**
 * Puts the form that the server makes of *data* in the place of *form*; returns it, or null where it cannot be had.
 *
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {FormData} data
 * @param {(made: HTMLFormElement) => void} [prepare] does to it what must be done before
 */
export async function renew(form, address, data, prepare) {
    if (busy.has(form)) return null
    busy.add(form)
    form.setAttribute('aria-busy', 'true')
    try {
        const made = await formFrom(address, data)
        prepare?.(made)
        form.replaceWith(made)
        return made
    } catch (error) {
        if (!(error instanceof LostError)) throw error
        toast('The server cannot be reached. Nothing was changed; try again.')
        return null
    } finally {
        busy.delete(form)
        form.removeAttribute('aria-busy')
    }
}

/**
 * Says what was done to a form, and offers the one before it, as it was.
 *
 * @param {HTMLFormElement} before
 * @param {HTMLFormElement} now
 * @param {string} words
 */
export function undoable(before, now, words) {
    now.dispatchEvent(new Event('webform:renewed', { bubbles: true }))
    toast(words, () => {
        now.replaceWith(before)
        focusOn(before)
        // Once it is alive again.
        setTimeout(() => before.dispatchEvent(new Event('change', { bubbles: true })))
    })
}
