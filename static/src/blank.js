// The value of a blank field: a menu of the field, in the place of a native control, or a button that clears it.
import { gettext } from './words.js'

/** @typedef {HTMLInputElement | HTMLSelectElement} Mark what says it to the server */

const KEYS = 'Alt+Enter'
/** What cannot be cleared by itself. */
const CLEARED = ':is([data-input="slider"], [data-input="colour"]):not([data-required])'

/**
 * Enhances the fields of a form that may be blank in more than one way, or that could not be cleared by themselves.
 *
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 * @param {Tools} tools
 * @param {string} selector of what is seen before anybody comes near
 */
export default function offerBlanks(form, signal, tools, selector) {
    /** What shows a field as it is now. @type {Map<Element, () => void>} */
    const shown = new Map()
    /** What opens the menu of a field. @type {Map<Element, () => void>} */
    const menus = new Map()
    /** The fields that are set up: there may be hundreds, of which few are ever used. @type {WeakSet<Element>} */
    const met = new WeakSet()

    /** @param {HTMLElement} field */
    const setUp = field => {
        met.add(field)
        const place = Array.from(field.querySelectorAll('.if-blank')).find(found => found.closest('.field') === field)
        const mark = /** @type {Mark | null | undefined} */ (place?.querySelector('input, select'))
        if (!mark) {
            if (field.matches(CLEARED)) shown.set(field, clearTexts(field, tools))
            return
        }
        const box = field.querySelector('.choice:not(.choices *) > [type="checkbox"]')
        if (box instanceof HTMLInputElement) untick(box, mark, signal, tools)
        if (box instanceof HTMLInputElement && mark.value === 'boolean' && mark instanceof HTMLInputElement) shown.set(field, clearBox(field, box, mark, tools))
        else {
            const { show, open } = menuOf(field, mark, tools)
            shown.set(field, show)
            menus.set(field, open)
        }
    }

    /** Sets up the fields that each of *elements* is in. @param {Iterable<Element>} elements */
    const meet = elements => {
        for (const element of elements)
            for (let field = element.closest('.field'); field instanceof HTMLElement; field = field.parentElement?.closest('.field') ?? null) {
                if (met.has(field)) break
                setUp(field)
                shown.get(field)?.()
            }
    }
    const meetSeen = () => meet(form.querySelectorAll(`${selector}, .bad, .field:is(:hover, :focus-within)`))
    meetSeen()

    /** @param {Event} event */
    const near = ({ target }) => { if (target instanceof Element) meet([target]) }
    form.addEventListener('pointerover', near, { signal })
    const bad = form.getElementsByClassName('bad')
    form.addEventListener('focusin', event => {
        near(event)
        // What is wrong is pointed out as the summary has the focus.
        meet(bad)
    }, { signal })

    /** @param {Event} event */
    const changed = event => {
        near(event)
        const field = event.target instanceof Element && event.target.closest('.field')
        if (field) shown.get(field)?.()
    }
    form.addEventListener('input', changed, { signal })
    form.addEventListener('change', changed, { signal })
    addEventListener('pageshow', () => {
        meetSeen()
        for (const show of shown.values()) show()
    }, { signal })
    signal.addEventListener('abort', () => {
        for (const element of form.querySelectorAll('.field-act, [data-note]')) element.remove()
        shown.clear()
        menus.clear()
    }, { once: true })
    // Before what Enter does in a control.
    form.addEventListener('keydown', event => {
        const field = event.target instanceof Element && event.target.closest('.field'), open = field && menus.get(field)
        if (!open || !event.altKey || event.key !== 'Enter') return
        event.preventDefault()
        event.stopPropagation()
        open()
    }, { signal, capture: true })
}

/**
 * Lets a box that is unticked be false.
 *
 * @param {HTMLInputElement} box
 * @param {Mark} mark
 * @param {AbortSignal} signal
 * @param {Tools} tools
 */
