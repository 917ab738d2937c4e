// The focus in a form that came by one of its buttons.
import { gettext } from './words.js'

/**
 * Offers to take back what was done to a form, and takes people to where they go on.
 *
 * @param {HTMLFormElement} before
 * @param {HTMLFormElement} now
 * @param {HTMLButtonElement} pressed
 * @param {Element | null} active what had the focus once the form was there
 * @param {Tools} tools
 */
export default function moveFocus(before, now, pressed, active, tools) {
    if (pressed.value === 'reset#') offerUndo(before, now, gettext('The form is as it was at first.'), tools)
    if (pressed.value.startsWith('example/')) offerUndo(before, now, gettext('Example loaded: {name}.', { name: pressed.textContent?.trim() }), tools)
    // Whoever went on meanwhile stays there.
    if (active !== document.activeElement || active?.matches('input, select, textarea')) return
    focusTarget(now, pressed, tools)?.focus({ preventScroll: true })
    document.activeElement?.scrollIntoView({ block: 'nearest' })
}

/**
 * Says what was done to a form, and offers the one before it, as it was.
 *
 * @param {HTMLFormElement} before
 * @param {HTMLFormElement} now
 * @param {string} words
 * @param {Tools} tools
 */
export function offerUndo(before, now, words, tools) {
    now.dispatchEvent(new Event('webform:form-replaced', { bubbles: true }))
    offerBack(before, now, words, tools)
}

/**
 * Offers the form before *now* back; to whoever keeps what is typed, *now* is not a new beginning.
 *
 * @param {HTMLFormElement} before
 * @param {HTMLFormElement} now
 * @param {string} words
 * @param {Tools} tools
 */
export function offerBack(before, now, words, { focusOn, toast }) {
    toast(words, () => {
        now.replaceWith(before)
        focusOn(before)
        // Once it is alive again.
        setTimeout(() => before.dispatchEvent(new Event('change', { bubbles: true })))
    })
}

/**
 * Returns where people go on in *made*, which came by pressing a button of the form before it.
 *
 * @param {HTMLFormElement} made
 * @param {HTMLButtonElement} pressed
 * @param {Pick<Tools, 'above' | 'read'>} tools
 * @returns {HTMLElement | null | undefined}
 */
export function focusTarget(made, pressed, { above, read }) {
    const same = /** @type {HTMLElement | null} */ (made.querySelector(`button[name="do"][value="${CSS.escape(pressed.value)}"]`))
    const [, verb, name = ''] = /^([a-z]+)([/#].*)/.exec(pressed.value) ?? []
    /** @param {string} at */
    const place = at => /** @type {HTMLElement | null} */ (made.querySelector(`[data-at="${CSS.escape(at)}"]`))
    const at = read(name)?.pointer ?? '', menu = same?.closest('details')
    if (menu && !menu.open) return menu.querySelector('summary')
    if (verb === 'choose') return /** @type {HTMLElement | null | undefined} */ (place(at)?.querySelector('[data-choose] select'))
    if (verb === 'name') return firstIn(place(`${above(at)}/${nameOf(pressed)}`)) ?? firstIn(place(at))
    if (verb === 'open') return firstIn(place(at))
    if (verb === 'add' && same) return firstIn(same.closest('.control, section')?.querySelector(':scope [data-items], :scope [data-entries]')?.querySelector(':scope > :is([data-row], [data-entry]):last-of-type') ?? null) ?? same
    // What went away leaves the focus to what it was in.
    return same ?? /** @type {HTMLElement | null | undefined} */ (place(above(at))?.querySelector('button[value^="add"]'))
        ?? (verb ? firstIn(place(at)) ?? place(above(at)) : null)
}

/**
 * Returns the token of the name beside a button.
 *
 * @param {HTMLElement} pressed
 */
const nameOf = pressed => pressed.closest('[data-choose]')?.querySelector('input')?.value.replaceAll('~', '~0').replaceAll('/', '~1') ?? ''

/**
 * @param {Element | null} part
 * @returns {HTMLElement | null | undefined}
 */
const firstIn = part => part?.querySelector(':is(input:not([type="hidden"]), select, textarea):not([name^="is"])') ?? part?.querySelector('button')
