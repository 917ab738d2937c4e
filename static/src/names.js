// The address of a control: its name is a JSON Pointer, plain or as a URI fragment, perhaps after a word.

const NAME = /^(is|to|row|key|rest|draft)?([/#].*)$/s

/**
 * Returns the word and the pointer that a control's name spells.
 *
 * @param {string} name
 * @returns {{word: string, pointer: string} | null}
 */
export function read(name) {
    const match = NAME.exec(name)
    if (!match) return null
    try {
        return { word: match[1] ?? '', pointer: match[2][0] === '/' ? match[2] : decodeURIComponent(match[2].slice(1)) }
    } catch {
        return null
    }
}

/**
 * Returns *pointer* as a URI fragment, without its #.
 *
 * @param {string} pointer
 */
export const fragment = pointer => encodeURI(pointer).replaceAll('#', '%23')

/**
 * Returns the id of the control at *pointer*, or of what stands beside it.
 *
 * @param {string} pointer
 * @param {string} [word]
 */
export const idOf = (pointer, word = 'at') => word + fragment(pointer)

/**
 * Returns what the ids of a form begin with.
 *
 * @param {HTMLFormElement} form
 */
export function beforeIds(form) {
    // A selector would have the browser look through the whole form, and each problem asks for it.
    const prefix = Array.from(form.children).find(child => child.getAttribute('name') === 'id-prefix')
    return prefix instanceof HTMLInputElement ? `${prefix.value}-` : ''
}

/**
 * Returns the pointer above *pointer*.
 *
 * @param {string} pointer
 */
export const above = pointer => pointer.slice(0, Math.max(pointer.lastIndexOf('/'), 0))