function untick(box, mark, signal, { make }) {
    const note = make('span', { 'class': 'visually-hidden', 'id': `${box.id}-unset`, 'data-note': '' }, gettext('Not set')), described = box.getAttribute('aria-describedby') ?? ''
    const show = () => {
        const isSet = box.checked || marked(mark) !== ''
        box.parentElement?.toggleAttribute('data-unset', !isSet)
        box.setAttribute('aria-describedby', isSet ? described : `${note.id} ${described}`)
    }
    box.addEventListener('input', () => {
        if (!box.checked) put(mark, 'boolean')
        show()
    }, { signal })
    mark.addEventListener('change', () => {
        box.checked = false
        show()
    }, { signal })
    addEventListener('pageshow', show, { signal })
    box.after(note)
    show()
}

/**
 * Puts a button beside a box that makes it not set again; returns what shows it.
 *
 * @param {HTMLElement} field
 * @param {HTMLInputElement} box
 * @param {HTMLInputElement} mark
 * @param {Tools} tools
 */
function clearBox(field, box, mark, tools) {
    return clearing(field, () => box.checked || mark.checked, () => {
        mark.checked = false
        tools.dispatchChange(mark)
    }, () => box, tools).show
}

/**
 * Puts a button beside texts that empties them; returns what shows it.
 *
 * @param {HTMLElement} field
 * @param {Tools} tools
 */
function clearTexts(field, tools) {
    const texts = /** @type {NodeListOf<HTMLInputElement>} */ (field.querySelectorAll('input.ctl[name]'))
    const { made, show } = clearing(field, () => [...texts].some(text => text.value), () => {
        for (const text of texts) tools.type(text, '')
    }, () => field.querySelector('[type="range"]') ?? texts[0], tools)
    // The text of a colour is emptied by the keyboard as it is typed; that of a slider is no tab stop.
    if (field.dataset.input === 'colour') made.tabIndex = -1
    return show
}

/**
 * Puts a button beside a field that clears it; returns it, and what shows it.
 *
 * @param {HTMLElement} field
 * @param {() => boolean} isSet
 * @param {() => void} clear
 * @param {() => HTMLElement | undefined} next returns what has the focus then
 * @param {Tools} tools
 */
function clearing(field, isSet, clear, next, { announce, button, make }) {
    const label = called(field), made = button(gettext('Clear'), () => {
        clear()
        next()?.focus()
        announce(gettext('{label} cleared', { label }))
    }, 'field-act')
    made.append(make('span', { class: 'visually-hidden' }, ` ${label}`))
    field.append(made)
    return { made, show: () => { made.hidden = !isSet() } }
}

/**
 * Puts a button for the menu of a field beside its label: no tab stop of its own, but where it says something.
 *
 * @param {HTMLElement} field
 * @param {Mark} mark
 * @param {Tools} tools
 */
