// Items of a list that fold: the line that says what each is follows what is typed, and a new one folds the others.

const MAX_TEXTS = 2, MAX_CHARS = 60

/**
 * Keeps the lines of the items of a form those that what is filled in says, until *signal* is aborted.
 *
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 */
export default function follow(form, signal) {
    // It does not bubble.
    form.addEventListener('toggle', ({ target }) => {
        if (target instanceof HTMLDetailsElement && target.matches('.item')) say(target)
    }, { signal, capture: true })
    form.addEventListener('click', ({ target }) => {
        const adds = target instanceof Element && target.closest('button[value^="add"]')
        for (const item of adds && adds.closest('[data-input="list"]')?.querySelectorAll('.item[open]:not(:has(.bad))') || [])
            if (item instanceof HTMLDetailsElement && !item.contains(/** @type {Node} */ (target))) item.open = false
    }, { signal })
}

/** Says in the line of an item what is filled in there. @param {HTMLDetailsElement} item */
export function say(item) {
    /** @type {string[]} */
    const names = JSON.parse(item.dataset.line ?? '[]'), place = item.querySelector('[data-item-line]')
    const texts = names.map(name => textOf(item.querySelector(`[name="${CSS.escape(name)}"]`))).filter(Boolean)
    if (place && texts.length) place.textContent = texts.slice(0, MAX_TEXTS).join(' · ')
}

/** @param {Element | null} control */
function textOf(control) {
    const text = control instanceof HTMLSelectElement ? control.value && control.selectedOptions[0]?.text
        : control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control.value : ''
    const line = (text ?? '').trim().split('\n')[0]
    return line.length <= MAX_CHARS ? line : line.slice(0, MAX_CHARS) + '…'
}
