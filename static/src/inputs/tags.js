// Tags as chips; the textarea behind them holds the value, a tag a line, what is being typed included.
import { combobox } from './combobox/box.js'
import { chipsIn, tagsIn } from './combobox/chips.js'
import { finder } from './combobox/match.js'
import { gettext } from '../words.js'

/** @type {Enhance} */
export default function enhance(field, kit) {
    const home = field.querySelector('textarea[data-tags]'), offered = field.querySelector('[data-suggestions]')
    if (!(home instanceof HTMLTextAreaElement)) return
    const find = finder(Array.from(offered?.children ?? [], child => ({ label: child.textContent ?? '' })))
    /** @type {string[]} */
    let tags = []
    let written = ''
    const commas = home.hasAttribute('data-commas')

    /** Writes down what there is now; what is being typed is a tag already. */
    const write = () => {
        written = [...tags, box.input.value.trim()].filter(Boolean).join('\n')
        kit.type(home, written)
    }
    /**
     * @param {string[]} more
     * @param {string} [rest] what is typed after them
     */
    const add = (more, rest = '') => {
        const fresh = [...new Set(more)].filter(tag => !tags.includes(tag))
        tags = [...tags, ...fresh]
        box.input.value = rest
        write()
        draw(tags)
        kit.announce(fresh.length ? gettext('Added {label}; {count} in all', { label: fresh.join(', '), count: tags.length }) : gettext('{names} is there already', { names: more.join(', ') }))
    }
    const follow = () => {
        if (home.value === written) return
        tags = tagsIn(home.value)
        draw(tags)
    }
    const box = combobox(field, kit, {
        home, control: home, follow, placeholder: gettext('Add one'), plain: !offered, several: true, free: true,
        find: typed => find(typed).filter(({ label }) => !tags.includes(label)), take: ({ label }) => add([label]), cleared: write,
        // With nothing typed, Enter runs the form as everywhere.
        entered(text) {
            if (text) add([text])
            return Boolean(text)
        },
        typed(text) {
            const parts = commas ? text.split(',') : [text], rest = parts.pop()?.trimStart()
            if (parts.length) add(parts.map(part => part.trim()).filter(Boolean), rest)
            else write()
        },
    })
    /** @type {(labels: string[]) => void} */
    const draw = chipsIn(box, kit, index => {
        const [gone] = tags.splice(index, 1)
        write()
        draw(tags)
        return gone
    })
    box.input.addEventListener('paste', event => {
        const lines = tagsIn(event.clipboardData?.getData('text') ?? '')
        if (lines.length < 2) return
        event.preventDefault()
        const { selectionStart, selectionEnd, value } = box.input
        add(lines, value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0))
    })
    follow()
}
