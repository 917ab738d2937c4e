// Values that the tool suggests while people type: a combobox after the ARIA pattern.

const WAIT = 200

/** @type {Enhance} */
export default function enhance(field, { signal, announce, calmly, make, parse, type, label }) {
    const place = field.querySelector('[data-complete]'), home = place?.querySelector('input.ctl')
    if (!(place instanceof HTMLElement) || !(home instanceof HTMLInputElement)) return
    const control = home, search = place.querySelector('[data-suggest]')
    const list = make('ul', { 'class': 'listbox', 'role': 'listbox', 'id': `${home.id}-list`, 'aria-label': label, 'hidden': true })
    const note = make('p', { class: 'help', role: 'status' })
    /** @type {{value: any, label: string}[]} */
    let options = []
    let chosen = -1, choosing = false, asking = new AbortController()
    signal.addEventListener('abort', () => asking.abort())

    /** @param {number} index */
    const mark = index => {
        chosen = index
        const items = [...list.children]
        items.forEach((item, at) => item.setAttribute('aria-selected', String(at === chosen)))
        items[chosen]?.scrollIntoView({ block: 'nearest' })
        if (items[chosen]) home.setAttribute('aria-activedescendant', items[chosen].id)
        else home.removeAttribute('aria-activedescendant')
    }
    /** @param {boolean} open */
    const open = open => {
        list.hidden = !open
        home.setAttribute('aria-expanded', String(open))
        if (!open) mark(-1)
    }
    const ask = async () => {
        asking.abort()
        asking = new AbortController()
        const mine = asking, typed = home.value.trim()
        if (!typed) {
            note.textContent = ''
            return open(false)
        }
        note.textContent = 'Searching…'
        try {
            const answer = await fetch(`${place.dataset.complete}&q=${encodeURIComponent(typed)}`, {
                headers: { Accept: 'application/json' }, signal: mine.signal,
            })
            if (!answer.ok) throw new Error(String(answer.status))
            const found = parse(await answer.text())
            if (!mine.signal.aborted) show(Array.isArray(found) ? found : [])
        } catch {
            if (mine.signal.aborted) return
            open(false)
            note.textContent = 'No suggestions could be had. What you type is sent as it is.'
        }
    }
    const soon = calmly(() => void ask(), WAIT, signal)

    /** @param {any[]} found */
    function show(found) {
        options = found.filter(each => ['string', 'number', 'bigint', 'boolean'].includes(typeof each?.value))
            .map(each => ({ value: each.value, label: String(each.label ?? each.value) }))
        list.replaceChildren(...options.map((option, index) => {
            const item = make('li', { 'role': 'option', 'id': `${control.id}-${index}`, 'aria-selected': 'false' }, option.label)
            // Before the focus is lost.
            item.addEventListener('mousedown', event => event.preventDefault())
            item.addEventListener('click', () => choose(index))
            return item
        }))
        open(options.length > 0 && document.activeElement === control)
        note.textContent = options.length ? '' : 'Nothing was found. What you type is sent as it is.'
        if (options.length) announce(`${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}`)
    }
    /** @param {number} index */
    function choose(index) {
        const { value, label } = options[index]
        choosing = true
        type(control, String(value))
        choosing = false
        retype(typeof value)
        asking.abort()
        open(false)
        note.textContent = label === control.value ? '' : label
        announce(`${label} chosen`)
    }
    /**
     * Says of what type the value is beside its text.
     *
     * @param {string} kind
     */
    function retype(kind) {
        const name = `is${control.name}`
        for (const each of field.querySelectorAll('input')) {
            if (each.name !== name) continue
            if (each.type === 'hidden') each.remove()
            else if (kind !== 'string' || each.value !== 'string') each.checked = false
        }
        if (kind !== 'string') control.after(make('input', { type: 'hidden', name, value: kind === 'boolean' ? kind : 'number' }))
    }

    home.addEventListener('input', () => {
        if (choosing) return
        // What is typed by hand is text.
        retype('string')
        soon()
    }, { signal })
    home.addEventListener('keydown', event => {
        const last = options.length - 1
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            if (list.hidden && options.length) open(true)
            else if (list.hidden) return void ask()
            mark(event.key === 'ArrowDown' ? (chosen >= last ? 0 : chosen + 1) : (chosen <= 0 ? last : chosen - 1))
        } else if (event.key === 'Enter' && !list.hidden && chosen >= 0) {
            event.preventDefault()
            choose(chosen)
        } else if (event.key === 'Escape' && !list.hidden) {
            event.preventDefault()
            open(false)
        }
    }, { signal })
    home.addEventListener('blur', () => open(false), { signal })

    const attributes = { 'role': 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': list.id }
    for (const [name, value] of Object.entries(attributes)) home.setAttribute(name, value)
    search?.setAttribute('hidden', '')
    place.append(list)
    place.after(note)
    signal.addEventListener('abort', () => {
        for (const name of [...Object.keys(attributes), 'aria-activedescendant']) home.removeAttribute(name)
        search?.removeAttribute('hidden')
        list.remove()
        note.remove()
    })
}
