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
    nextTo(made, pressed)?.focus({ preventScroll: true })
    document.activeElement?.scrollIntoView({ block: 'nearest' })
    if (pressed.value === 'reset#') undoable(form, made, 'The form is as it was at first.')
    if (pressed.value.startsWith('example/')) undoable(form, made, `Example loaded: ${pressed.textContent?.trim()}.`)
}

/**
 * Returns where people go on in *made*, which came by pressing a button of the form before it.
 *
 * @param {HTMLFormElement} made
 * @param {HTMLButtonElement} pressed
 * @returns {HTMLElement | null | undefined}
 */
function nextTo(made, pressed) {
    const same = /** @type {HTMLElement | null} */ (made.querySelector(`button[name="do"][value="${CSS.escape(pressed.value)}"]`))
    const [, verb, name = ''] = /^([a-z]+)([/#].*)/.exec(pressed.value) ?? []
    /** @param {string} at */
    const place = at => /** @type {HTMLElement | null} */ (made.querySelector(`[data-at="${CSS.escape(at)}"]`))
    const at = read(name)?.pointer ?? '', menu = same?.closest('details')
    if (menu && !menu.open) return menu.querySelector('summary')
    if (verb === 'choose') return /** @type {HTMLElement | null | undefined} */ (place(at)?.querySelector('[data-choose] select'))
    if (verb === 'open') return firstIn(place(at))
    if (verb === 'add' && same) return firstIn(same.closest('.control, section')?.querySelector(':scope [data-items], :scope [data-entries]')?.querySelector(':scope > :is([data-row], [data-entry]):last-of-type') ?? null) ?? same
    // What went away leaves the focus to what it was in.
    return same ?? /** @type {HTMLElement | null | undefined} */ (place(above(at))?.querySelector('button[value^="add"]'))
        ?? (verb ? firstIn(place(at)) ?? place(above(at)) : null)
}

/**
 * @param {Element | null} part
 * @returns {HTMLElement | null | undefined}
 */
const firstIn = part => part?.querySelector(':is(input:not([type="hidden"]), select, textarea):not([name^="is"])') ?? part?.querySelector('button')

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
