// The tool as others see it, in frames of an author's preview: made once they are looked at, loaded again with the file.

/**
 * @param {HTMLElement} part
 * @param {Tools['make']} make
 */
export function showFrames(part, make) {
    const observer = new IntersectionObserver(entries => {
        for (const { isIntersecting, target } of entries)
            if (isIntersecting && target instanceof HTMLElement && !target.querySelector('iframe')) fill(target, make)
    })
    for (const place of part.querySelectorAll('[data-frame]')) observer.observe(place)
}

/** @param {HTMLElement} part */
export function renewFrames(part) {
    for (const frame of part.querySelectorAll('iframe'))
        if (frame.checkVisibility()) frame.contentWindow?.location.reload()
        else frame.remove()
}

/**
 * @param {HTMLElement} place
 * @param {Tools['make']} make
 */
function fill(place, make) {
    const { frame = '', sandbox = '', frameTitle = '' } = place.dataset
    const made = place.appendChild(make('iframe', { src: frame, title: frameTitle, sandbox }))
    made.addEventListener('load', () => {
        const root = made.contentDocument?.documentElement
        if (root && place.matches('.dark')) root.dataset.theme = 'dark'
        // Others have no draft of the author's.
        root?.querySelector('[data-restore]')?.remove()
    })
}
