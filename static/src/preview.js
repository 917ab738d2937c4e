// An author's preview: once the file is saved the page changes in place, and all that was typed stays.
import { followAnswer } from './preview_answer.js'
import { renewFrames, showFrames } from './preview_frames.js'
import { selectLines } from './preview_lines.js'

/** Milliseconds after which typing shows in the body, and after which a stream that was refused is asked for again. */
const SOON = 150, AGAIN = 2000
/** It lives as long as its page. */
const { signal: forGood } = new AbortController()

/** @typedef {Tools & {decorate: (place: ParentNode) => void}} Kit */

/**
 * @param {HTMLElement} part
 * @param {Kit} tools
 */
export default function follow(part, tools) {
    const { ask, debounce, make } = tools
    const answer = followAnswer(part, tools)
    const showBody = bodyOf(part, tools), soon = debounce(() => void showBody(), SOON, forGood)
    let changing = false, waiting = false
    const change = async () => {
        waiting = changing
        if (changing) return
        changing = true
        do {
            waiting = false
            await renew(part, answer, tools)
        } while (waiting)
        changing = false
    }
    for (const name of ['input', 'change', 'webform:form-replaced']) part.addEventListener(name, soon)
    // A tab that was hidden shows what was typed meanwhile.
    new IntersectionObserver(soon).observe(/** @type {HTMLElement} */ (part.querySelector('#preview-problems')))
    selectLines(part, ask)
    showFrames(part, make)
    listen(part, () => void change())
}

/**
 * Calls *changed* when the file is another than the page shows.
 *
 * @param {HTMLElement} part
 * @param {() => void} changed
 */
function listen(part, changed) {
    const { events = '', version = '' } = part.dataset
    const stream = new EventSource(`${events}?version=${encodeURIComponent(version)}`)
    stream.addEventListener('file', changed)
    stream.addEventListener('error', () => {
        // Broken off it connects by itself; refused it does not.
        if (stream.readyState === EventSource.CLOSED) setTimeout(() => listen(part, changed), AGAIN)
    })
}

/**
 * Puts the parts of the file as it is now in the place of those that are shown.
 *
 * @param {HTMLElement} part
 * @param {ReturnType<typeof followAnswer>} answer
 * @param {Kit} tools
 */
async function renew(part, answer, { LostError, ask, decorate, fingerprint, make, parsed, replaceForm }) {
    const secrets = part.querySelector('[data-secret]') && await import('./secrets.js').catch(() => null)
    let form, data, made
    try {
        do {
            form = formIn(part)
            data = textsOf(form)
            const { update = '', mark = '' } = part.dataset
            const answered = await ask(`${update}${update.includes('?') ? '&' : '?'}mark=${mark}`, { method: 'POST', body: data, headers: { Accept: 'text/html' } })
            made = parsed(await answered.text()).querySelector('.preview')
            // The next change of the file asks again.
            if (!answered.ok || !(made instanceof HTMLElement)) return
        } while (form !== formIn(part) || fingerprint(data) !== fingerprint(textsOf(form)))
    } catch (error) {
        if (!(error instanceof LostError)) throw error
        return
    }
    const { scrollX, scrollY } = window, before = part.dataset, now = made.dataset
    const next = formIn(made), isOther = before.toolId !== now.toolId || !form !== !(next ?? form) || kindOf(part) !== kindOf(made)
    for (const name of ['version', 'mark', 'toolId', 'update', 'body']) before[name] = now[name]
    part.toggleAttribute('data-stale', 'stale' in now)
    if (isOther) {
        renewAll(part, made)
        decorate(part)
        showFrames(part, make)
        answer.start()
    } else {
        if (form && next) {
            secrets?.carry(form, next)
            keepFiles(form, next)
            replaceForm(form, next)
        }
        replaceParts(part, made)
        renewFrames(part)
        await answer.renew(made)
    }
    scrollTo(scrollX, scrollY)
}

/** @param {HTMLElement} part */
const formIn = part => /** @type {HTMLFormElement | null} */ (part.querySelector('#preview-form form[data-webform]:not([data-chat])'))

/** @param {HTMLElement} part */
const kindOf = part => part.querySelector('#preview-form > :last-child')?.className

/**
 * Returns what is typed into a form; files stay in the page.
 *
 * @param {HTMLFormElement | null} form
 */
function textsOf(form) {
    const texts = new FormData()
    if (form) for (const [name, value] of new FormData(form)) if (typeof value === 'string') texts.append(name, value)
    return texts
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} made
 */
function keepFiles(form, made) {
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input[type="file"]'))) {
        const next = made.querySelector(`input[type="file"][name="${CSS.escape(input.name)}"]`)
        if (next instanceof HTMLInputElement && input.files?.length) next.files = input.files
    }
}

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
 */
function replaceParts(part, made) {
    for (const next of /** @type {NodeListOf<HTMLElement>} */ (made.querySelectorAll('[data-part]'))) {
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
function bodyOf(part, { LostError, ask, parsed }) {
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
