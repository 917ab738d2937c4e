// A form that the server makes anew: because of one of its buttons, or of what was filled in.
import { toast } from './notifications.js'
import { LostError, formFrom } from './transport.js'
import { gettext } from './words.js'

/** What comes of each form that is being made anew. @type {WeakMap<HTMLFormElement, Promise<HTMLFormElement | null>>} */
const pending = new WeakMap()
/** What is done once, however often it is pressed: its way back leads to the form before. */
const ONCE = /^(reset|example)/
/**
 * Forms that came by such a button, with its value and what was in them, and the form before: pressed again while that
 * is so, the way back still leads there.
 *
 * @type {WeakMap<HTMLFormElement, {state: string, before: WeakRef<HTMLFormElement>}>}
 */
const done = new WeakMap()

/**
 * Does what a button of the form says; while the form is being made anew, to the one that takes its place.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} pressed
 * @param {Tools} tools
 * @returns {Promise<void>}
 */
export async function submitAction(form, pressed, tools) {
    const coming = pending.get(form)
    if (coming) {
        const now = ONCE.test(pressed.value) ? null : await coming
        const again = now?.querySelector(`button[name="do"][value="${CSS.escape(pressed.value)}"]`)
        if (now && again instanceof HTMLButtonElement) await submitAction(now, again, tools)
        return
    }
    /** @param {HTMLFormElement} filled */
    const state = filled => pressed.value + fingerprint(new FormData(filled))
    const first = done.get(form)
    const before = first && first.state === state(form) && first.before.deref() || form
    const next = import('./form_focus.js').catch(() => null)
    const made = await refreshForm(form, pressed.formAction, () => new FormData(form, pressed)), active = document.activeElement
    if (!made) return
    if (ONCE.test(pressed.value)) done.set(made, { state: state(made), before: new WeakRef(before) });
    (await next)?.default(before, made, pressed, active, tools)
}

/**
 * Puts the form that the server makes of its data in the place of *form*; returns it, or null where it cannot be had.
 *
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {() => FormData} filled returns what is sent; asked again, since people may type on while the server answers
 * @param {(made: HTMLFormElement) => void} [prepare] does to it what must be done before
 * @returns {Promise<HTMLFormElement | null>}
 */
export async function refreshForm(form, address, filled, prepare) {
    if (pending.has(form)) return null
    const made = makeAnew(form, address, filled, prepare).finally(() => pending.delete(form))
    pending.set(form, made.catch(() => null))
    return made
}

/** @type {typeof refreshForm} */
async function makeAnew(form, address, filled, prepare) {
    form.setAttribute('aria-busy', 'true')
    try {
        let data, made
        const secrets = form.querySelector('[data-secret]') && await import('./secrets.js').catch(() => null)
        do made = await formFrom(address, data = filled())
        while (fingerprint(data) !== fingerprint(filled()))
        if (!['reset#', 'fill'].includes(String(data.get('do')))) secrets?.carry(form, made)
        prepare?.(made)
        replaceForm(form, made)
        return made
    } catch (error) {
        if (!(error instanceof LostError)) throw error
        toast(gettext('The server cannot be reached. Nothing was changed; try again.'))
        return null
    } finally {
        form.removeAttribute('aria-busy')
    }
}

/**
 * Puts *made* in the place of *form*, its folds as open; whoever is at a control of it stays there, with the caret.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} made
 */
export function replaceForm(form, made) {
    const active = /** @type {HTMLInputElement} */ (document.activeElement), caret = active.selectionStart
    const same = form.contains(active) && /** @type {HTMLInputElement[]} */ ([...made.elements])
        .find(({ id, name, value }) => active.id ? id === active.id : name && name === active.name && value === active.value)
    for (const fold of form.querySelectorAll('details[id][open]')) {
        const again = made.querySelector(`details[id="${CSS.escape(fold.id)}"]`)
        // What was filled in has left its fold, which is shut again: the rest is in nobody's way.
        if (again instanceof HTMLDetailsElement && countOf(again) === countOf(fold)) again.open = true
    }
    form.replaceWith(made)
    if (!same) return
    same.focus({ preventScroll: true })
    // What an editor stands in for may be no text.
    if (caret != null && same.selectionEnd != null) same.setSelectionRange(caret, caret)
}

/**
 * Takes over the files that are chosen in *form* into *made*: the server does not give them back.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} made
 */
export function carryFiles(form, made) {
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input[type="file"]'))) {
        const next = made.querySelector(`input[type="file"][name="${CSS.escape(input.name)}"]`)
        if (next instanceof HTMLInputElement && input.files?.length) next.files = input.files
    }
}

/**
 * Returns what is typed into a form; files stay in the page.
 *
 * @param {HTMLFormElement} form
 */
export function textsOf(form) {
    const texts = new FormData()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') texts.append(name, value)
    return texts
}

/** @param {Element} fold */
const countOf = fold => fold.getAttribute('data-count')

/**
 * Returns what tells data apart: its texts, and the names and sizes of its files.
 *
 * @param {FormData} data
 */
export const fingerprint = data => JSON.stringify(/** @type {[string, any][]} */ ([...data]).map(([name, value]) => [name, value.name ?? value, value.size]))
