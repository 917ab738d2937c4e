// The parts of an author's preview, put in the place of those of an earlier state of the declaration; what was typed stays.
import { renewFrames, showFrames } from './preview_frames.js'

/** @typedef {Tools & {decorate: (place: ParentNode) => void}} Kit */
/** Adds what else is sent with what is typed into a form. @typedef {(data: FormData) => void} Complete */

/**
 * Puts the parts of the declaration as it is now in the place of those that are shown.
 *
 * @param {HTMLElement} part
 * @param {ReturnType<typeof import('./preview_answer.js').followAnswer>} answer
 * @param {Kit} tools
 * @param {Complete} [complete]
 * @returns {Promise<boolean>} whether it is done
 */
export async function renew(part, answer, { LostError, ask, carryFiles, decorate, fingerprint, make, parsed, replaceForm, textsOf }, complete = () => {}) {
    const secrets = part.querySelector('[data-secret]') && await import('./secrets.js').catch(() => null)
    let form, data, made
    try {
        do {
            form = formIn(part)
            data = filled(form, complete, textsOf)
            const { update = '', mark = '' } = part.dataset
            const answered = await ask(`${update}${update.includes('?') ? '&' : '?'}mark=${mark}`, { method: 'POST', body: data, headers: { Accept: 'text/html' } })
            made = parsed(await answered.text()).querySelector('.preview')
            // The next change of the file asks again.
            if (!answered.ok || !(made instanceof HTMLElement)) return false
        } while (form !== formIn(part) || fingerprint(data) !== fingerprint(filled(form, complete, textsOf)))
    } catch (error) {
        if (!(error instanceof LostError)) throw error
        return false
    }
    const { scrollX, scrollY } = window, before = part.dataset, now = made.dataset
    if (before.toolId && !now.toolId) {
        // The last form that could be read stays.
        part.toggleAttribute('data-stale', true)
        replaceParts(part, made, '#preview-count, #preview-issues, #preview-lines')
        return true
    }
    const next = formIn(made), isOther = before.toolId !== now.toolId || !form !== !(next ?? form) || kindOf(part) !== (kindOf(made) ?? kindOf(part))
    for (const name of ['version', 'mark', 'toolId', 'update', 'body', 'chosen', 'dialect']) if (name in now) before[name] = now[name]
    part.toggleAttribute('data-stale', 'stale' in now)
    if (isOther) {
        renewAll(part, made)
        decorate(part)
        showFrames(part, make)
        answer.start()
    } else {
        if (form && next) {
            secrets?.carry(form, next)
            carryFiles(form, next)
            replaceForm(form, next)
        }
        replaceParts(part, made)
        renewFrames(part)
        await answer.renew(made)
    }
    scrollTo(scrollX, scrollY)
    return true
}

/**
 * @param {HTMLFormElement | null} form
 * @param {Complete} complete
 * @param {Kit['textsOf']} textsOf
 */
function filled(form, complete, textsOf) {
    const data = form ? textsOf(form) : new FormData()
    complete(data)
    return data
}

/** @param {HTMLElement} part */
const formIn = part => /** @type {HTMLFormElement | null} */ (part.querySelector('#preview-form form[data-webform]:not([data-chat])'))

/** Returns what tells a form from a conversation; nothing of a form that is as it was. @param {HTMLElement} part */
const kindOf = part => part.querySelector('#preview-form > :last-child')?.className

/**
 * Replaces all but the frame: it is another tool, or the first that can be read.
 *
 * @param {HTMLElement} part
 * @param {HTMLElement} made
 */
function renewAll(part, made) {
    part.replaceChildren(...made.childNodes)
}

/**
 * Replaces what has changed; whoever is in it stays there.
 *
 * @param {HTMLElement} part
 * @param {HTMLElement} made
 * @param {string} [which]
 */
function replaceParts(part, made, which = '[data-part]') {
    for (const next of /** @type {NodeListOf<HTMLElement>} */ (made.querySelectorAll(which))) {
        const now = part.querySelector(`#${CSS.escape(next.id)}`)
        if (!(now instanceof HTMLElement)) continue
        now.hidden = next.hidden
        if (now.innerHTML === next.innerHTML) continue
        const focused = now !== document.activeElement && now.contains(document.activeElement), { scrollTop, scrollLeft } = now
        now.replaceChildren(...next.childNodes)
        now.scrollTo(scrollLeft, scrollTop)
        if (!focused) continue
        now.tabIndex = -1
        now.focus({ preventScroll: true })
    }
}

/**
 * Returns what shows the body as it is typed.
 *
 * @param {HTMLElement} part
 * @param {Kit} tools
 */
export function bodyOf(part, { LostError, ask, parsed, textsOf }) {
    let asking = new AbortController()
    return async () => {
        const shown = part.querySelector('#preview-body'), form = formIn(part)
        if (!shown || !form) return
        asking.abort()
        asking = new AbortController()
        const { signal } = asking
        try {
            const answer = await ask(part.dataset.body ?? '', { method: 'POST', body: textsOf(form), signal })
            if (answer.ok) shown.replaceChildren(parsed(await answer.text()))
        } catch (error) {
            if (!signal.aborted && !(error instanceof LostError)) throw error
        }
    }
}
