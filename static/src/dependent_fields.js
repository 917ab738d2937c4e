// Fields that come and go with the values of others: the server is asked once a control is left.
import { gettext } from './words.js'

/**
 * Keeps the fields of a form those that its values ask for, until *signal* is aborted.
 *
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 * @param {Tools} tools
 */
export default function updateFields(form, signal, { LostError, announce, debounce, formFrom, refreshForm, fingerprint }) {
    const address = form.action.replace(/run$/, 'form')
    const filled = () => new FormData(form)
    /** @param {HTMLFormElement} from */
    const fields = from => new Map([...from.querySelectorAll('[data-at][data-input]')].map(element =>
        [element.getAttribute('data-at'), element.querySelector('.label')?.textContent?.trim() ?? '']))

    const ask = async () => {
        const data = filled(), before = fingerprint(data), shown = fields(form)
        for (const [name, value] of [...data]) if (value instanceof File) data.delete(name)
        try {
            const wanted = fields(await formFrom(address, data))
            if (signal.aborted || same(wanted, shown)) return
            // Someone types on: what they do next asks again.
            if (fingerprint(filled()) !== before) return soon()
            let at = ''
            const made = await refreshForm(form, address, filled, () => { at = placeOf(form) })
            if (made && at) focusIn(made, at)
            const appeared = [...wanted].filter(([at]) => !shown.has(at)).map(([, label]) => label)
            if (appeared.length) announce(gettext('Now shown: {labels}', { labels: appeared.join(', ') }))
        } catch (error) {
            if (!(error instanceof LostError)) throw error
        }
    }
    const soon = debounce(() => void ask(), 150, signal)
    form.addEventListener('change', soon, { signal })
}

/**
 * Returns the pointer of the field of *form* that has the focus.
 *
 * @param {HTMLFormElement} form
 */
const placeOf = form => form.contains(document.activeElement) && document.activeElement?.closest('[data-at]')?.getAttribute('data-at') || ''

/**
 * Puts the focus on the field at *at*, once what stands in the place of its control is there, unless it is somewhere.
 *
 * @param {HTMLFormElement} form
 * @param {string} at
 */
function focusIn(form, at) {
    if (document.activeElement !== document.body || !form.isConnected) return
    if (form.dataset.ready === undefined) return void requestAnimationFrame(() => focusIn(form, at))
    const field = form.querySelector(`[data-at="${CSS.escape(at)}"]`), control = field?.querySelector('[role="combobox"]') ?? field?.querySelector('.ctl')
    if (control instanceof HTMLElement) control.focus({ preventScroll: true })
}

/**
 * @param {Map<any, any>} some
 * @param {Map<any, any>} others
 */
const same = (some, others) => some.size === others.size && [...some.keys()].every(key => others.has(key))
