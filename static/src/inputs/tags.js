// Tags as chips; the textarea behind them holds the value, a tag a line, what is being typed included.

/**
 * Returns the tags in a text.
 *
 * @param {string} text
 */
export const tagsIn = text => text.split('\n').map(line => line.trim()).filter(Boolean)

/** @type {Enhance} */
export default function enhance(field, { signal, announce, make, type, label }) {
    const home = field.querySelector('textarea[data-tags]'), words = field.querySelector('label')
    const offered = field.querySelector('[data-suggestions]')
    if (!(home instanceof HTMLTextAreaElement)) return
    const chips = make('ul', { class: 'chips', role: 'list', 'aria-label': `${label}: chosen` })
    const typed = make('input', {
        'type': 'text', 'id': `${home.id}-new`, 'autocomplete': 'off', 'placeholder': 'Add one',
        'aria-describedby': home.getAttribute('aria-describedby') ?? '',
    })
    const box = make('div', { class: 'ctl tagbox' }, chips, typed)
    const suggestions = make('p', { class: 'suggestions' })
    let tags = tagsIn(home.value)

    const draw = () => {
        chips.replaceChildren(...tags.map((tag, index) => {
            const remove = make('button', { 'type': 'button', 'aria-label': `Remove ${tag}`, 'tabindex': '-1' }, '×')
            remove.addEventListener('click', () => drop(index))
            return make('li', { class: 'chip' }, make('span', {}, tag), remove)
        }))
        chips.hidden = !tags.length
        for (const button of suggestions.children) if (button instanceof HTMLElement) button.hidden = tags.includes(button.textContent ?? '')
    }
    /** Writes down what there is now; what is being typed is a tag already. */
    const write = () => type(home, [...tags, typed.value.trim()].filter(Boolean).join('\n'))
    /** @param {string[]} more */
    const add = more => {
        const fresh = [...new Set(more)].filter(tag => !tags.includes(tag))
        tags = [...tags, ...fresh]
        typed.value = ''
        write()
        draw()
        announce(fresh.length ? `Added ${fresh.join(', ')}; ${tags.length} in all` : `${more.join(', ')} is there already`)
    }
    /** @param {number} index */
    const drop = index => {
        const [gone] = tags.splice(index, 1)
        write()
        draw()
        announce(`Removed ${gone}; ${tags.length} left`)
        focusOn(index < tags.length ? index : tags.length)
    }
    /** @param {number} index of a chip; past the last is where one types */
    const focusOn = index => (chips.querySelectorAll('button')[Math.max(index, 0)] ?? typed).focus()

    typed.addEventListener('input', event => {
        event.stopPropagation()
        if (!typed.value.includes(',')) return write()
        const parts = typed.value.split(',')
        const rest = parts.pop() ?? ''
        add(parts.map(part => part.trim()).filter(Boolean))
        typed.value = rest.trimStart()
        write()
    }, { signal })
    typed.addEventListener('change', event => event.stopPropagation(), { signal })
    typed.addEventListener('keydown', event => {
        const text = typed.value.trim()
        // Composing a character, Enter chooses it. With nothing typed, Enter runs the form as everywhere.
        if (event.key === 'Enter' && text && !event.isComposing && !event.ctrlKey && !event.metaKey) {
            event.preventDefault()
            add([text])
        } else if (event.key === 'Backspace' && !typed.value && tags.length) {
            event.preventDefault()
            drop(tags.length - 1)
            typed.focus()
        } else if (event.key === 'ArrowLeft' && typed.selectionEnd === 0 && tags.length) focusOn(tags.length - 1)
    }, { signal })
    typed.addEventListener('paste', event => {
        const lines = tagsIn((event.clipboardData?.getData('text') ?? '').replaceAll('\r', '\n'))
        if (lines.length < 2) return
        event.preventDefault()
        add(lines)
    }, { signal })
    chips.addEventListener('keydown', event => {
        const at = [...chips.querySelectorAll('button')].findIndex(each => each === document.activeElement)
        if (event.key === 'ArrowLeft') focusOn(at - 1)
        else if (event.key === 'ArrowRight') focusOn(at + 1)
        else if (event.key === 'Backspace' || event.key === 'Delete') drop(at)
        else return
        event.preventDefault()
    }, { signal })
    box.addEventListener('click', event => { if (event.target === box || event.target === chips) typed.focus() }, { signal })
    home.addEventListener('focus', () => typed.focus(), { signal })
    field.addEventListener('webform:sync', () => {
        tags = tagsIn(home.value)
        draw()
    }, { signal })

    for (const each of offered?.querySelectorAll('[data-suggestion]') ?? []) {
        const button = make('button', { type: 'button', class: 'chip' }, each.textContent ?? '')
        button.addEventListener('click', () => {
            add([each.textContent ?? ''])
            typed.focus()
        })
        suggestions.append(button)
    }
    const classes = home.className, tabIndex = home.tabIndex
    home.classList.add('visually-hidden')
    home.tabIndex = -1
    home.setAttribute('aria-hidden', 'true')
    if (words) words.htmlFor = typed.id
    home.before(box)
    if (offered instanceof HTMLElement) {
        offered.hidden = true
        offered.before(suggestions)
    }
    draw()
    signal.addEventListener('abort', () => {
        home.className = classes
        home.tabIndex = tabIndex
        home.removeAttribute('aria-hidden')
        if (words) words.htmlFor = home.id
        if (offered instanceof HTMLElement) offered.hidden = false
        box.remove()
        suggestions.remove()
    })
}
