// What the theme leaves out for keyboards and screen readers.
const tidy = () => {
    // The button that copies code stands in a landmark without a name: it is none.
    for (const nav of document.querySelectorAll('nav.md-code__nav:not([role])')) nav.setAttribute('role', 'presentation')
    // A wide table is scrolled by keys.
    for (const frame of document.querySelectorAll('.md-typeset__scrollwrap'))
        frame.toggleAttribute('tabindex', frame.scrollWidth > frame.clientWidth) && frame.setAttribute('tabindex', '0')
}
new MutationObserver(tidy).observe(document.documentElement, { childList: true, subtree: true })
addEventListener('resize', tidy)
addEventListener('load', tidy)
