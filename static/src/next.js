// Where people go on in a form that came by one of its buttons.

/**
 * Returns where people go on in *made*, which came by pressing a button of the form before it.
 *
 * @param {HTMLFormElement} made
 * @param {HTMLButtonElement} pressed
 * @param {Pick<typeof import('./names.js'), 'above' | 'read'>} names
 * @returns {HTMLElement | null | undefined}
 */
export default function nextTo(made, pressed, { above, read }) {
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