function menuOf(field, mark, { button, make, dispatchChange }) {
    const label = called(field)
    const controls = /** @type {(HTMLInputElement | HTMLTextAreaElement)[]} */ ([...field.querySelectorAll('[name]')].filter(element => /^[/#]/.test(element.getAttribute('name') ?? '')))
    const made = button('⋯', () => open(), 'field-act')
    const isBox = field.matches('[data-input="checkbox"], [data-input="toggle"]')
    const filled = () => controls.some(control => control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type) ? control.checked && control.value : control.value)
    /** What it was shown for: nothing is drawn for each key. */
    let state = ''
    const show = () => {
        const mine = marked(mark), isFilled = Boolean(filled()), words = mine && !isFilled ? waysOf(mark).get(mine) : '', next = `${isFilled} ${mine}`
        if (next === state) return
        state = next
        // A text is emptied by whoever means a blank; a box is ticked or not.
        made.hidden = isFilled && !mine && !isBox
        made.toggleAttribute('data-set', Boolean(words))
        made.tabIndex = words ? 0 : -1
        made.replaceChildren(make('span', { class: 'visually-hidden' }, gettext('Options for {label}', { label }) + (words ? ': ' : '')),
            words || make('span', { 'aria-hidden': 'true' }, make('kbd', {}, 'Alt ↵'), ' ⋯'))
    }
    const open = () => {
        if (made.hidden) return
        const before = field.contains(document.activeElement) && document.activeElement !== made ? /** @type {HTMLElement} */ (document.activeElement) : made
        const ways = waysOf(mark), items = [...ways].map(([way, words]) => {
            const item = make('button', { type: 'button', class: 'btn small ghost', role: 'menuitemradio', tabindex: '-1', 'aria-checked': String(way === marked(mark)) }, words)
            item.addEventListener('click', () => {
                put(mark, way)
                menu.hidePopover()
                dispatchChange(mark)
            })
            return item
        })
        const menu = make('div', { class: 'menu', popover: '', role: 'menu', 'aria-label': gettext('If {label} is blank', { label }) }, make('span', { 'class': 'menu-title', 'aria-hidden': 'true' }, gettext('If blank')), ...items)
        menu.addEventListener('keydown', event => {
            const at = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)), { key } = event
            if (key === 'ArrowDown' || key === 'ArrowUp') items.at((at + (key === 'ArrowDown' ? 1 : -1)) % items.length)?.focus()
            else if (key === 'Home' || key === 'End') items.at(key === 'Home' ? 0 : -1)?.focus()
            else if (key === 'Tab') menu.hidePopover()
            else return
            if (key !== 'Tab') event.preventDefault()
        })
        menu.addEventListener('toggle', event => {
            if (/** @type {ToggleEvent} */ (event).newState === 'open') return
            made.ariaExpanded = 'false'
            menu.remove()
        })
        menu.addEventListener('beforetoggle', event => {
            if (/** @type {ToggleEvent} */ (event).newState === 'closed' && menu.contains(document.activeElement)) before.focus({ preventScroll: true })
        })
        made.after(menu)
        menu.showPopover()
        made.ariaExpanded = 'true'
        const { bottom, right } = made.getBoundingClientRect(), { offsetHeight, offsetWidth } = menu
        menu.style.left = `${Math.max(right - offsetWidth, 8)}px`
        menu.style.top = `${Math.min(bottom + 4, innerHeight - offsetHeight - 8)}px`
        addEventListener('scroll', () => menu.hidePopover(), { once: true, passive: true })
        items[Math.max([...ways.keys()].indexOf(marked(mark)), 0)].focus({ preventScroll: true })
    }
    made.ariaHasPopup = 'menu'
    made.ariaExpanded = 'false'
    made.title = gettext('Options for {label} ({keys})', { label, keys: KEYS })
    field.append(made)
    for (const control of controls) control.setAttribute('aria-keyshortcuts', KEYS)
    return { show, open }
}

/**
 * Returns what a blank can be sent as, in words, by mark.
 *
 * @param {Mark} mark
 * @returns {Map<string, string>}
 */
const waysOf = mark => mark instanceof HTMLSelectElement ? new Map(Array.from(mark.options, ({ value, text }) => [value, capital(text)]))
    : new Map([['', gettext('Omit')], [mark.value, capital(mark.parentElement?.querySelector('span')?.textContent ?? mark.value)]])

/** @param {string} words */
const capital = words => words.charAt(0).toUpperCase() + words.slice(1)

/** @param {Mark} mark */
const marked = mark => mark instanceof HTMLSelectElement || mark.checked ? mark.value : ''

/**
 * @param {Mark} mark
 * @param {string} value
 */
function put(mark, value) {
    if (mark instanceof HTMLSelectElement) mark.value = value
    else mark.checked = value === mark.value
}

/** @param {HTMLElement} field */
const called = field => field.querySelector('.label')?.textContent?.trim() ?? ''
