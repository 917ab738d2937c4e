// Secrets that were typed: the server gives none back, so they go on from one form to the next in the page alone.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

const SECRET = ['input', 'select', 'textarea'].map(tag => `[data-secret] ${tag}[name]:not([type="hidden"])`).join()

/**
 * Takes over the secrets of *form* into *made*, which the server made of it.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} made
 * @param {(name: string) => boolean} [wanted] tells whether the secret of a control is taken over
 */
export function carry(form, made, wanted = () => true) {
    const before = byName(form)
    for (const [name, controls] of byName(made)) {
        if (!wanted(name)) continue
        controls.forEach((control, index) => {
            const other = isChoice(control) ? before.get(name)?.find(candidate => candidate.value === control.value) : before.get(name)?.[index]
            if (other && other.type === control.type) put(control, other)
        })
    }
}

/**
 * Fills in the secrets that stand in a body, and takes over those for which it has their mask.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} made of the body
 * @param {any} known the body that was shown, which *form* stands for
 * @param {any} body the body now
 * @param {Pick<Tools, 'clear' | 'equal' | 'read'>} tools
 */
export function fillIn(form, made, known, body, { clear, equal, read }) {
    carry(form, made, name => {
        const tokens = tokensOf(name, read)
        return tokens !== null && at(body, tokens) === MASK && inSameRow(known, body, tokens, equal)
    })
    for (const [name, controls] of byName(made)) {
        const tokens = tokensOf(name, read), value = tokens && at(body, tokens)
        if (value === undefined || value === null || value === MASK || typeof value === 'object') continue
        for (const control of controls)
            if (isChoice(control)) /** @type {HTMLInputElement} */ (control).checked = control.value === String(value)
            else if (control.type !== 'file') control.value = String(value)
    }
    for (const place of made.querySelectorAll('[data-secret]'))
        if (place instanceof HTMLElement && controlsOf(place).some(isFilled)) clear(place)
}

/** What stands for a secret where the rest of a body is shown. */
const MASK = '[hidden]'

/**
 * @param {Element} place
 * @returns {Control[]}
 */
const controlsOf = place => Array.from(place.querySelectorAll('input, select, textarea'))

/** @param {Control} control */
const isChoice = control => control.type === 'checkbox' || control.type === 'radio'

/** @param {Control} control */
const isFilled = control => control.type !== 'hidden' && (isChoice(control) ? /** @type {HTMLInputElement} */ (control).checked : control.value !== '')

/**
 * @param {HTMLFormElement} form
 * @returns {Map<string, Control[]>}
 */
function byName(form) {
    /** @type {Map<string, Control[]>} */
    const found = new Map()
    for (const control of /** @type {NodeListOf<Control>} */ (form.querySelectorAll(SECRET)))
        found.set(control.name, [...found.get(control.name) ?? [], control])
    return found
}

/**
 * @param {Control} control
 * @param {Control} other
 */
function put(control, other) {
    if (control instanceof HTMLInputElement && other instanceof HTMLInputElement) {
        control.checked = other.checked
        if (control.type === 'file') control.files = other.files
        else if (!isChoice(control)) control.value = other.value
    } else control.value = other.value
}

/**
 * Returns the steps that the control *name* takes in a body, or null where it is none of a value.
 *
 * @param {string} name
 * @param {Tools['read']} read
 */
function tokensOf(name, read) {
    const found = read(name)
    return found && !found.word ? found.pointer.split('/').slice(1).map(part => part.replaceAll('~1', '/').replaceAll('~0', '~')) : null
}

/**
 * @param {any} value
 * @param {string[]} tokens
 */
const at = (value, tokens) => tokens.reduce((parent, token) => isNested(parent) && Object.hasOwn(parent, token) ? parent[token] : undefined, value)

/** @param {any} value */
const isNested = value => typeof value === 'object' && value !== null

/**
 * Tells whether what leads to a secret is in no list, or in one that nobody changed: a row may be another by now.
 *
 * @param {any} known
 * @param {any} body
 * @param {string[]} tokens
 * @param {Tools['equal']} equal
 */
function inSameRow(known, body, tokens, equal) {
    const end = tokens.findIndex((_, index) => Array.isArray(at(body, tokens.slice(0, index))))
    return end < 0 || equal(at(known, tokens.slice(0, end)), at(body, tokens.slice(0, end)))
}
