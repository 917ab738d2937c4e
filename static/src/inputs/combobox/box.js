// A combobox after the ARIA pattern: a text, and options below it of which only those in sight are made.
import css from './box.css'
import { pieces, wordsOf } from './match.js'
import { gettext } from '../../words.js'

/** More options than this are of one height, and made when they come into sight. */
const MANY = 100
const SPARE = 8
const PAGE = 10
/** In pixels: between the text and its options; from the window's edge; a phone's width; the room they need, and take. */
const GAP = 4
const EDGE = 8
const PHONE = 480
const LEAST = 200
const MOST = 352
let made = 0

/**
 * What the input of a combobox decides.
 *
 * @template {{label: string}} Option
 * @typedef {object} Rules
 * @property {HTMLElement} home what is hidden while the combobox is there
 * @property {HTMLElement} [control] what the label names without it
 * @property {string} [placeholder]
 * @property {boolean} [plain] whether there is nothing to choose from
 * @property {boolean} [several]
 * @property {boolean} [free] whether what is typed is a value
 * @property {(typed: string) => Option[]} find
 * @property {(option: Option) => boolean} [picked]
 * @property {(option: Option) => void} take
 * @property {() => void} follow shows what the home holds
 * @property {(text: string) => void} [typed]
 * @property {() => void} [opening] looks for options, of which there are none before
 * @property {() => void} [cleared]
 * @property {(text: string) => boolean} [entered] does what Enter does with a free text; tells whether that is all
 * @property {(edited: boolean) => void} [left]
 * @property {() => (Node | string)[]} [notices] what stands below the options
 */

/**
 * Puts a combobox before the home of its value.
 *
 * @template {{label: string}} Option
 * @param {HTMLElement} field
 * @param {Kit} kit
 * @param {Rules<Option>} rules
 */
export function combobox(field, { adopt, announce, label, make, signal }, rules) {
    adopt(css)
    const { control, free, home, picked = () => false, several = false } = rules, id = `combobox-${++made}`, about = control ?? field
    const input = make('input', {
        'type': 'text', 'class': 'ctl', 'id': control?.id ?? id, 'autocomplete': 'off', 'spellcheck': 'false',
        'placeholder': rules.placeholder ?? ' ', 'aria-describedby': about.getAttribute('aria-describedby') ?? '',
        'aria-required': String(field.hasAttribute('data-required')), 'aria-invalid': about.ariaInvalid ?? 'false',
        ...!control && { 'aria-label': label },
        ...!rules.plain && { 'role': 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': `${id}-list` },
    })
    const list = make('ul', {
        'class': 'listbox', 'role': 'listbox', 'id': `${id}-list`, 'aria-label': `${label}: options`, 'aria-multiselectable': String(several),
    })
    const note = make('p', { class: 'combo-note' }), popup = make('div', { class: 'combo-popup', popover: 'manual' }, list, note)
    const frame = make('div', { class: `editor combobox${rules.plain || rules.opening ? '' : ' opens'}` }, input, popup)
    /** @type {Option[]} */
    let found = []
    /** Ends what listens while the options are shown. @type {AbortController | null} */
    let open = null
    let active = -1, edited = false, tall = 0, first = 0, end = 0, version = 0

    /** @param {number} index */
    const idOf = index => `${id}-${version}-${index}`
    /** Makes the options that are in sight, and a few more. */
    const draw = () => {
        const all = found.length, words = edited || free ? wordsOf(input.value) : []
        first = tall ? Math.max(Math.floor(list.scrollTop / tall) - SPARE, 0) : 0
        end = tall ? Math.min(first + Math.ceil(list.clientHeight / tall) + 2 * SPARE, all) : all
        list.style.setProperty('--above', `${first * tall}px`)
        list.style.setProperty('--below', `${(all - end) * tall}px`)
        list.replaceChildren(...found.slice(first, end).map((option, index) => make('li', {
            'role': 'option', 'id': idOf(first + index), 'dir': 'auto', 'aria-selected': String(picked(option)),
            'aria-setsize': String(all), 'aria-posinset': String(first + index + 1),
        }, ...pieces(option.label, words).map((piece, at) => at % 2 ? make('mark', {}, piece) : piece))))
        point()
    }
    const point = () => {
        for (const item of list.children) item.toggleAttribute('data-active', item.id === idOf(active))
        if (list.querySelector('[data-active]')) input.setAttribute('aria-activedescendant', idOf(active))
        else input.removeAttribute('aria-activedescendant')
    }
    /** @param {number} index */
    const move = index => {
        active = index
        const item = /** @type {HTMLElement | undefined} */ (list.children[index - first])
        const top = tall * index || item?.offsetTop || 0, bottom = top + (tall || item?.offsetHeight || 0) + 2 * GAP
        if (top < list.scrollTop) list.scrollTop = top - GAP
        else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
        if (tall) draw()
        else point()
    }
    /** Puts the options below the text or above it, where there is more room, inside what is seen of the window. */
    const place = () => {
        const { bottom, left, top, width } = frame.getBoundingClientRect(), { clientHeight, clientWidth } = document.documentElement
        const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: clientHeight }
        const below = offsetTop + height - bottom - GAP - EDGE, above = top - offsetTop - GAP - EDGE, up = below < LEAST && above > below
        const edge = clientWidth < PHONE ? 0 : EDGE, wide = edge ? Math.min(Math.max(width, 240), clientWidth - 2 * edge) : clientWidth
        Object.assign(popup.style, {
            left: `${Math.max(Math.min(left, clientWidth - wide - edge), edge)}px`, width: `${wide}px`,
            top: up ? 'auto' : `${bottom + GAP}px`, bottom: up ? `${clientHeight - top + GAP}px` : 'auto',
            maxHeight: `${Math.min(up ? above : below, MOST)}px`,
        })
    }
    /** Shows what there is to choose from, or why there is nothing. */
    const show = () => {
        const activeOption = found[active]
        found = rules.find(edited || free ? input.value : '')
        version++
        note.replaceChildren(...rules.notices?.() ?? (found.length || free ? [] : [gettext('Nothing found for “{value}”', { value: input.value })]))
        note.hidden = !note.textContent
        list.hidden = !found.length
        if (rules.plain || (list.hidden && note.hidden)) return close()
        if (!open) {
            open = new AbortController()
            const { signal } = open
            addEventListener('scroll', ({ target }) => { if (target !== list) place() }, { signal, capture: true, passive: true })
            addEventListener('pointerdown', ({ target }) => { if (target instanceof Node && !frame.contains(target)) close() }, { signal })
            for (const target of [window, window.visualViewport]) target?.addEventListener('resize', place, { signal })
            popup.showPopover()
        }
        list.classList.toggle('many', found.length > MANY)
        tall = found.length > MANY ? parseFloat(getComputedStyle(list).lineHeight) : 0
        input.ariaExpanded = String(!list.hidden)
        active = edited && !free && found.length ? 0 : several || free ? found.indexOf(activeOption) : found.findIndex(picked)
        place()
        if (edited) list.scrollTop = 0
        // Where to scroll is known before: the options there are made once.
        if (tall) list.style.setProperty('--below', `${found.length * tall}px`)
        else draw()
        move(active)
    }
    const close = () => {
        open?.abort()
        if (open) popup.hidePopover()
        open = null
        active = -1
        list.replaceChildren()
        if (!rules.plain) input.ariaExpanded = 'false'
        point()
    }
    const begin = () => {
        // What is typed takes the place of what is chosen.
        if (!edited && !free) input.select()
        rules.opening?.()
        show()
    }
    /** Clears what is typed or chosen; tells whether there was anything. */
    const clear = () => {
        const some = Boolean(input.value)
        input.value = ''
        edited = false
        rules.cleared?.()
        return some
    }
    /** @param {Option} option */
    const take = option => {
        edited = false
        active = found.indexOf(option)
        rules.take(option)
        if (several) show()
        else close()
    }
    /**
     * Does what a key says; tells whether that is all.
     *
     * @param {KeyboardEvent} event
     */
    const press = ({ key, altKey, shiftKey }) => {
        const was = open, last = found.length - 1, up = key === 'ArrowUp'
        if (up || key === 'ArrowDown') {
            if (altKey && up) close()
            else if (!was) begin()
            if (open && !altKey && (was || active < 0)) move(up ? (active > 0 ? active : found.length) - 1 : active < found.length - 1 ? active + 1 : 0)
        } else if (key === 'Enter') {
            if (was && active >= 0) take(found[active])
            else if (!free) was ?? begin()
            else {
                close()
                return rules.entered?.(input.value.trim())
            }
        } else if (key === 'Escape') {
            if (!was) return clear()
            close()
        } else if (was && key.startsWith('Page')) move(Math.min(Math.max(active + (key === 'PageUp' ? -PAGE : PAGE), 0), last))
        else if (was && active >= 0 && !shiftKey && (key === 'Home' || key === 'End')) move(key === 'Home' ? 0 : last)
        else return false
        return true
    }

    const leave = () => {
        close()
        rules.left?.(edited)
        edited = false
    }

    input.addEventListener('keydown', event => {
        if (event.isComposing) return
        if (!event.ctrlKey && !event.metaKey) {
            if (press(event)) event.preventDefault()
        } else if (event.key === 'Enter' && edited && !free) {
            // The form is run next, with what is shown; what is chosen already stays so.
            if (active >= 0 && input.value && !picked(found[active])) take(found[active])
            leave()
        }
    })
    input.addEventListener('input', event => {
        event.stopPropagation()
        edited = true
        active = -1
        rules.typed?.(input.value)
        show()
        if (open && !free) announce(note.textContent || `${found.length} ${found.length === 1 ? 'option' : 'options'}`)
    })
    input.addEventListener('change', event => event.stopPropagation())
    // The focus stays where one types, whatever is pressed around it.
    frame.addEventListener('mousedown', event => { if (event.target !== input) event.preventDefault() })
    frame.addEventListener('click', ({ target }) => {
        if (!(target instanceof Element) || target.closest('button, .chip, .combo-popup')) return
        input.focus()
        if (open) return target === input || close()
        begin()
    })
    list.addEventListener('click', event => {
        const { target } = event
        event.stopPropagation()
        const index = [...list.children].findIndex(item => target instanceof Node && item.contains(target))
        if (index >= 0) take(found[first + index])
    })
    list.addEventListener('scroll', () => {
        const top = list.scrollTop / tall
        if (open && tall && ((first && top < first + SPARE / 2) || top > first + SPARE * 1.5)) draw()
    })
    frame.addEventListener('focusout', ({ relatedTarget: next }) => {
        if (document.activeElement === input || next === input || (next instanceof Node && popup.contains(next))) return
        leave()
    })
    home.addEventListener('change', rules.follow, { signal })
    field.addEventListener('webform:sync', rules.follow, { signal })
    control?.removeAttribute('id')
    const focused = home.contains(document.activeElement)
    home.hidden = true
    home.before(frame)
    if (focused) input.focus({ preventScroll: true })
    signal.addEventListener('abort', () => {
        open?.abort()
        frame.remove()
        home.hidden = false
        if (control) control.id = input.id
    })

    return {
        input, frame, show,
        /** Shows again what is open, where it has changed. */
        renew() { if (open) show() },
    }
}
