// The body that a form stands for, as JSON beside it: to be read, changed, and filled in.
import { member, pretty } from './layout.js'
import { sentence } from './sentence.js'
import { gettext } from './words.js'

const UPLOADS = '[data-input="file"], [data-input="image"], [data-input="audio"]'
/** It lives as long as its page. */
const { signal: forGood } = new AbortController()

/**
 * @param {Element} part
 * @param {Tools} tools
 */
export default function showBody(part, tools) {
    const { LostError, ask, debounce, make, refreshForm } = tools
    const shown = part.querySelector('textarea'), form = part.querySelector('form'), home = part.parentElement
    if (!(part instanceof HTMLDetailsElement) || !shown || !form || !home) return
    /** What was shown last; something else was changed here, and is left alone. */
    let last = shown.defaultValue
    let asking = new AbortController()
    const wrong = make('p', { class: 'problem', role: 'alert', hidden: true })
    const filled = () => /** @type {HTMLFormElement | null} */ (home.querySelector('form[data-webform]'))
    /** @param {string} words */
    const blame = words => {
        wrong.textContent = words
        wrong.hidden = !words
    }

    /** @param {string} text */
    const replace = text => {
        const whole = shown.textLength > 0 && shown.selectionEnd - shown.selectionStart === shown.textLength
        shown.value = last = text
        // Whoever selected it all is about to write over it.
        if (whole) shown.setSelectionRange(0, text.length)
    }

    const show = async () => {
        const source = filled()
        if (!part.open || !source || shown.value !== last) return
        asking.abort()
        asking = new AbortController()
        const { signal } = asking, data = new FormData(source)
        // Only their names and sizes are shown.
        for (const [name, value] of [...data]) if (value instanceof File) data.delete(name)
        try {
            const answer = await ask(source.action.replace(/run$/, 'check'), {
                method: 'POST', body: data, headers: { Accept: 'application/json' }, signal,
            })
            const body = member(await answer.text(), 'body')
            if (body && !signal.aborted && shown.value === last) replace(withFiles(pretty(body), source))
        } catch (error) {
            if (!signal.aborted && !(error instanceof LostError)) throw error
        }
    }
    const soon = debounce(() => void show(), 300, forGood)
    part.addEventListener('toggle', () => void show())
    home.addEventListener('change', event => { if (event.target !== shown) soon() })
    home.addEventListener('webform:form-replaced', soon)
    shown.addEventListener('input', () => blame(''))
    shown.after(wrong)
    form.addEventListener('submit', async event => {
        event.preventDefault()
        const before = filled(), text = shown.value, known = last
        if (!before || !isJSON(text)) return blame(sentence('not-json.typed'))
        const data = new FormData(form, event.submitter), next = import('./form_focus.js').catch(() => null)
        const secrets = before.querySelector('[data-secret]') && await import('./secrets.js').catch(() => null)
        const now = await refreshForm(before, form.action, () => data, made => {
            keepFiles(before, made, known, text, tools)
            secrets?.fillIn(before, made, tools.parse(known || 'null'), tools.parse(text), tools)
        })
        if (!now) return
        last = text
        const module = await next
        module?.offerUndo(before, now, gettext('The form is filled in.'), tools)
    })
    void show()
}

/** @param {string} text */
function isJSON(text) {
    try {
        JSON.parse(text)
        return true
    } catch {
        return false
    }
}

/**
 * Returns the body with the files that are chosen and not sent yet.
 *
 * @param {string} body
 * @param {HTMLFormElement} form
 */
function withFiles(body, form) {
    const added = [...form.querySelectorAll(UPLOADS)].flatMap(field => {
        const input = field.querySelector('input[type="file"]'), key = keyOf(field)
        if (!(input instanceof HTMLInputElement) || !input.files?.length || member(body, key)) return []
        const texts = Array.from(input.files, file => `data:${file.type};base64,… (${file.name})`)
        return [`  ${JSON.stringify(key)}: ${JSON.stringify(input.multiple ? texts : texts[0])}`]
    })
    if (!added.length) return body
    return body === '{}' ? `{\n${added.join(',\n')}\n}` : body.replace(/\n}$/, `,\n${added.join(',\n').replaceAll('$', '$$$$')}\n}`)
}

/**
 * Keeps the files of the fields whose value was not changed: their bytes are in the form, not in its JSON.
 *
 * @param {HTMLFormElement} before
 * @param {HTMLFormElement} now
 * @param {string} known the body before
 * @param {string} text the body now
 * @param {Tools} tools
 */
function keepFiles(before, now, known, text, { clear, equal, parse }) {
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (before.querySelectorAll(UPLOADS))) {
        const key = keyOf(field), other = now.querySelector(`[data-at="${CSS.escape(field.dataset.at ?? '')}"]`)
        const input = field.querySelector('input[type="file"]'), next = other?.querySelector('input[type="file"]')
        if (!(input instanceof HTMLInputElement) || !(next instanceof HTMLInputElement) || !other) continue
        if (!equal(parse(member(known, key) ?? 'null'), parse(member(text, key) ?? 'null'))) continue
        next.files = input.files
        const kept = Array.from(field.querySelectorAll('[data-uploaded]'), item => item.cloneNode(true))
        other.querySelector('[data-files]')?.replaceChildren(...kept)
        clear(other)
    }
}

/** @param {Element} field */
const keyOf = field => (field.getAttribute('data-at') ?? '').slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
