// Elements made, found and filled in.

/** Where the modules of inputs tell that a control changed without a key being pressed. */
const CHANGED = ['input', 'change']

/**
 * Makes an element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean>} [attributes] true is an attribute without a value, false is none
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes))
        if (value !== false) element.setAttribute(name, value === true ? '' : value)
    element.append(...children)
    return element
}

/**
 * Fills *list* with *items*, which are known by where their links lead; whoever is at one stays at it.
 *
 * @param {Element} list
 * @param {Element[]} items
 */
export function renewItems(list, items) {
    const active = document.activeElement, before = list.contains(active) && active?.closest('li')
    list.replaceChildren(...items)
    /** @param {Element} item */
    const parts = item => [...item.querySelectorAll('a, button, input')]
    /** @param {Element} item */
    const key = item => item.querySelector('a')?.pathname
    const again = before && items.find(item => key(item) === key(before))
    if (again) /** @type {HTMLElement | undefined} */ (parts(again)[parts(before).indexOf(/** @type {Element} */ (active))])?.focus({ preventScroll: true })
}

/**
 * Makes an icon of its drawing: a name in the source, in whose place the build puts the drawing of webform/icons.json.
 *
 * @param {string} drawing
 */
export function drawIcon(drawing) {
    const drawn = /** @type {const} */ (['svg', 'path']).map(tag => document.createElementNS('http://www.w3.org/2000/svg', tag)), [svg, path] = drawn
    for (const [name, value] of Object.entries({ 'class': 'icon', 'viewBox': '0 0 24 24', 'aria-hidden': 'true' })) svg.setAttribute(name, value)
    path.setAttribute('d', drawing)
    svg.append(path)
    return svg
}

/**
 * Makes a button that is pressed, not submitted.
 *
 * @param {string} words
 * @param {(event: MouseEvent) => void} press
 * @param {string} [look] classes beside "btn"
 */
export function button(words, press, look = 'small') {
    const made = make('button', { type: 'button', class: `btn ${look}` }, words)
    made.addEventListener('click', press)
    return made
}

/**
 * Types *text* into a control as a person would: who listens hears of it.
 *
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 * @param {string} text
 */
export function type(control, text) {
    control.value = text
    dispatchChange(control)
}

/**
 * Tells that something inside *element* was filled in.
 *
 * @param {Element} element
 */
export function dispatchChange(element) {
    for (const name of CHANGED) element.dispatchEvent(new Event(name, { bubbles: true }))
}

/**
 * Puts the focus on what takes none by itself, where people then go on from.
 *
 * @param {HTMLElement} element
 */
export function focusOn(element) {
    element.tabIndex = -1
    element.focus({ preventScroll: true })
}

/** Tells whether scripts may move the focus: nobody in the page around a panel is brought into it. */
export const mayFocus = () => parent === window || document.hasFocus()

/**
 * Waits some milliseconds, or until the signal is aborted.
 *
 * @param {number} wait
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(wait, signal) {
    return new Promise(done => {
        const timer = setTimeout(done, wait)
        signal?.addEventListener('abort', () => { clearTimeout(timer); done() }, { once: true })
    })
}

/**
 * Returns a function that calls *act* once it has not been called for some milliseconds.
 *
 * @param {() => void} act
 * @param {number} wait
 * @param {AbortSignal} signal after which it is never called
 */
export function debounce(act, wait, signal) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer
    signal.addEventListener('abort', () => clearTimeout(timer))
    return () => {
        clearTimeout(timer)
        if (!signal.aborted) timer = setTimeout(act, wait)
    }
}

/** The styles that the page has adopted. @type {Set<string>} */
const adopted = new Set()

/**
 * Gives the page the styles of a module, once.
 *
 * @param {string} css
 */
export function adopt(css) {
    if (adopted.has(css)) return
    adopted.add(css)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
}

/** Whether people asked for less motion. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches
