// The theme puts each button that copies code into a landmark without a name: they are none.
const tidy = () => {
    for (const nav of document.querySelectorAll('nav.md-code__nav:not([role])')) nav.setAttribute('role', 'presentation')
}
new MutationObserver(tidy).observe(document.documentElement, { childList: true, subtree: true })
tidy()
