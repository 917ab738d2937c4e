// Lines of the file in an author's preview: a problem selects its line, or opens it in the author's editor.

/**
 * @param {HTMLElement} part
 * @param {Tools['ask']} ask
 */
export function selectLines(part, ask) {
    part.addEventListener('click', event => {
        const link = event.target instanceof Element && event.target.closest('a[data-line]')
        if (!(link instanceof HTMLElement)) return
        event.preventDefault()
        select(part, link.dataset.line ?? '')
    })
    part.addEventListener('submit', event => {
        const { target, submitter } = event
        if (!(target instanceof HTMLFormElement) || !target.matches('.to-editor')) return
        event.preventDefault()
        void ask(target.action, { method: 'POST', body: new FormData(target, submitter), headers: { 'Webform-Fragment': 'none' } }).catch(() => {})
    })
}

/**
 * @param {HTMLElement} part
 * @param {string} line
 */
function select(part, line) {
    const row = part.querySelector(`#line-${CSS.escape(line)}`), listing = part.querySelector('#preview-lines')
    if (!row || !(listing instanceof HTMLElement)) return
    for (const other of listing.querySelectorAll('[data-selected]')) other.removeAttribute('data-selected')
    row.setAttribute('data-selected', '')
    row.scrollIntoView({ block: 'nearest' })
    listing.focus({ preventScroll: true })
    getSelection()?.selectAllChildren(row.querySelector('span') ?? row)
}
