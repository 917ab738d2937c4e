// Values that the tool suggests while people type: the label is shown, the value is sent.
import { combobox } from './combobox/box.js'
import { gettext, ngettext, number } from '../words.js'

const WAIT = 150
const notices = () => ({
    asking: gettext('Searching…'), none: gettext('Nothing was found. What you type is sent as it is.'),
    failed: gettext('No suggestions could be had. What you type is sent as it is.'), done: '',
})

/** @type {Enhance} */
export default function enhance(field, kit) {
    const { announce, button, debounce, make, parse, signal, type } = kit
    const place = field.querySelector('[data-complete]'), home = place?.querySelector('input.ctl')
    if (!(place instanceof HTMLElement) || !(home instanceof HTMLInputElement)) return
    const control = home, sent = make('p', { class: 'help' }), mark = make('input', { type: 'hidden', name: `is${home.name}` })
    const again = button(gettext('Try again'), () => {
        box.input.focus()
        void ask()
    })
    /** @type {{value: any, label: string}[]} */
    let options = []
    /** @type {keyof ReturnType<typeof notices>} */
    let state = 'done'
    let written = '', asking = new AbortController()
    signal.addEventListener('abort', () => asking.abort())

    const ask = async () => {
        asking.abort()
        asking = new AbortController()
        const mine = asking.signal
        state = 'asking'
        box.show()
        announce(notices().asking)
        try {
            const answer = await kit.ask(`${place.dataset.complete}&q=${encodeURIComponent(box.input.value.trim())}`, {
                headers: { Accept: 'application/json' }, signal: mine,
            })
            if (!answer.ok) throw new Error(String(answer.status))
            const found = parse(await answer.text())
            // Since then, more was typed, something was chosen, or the focus went on.
            if (mine.aborted) return
            options = (Array.isArray(found) ? found : []).filter(suggestion => ['string', 'number', 'bigint', 'boolean'].includes(typeof suggestion?.value))
                .map(suggestion => ({ value: suggestion.value, label: String(suggestion.label ?? suggestion.value) }))
            state = options.length ? 'done' : 'none'
        } catch {
            if (mine.aborted) return
            options = []
            state = 'failed'
        }
        box.show()
        announce(notices()[state] || ngettext('{count} suggestion', '{count} suggestions', options.length, { count: number(options.length) }))
    }
    const soon = debounce(() => { if (state === 'asking') void ask() }, WAIT, signal)

    /**
     * Writes down a value, and of what type it is.
     *
     * @param {string} text
     * @param {string} kind
     */
    const write = (text, kind) => {
        written = text
        mark.remove()
        for (const element of field.querySelectorAll('input')) {
            if (element.name !== mark.name) continue
            if (element.type === 'hidden') element.disabled = kind !== 'string'
            else if (kind !== 'string' || element.value !== 'string') element.checked = false
        }
        mark.value = kind === 'boolean' ? kind : 'number'
        if (kind !== 'string') control.after(mark)
        type(control, text)
    }
    /** @param {string} words of what is sent, where it is not what is shown */
    const tellOf = words => {
        sent.textContent = words
        sent.hidden = !words
    }
    /** What is typed by hand is text. @type {(value?: string) => void} */
    const typed = (value = '') => {
        asking.abort()
        tellOf('')
        write(value, 'string')
        state = value.trim() ? 'asking' : 'done'
        if (state === 'done') options = []
        soon()
    }
    const follow = () => {
        if (control.value === written) return
        written = box.input.value = control.value
        tellOf('')
    }
    const box = combobox(field, kit, {
        home: place, control: home, follow, placeholder: gettext('Type to search'), free: true, find: () => options, typed, cleared: () => typed(),
        take({ value, label }) {
            asking.abort()
            state = 'done'
            options = []
            box.input.value = label
            write(String(value), typeof value)
            tellOf(label === written ? '' : gettext('Sent as {written}', { written }))
            announce(gettext('{label} chosen', { label }))
        },
        notices: () => state === 'failed' ? [notices().failed, again] : [notices()[state]],
        opening() { if (box.input.value.trim() && !options.length) void ask() },
        left() {
            asking.abort()
            state = 'done'
        },
    })
    follow()
    sent.hidden = true
    box.frame.after(sent)
    signal.addEventListener('abort', () => sent.remove())
}
