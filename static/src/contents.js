// The table of contents of a long form: marks where problems are.

/**
 * Keeps the marks of *nav* those of the problems in *form*, until *signal* is aborted.
 *
 * @param {HTMLFormElement} form
 * @param {Element} nav
 * @param {AbortSignal} signal
 */
export default function follow(form, nav, signal) {
    const mark = () => {
        for (const link of nav.querySelectorAll('a')) {
            const target = form.querySelector(`[id="${CSS.escape(decodeURIComponent(link.hash.slice(1)))}"]`), part = target?.closest('.field, .group')
            const bad = part?.matches('.bad, :has(.bad)') ?? false, words = link.querySelector('span')
            link.toggleAttribute('data-bad', bad)
            if (words) words.hidden = !bad
        }
    }
    const observer = new MutationObserver(mark)
    observer.observe(form, { subtree: true, attributeFilter: ['class'] })
    signal.addEventListener('abort', () => observer.disconnect())
}
