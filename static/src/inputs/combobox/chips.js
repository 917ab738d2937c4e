// Chosen options as chips before the text: reached by arrows, removed by Delete and Backspace.
import { gettext } from '../../words.js'

/**
 * Returns the tags in a text.
 *
 * @param {string} text
 */
export const tagsIn = text => text.split(/[\r\n]/).map(line => line.trim()).filter(Boolean)

/**
 * Puts chips before the text of a combobox; returns what draws them.
 *
 * @param {{input: HTMLInputElement, frame: HTMLElement, renew: () => void}} box
 * @param {Kit} kit
 * @param {(index: number) => string} drop takes one away and returns what it was called
 */
export function chipsIn({ input, frame, renew }, { announce, button, label, make, mirrored }, drop) {
    const chips = make('ul', { 'class': 'chips', 'role': 'list', 'aria-label': `${label}: chosen`, 'hidden': true })

    /** @param {number} index past the last is where one types */
    const focusOn = index => (chips.querySelectorAll('button')[Math.max(index, 0)] ?? input).focus()
    /** @param {number} index */
    const remove = index => {
        const hadFocus = chips.contains(document.activeElement), gone = drop(index)
        announce(gettext('Removed {gone}; {count} left', { gone, count: chips.children.length }))
        if (hadFocus) focusOn(index)
        renew()
    }
    chips.addEventListener('keydown', event => {
        const at = [...chips.children].findIndex(chip => chip.contains(document.activeElement)), key = mirrored(event.key, chips)
        if (key === 'ArrowLeft' || key === 'Home') focusOn(key === 'Home' ? 0 : at - 1)
        else if (key === 'ArrowRight') focusOn(at + 1)
        else if (key === 'End' || key === 'Escape') input.focus()
        else if (key === 'Backspace' || key === 'Delete') remove(at)
        else return
        event.preventDefault()
    })
    input.addEventListener('keydown', event => {
        const back = event.key === 'Backspace' && !input.value || mirrored(event.key, input) === 'ArrowLeft' && !input.selectionEnd
        if (!back || event.isComposing || !chips.children.length) return
        event.preventDefault()
        focusOn(chips.children.length - 1)
    })
    frame.classList.add('tagbox')
    frame.prepend(chips)

    /** @param {string[]} labels */
    return labels => {
        chips.hidden = !labels.length
        chips.replaceChildren(...labels.map((text, index) => {
            const cross = button('×', () => remove(index), 'small ghost only')
            cross.ariaLabel = gettext('Remove {text}', { text })
            cross.tabIndex = -1
            return make('li', { class: 'chip' }, make('span', {}, text), cross)
        }))
    }
}
