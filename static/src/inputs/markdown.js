// Markdown in an editor, and as it will look: the server makes that, and leaves nothing in it that could do harm.
import { edit } from './editor/editor.js'
import css from './editor/markdown.css'
import { gettext } from '../words.js'

/** @type {Enhance} */
export default function enhance(field, kit) {
    const { adopt, announce, ask, at, button, fragment, label, make, parsed, signal } = kit
    const editor = edit(field, kit, [], () => write())
    if (!editor) return
    adopt(css)
    const { home, frame, host, bar } = editor
    const native = bar.querySelector('button[name="do"]'), before = frame.querySelector('[data-preview]')
    const panel = make('div', { 'class': 'prose editor-preview', 'role': 'tabpanel', 'id': `preview-${home.id}`, 'tabindex': '0', 'aria-label': `${label}: preview`, 'hidden': true })
    const list = make('div', { 'class': 'editor-tabs', 'role': 'tablist', 'aria-label': `${label}: view` })
    const tabs = [[gettext('Write'), host], [gettext('Preview'), panel]].map(([name, shown], index) => {
        const tab = make('button', { 'type': 'button', 'role': 'tab', 'aria-controls': /** @type {HTMLElement} */ (shown).id }, name)
        tab.addEventListener('click', () => choose(index))
        return tab
    })
    let asking = new AbortController()

    /** @param {number} index */
    const choose = index => {
        panel.style.minBlockSize = `${host.offsetHeight || panel.offsetHeight}px`
        tabs.forEach((tab, place) => {
            tab.setAttribute('aria-selected', String(place === index))
            tab.tabIndex = place === index ? 0 : -1
        })
        host.hidden = index === 1
        panel.hidden = index === 0
        asking.abort()
        if (index === 1) void preview()
    }
    const preview = async () => {
        const { form } = home
        if (!form) return
        if (!home.value.trim()) return panel.replaceChildren(make('p', { class: 'help' }, gettext('There is nothing to preview yet.')))
        asking = new AbortController()
        const mine = AbortSignal.any([asking.signal, signal]), data = new FormData(form)
        for (const [name, value] of [...data]) if (value instanceof File) data.delete(name)
        panel.ariaBusy = 'true'
        if (!panel.hasChildNodes()) panel.append(make('p', { class: 'help' }, gettext('Loading the preview…')))
        try {
            const answer = await ask(form.action.replace(/run$/, 'form'), {
                method: 'POST', body: data, headers: { 'Accept': 'text/html', 'Webform-Fragment': `#${fragment(at)}` }, signal: mine,
            })
            const made = parsed(await answer.text()).querySelector('[data-preview]')
            if (mine.aborted) return
            if (!made) throw new Error('no preview')
            panel.replaceChildren(...made.childNodes)
            panel.scrollTop = 0
        } catch {
            if (mine.aborted) return
            announce(gettext('The preview could not be loaded.'))
            panel.replaceChildren(make('p', { class: 'help' }, gettext('The preview could not be loaded.')), button(gettext('Try again'), () => void preview()))
        }
        panel.ariaBusy = 'false'
    }
    list.addEventListener('keydown', event => {
        const now = tabs.findIndex(tab => tab === document.activeElement)
        const to = new Map([['ArrowRight', 1 - now], ['ArrowLeft', 1 - now], ['Home', 0], ['End', 1]]).get(event.key)
        if (now < 0 || to === undefined) return
        event.preventDefault()
        choose(to)
        tabs[to].focus()
    })
    const write = () => { if (host.hidden) choose(0) }

    list.append(...tabs)
    bar.prepend(list)
    frame.append(panel)
    host.setAttribute('role', 'tabpanel')
    host.setAttribute('aria-label', `${label}: text`)
    if (native instanceof HTMLElement) native.hidden = true
    before?.remove()
    choose(0)
    signal.addEventListener('abort', () => {
        asking.abort()
        list.remove()
        panel.remove()
        if (native instanceof HTMLElement) native.hidden = false
        if (before) frame.append(before)
    })
}
