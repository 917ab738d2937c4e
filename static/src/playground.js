// The playground: what a declaration becomes follows the editor, and a link has the whole declaration in its fragment.
import { editDeclaration } from './playground_editor.js'
import { pack, unpack } from './playground_link.js'
import { followAnswer } from './preview_answer.js'
import { bodyOf, renew } from './preview_swap.js'
import { gettext } from './words.js'

/** Milliseconds without a key after which the declaration is drawn, and the body of what is typed into its form. */
const SOON = 300, BODY_SOON = 150
/** What a fragment with a declaration begins with, and the longest, in characters: longer addresses are cut by some. */
const NAME = '#doc=', MAX_LINK = 30_000
/** It lives as long as its page. */
const { signal: forGood } = new AbortController()

/**
 * @param {HTMLElement} page
 * @param {import('./preview_swap.js').Kit} tools
 */
export default function play(page, tools) {
    const { debounce, make, type } = tools
    const part = /** @type {HTMLElement} */ (page.querySelector('.preview')), home = /** @type {HTMLTextAreaElement} */ (page.querySelector('textarea[name="declaration"]'))
    const answer = followAnswer(part, tools), showBody = bodyOf(part, tools), most = Number(page.dataset.most)
    const example = /** @type {HTMLSelectElement | null} */ (page.querySelector('select[name="example"]'))
    const editor = editDeclaration(page, tools, () => part.dataset.dialect ?? '')
    /** What the form that is shown was drawn of. */
    let shown = home.value
    let drawing = false, waiting = false

    /** @param {FormData} data */
    const complete = data => {
        const choice = part.querySelector('[data-tool-choice]')
        data.set('before', shown)
        data.set('declaration', home.value)
        data.set('tool', choice instanceof HTMLSelectElement ? choice.value : '')
    }
    const draw = async () => {
        waiting = drawing
        if (drawing) return
        drawing = true
        do {
            waiting = false
            const text = home.value
            if (!await renew(part, answer, tools, complete)) continue
            const isStale = part.hasAttribute('data-stale'), notice = part.querySelector('#preview-stale')
            if (!isStale) shown = text
            notice?.replaceChildren(...isStale ? [make('div', { class: 'notice' }, gettext('No form can be built of the declaration now. This is the last one that could.'))] : [])
            if (home.value === text) editor?.mark(part)
        } while (waiting)
        drawing = false
    }
    const link = async () => {
        const text = home.value, packed = NAME + await pack(text)
        if (text !== home.value) return
        const address = new URL(page.dataset.page ?? '', location.href), language = new URLSearchParams(location.search).get('lang')
        // What it asks the server for is answered in the language of the address.
        if (language) address.searchParams.set('lang', language)
        address.hash = packed.length > MAX_LINK ? '' : packed
        history.replaceState(null, '', address)
    }
    const open = async () => {
        if (!location.hash.startsWith(NAME)) return
        const text = await unpack(location.hash.slice(NAME.length), most)
        if (text === null) tools.toast(gettext('The link is incomplete. It has no declaration that can be read.'))
        else if (text !== home.value) type(home, text)
    }
    const soon = debounce(() => {
        void draw()
        void link()
    }, SOON, forGood), bodySoon = debounce(() => void showBody(), BODY_SOON, forGood)

    // What is posted of a form goes with the declaration that it was drawn of.
    page.addEventListener('formdata', ({ formData, target }) => {
        if (!(target instanceof Element) || !part.contains(target)) return
        formData.set('declaration', shown)
        formData.set('tool', part.dataset.chosen ?? '')
    })
    home.addEventListener('input', soon)
    home.addEventListener('input', () => { if (example) example.value = '' })
    home.form?.addEventListener('submit', event => {
        event.preventDefault()
        void draw()
    })
    for (const name of ['input', 'change', 'webform:form-replaced']) part.addEventListener(name, bodySoon)
    part.addEventListener('change', ({ target }) => { if (target instanceof Element && target.matches('[data-tool-choice]')) void draw() })
    part.addEventListener('click', event => {
        const found = event.target instanceof Element && event.target.closest('a[data-line]')
        if (!(found instanceof HTMLElement) || !editor) return
        event.preventDefault()
        editor.goTo(found)
    })
    document.addEventListener('webform:language', () => void draw())
    addEventListener('hashchange', () => void open())
    copyLink(page, tools, link)
    editor?.mark(part)
    void open()
}

/**
 * Brings the button to life that copies the link.
 *
 * @param {HTMLElement} page
 * @param {Tools} tools
 * @param {() => Promise<void>} link puts the declaration into the address
 */
function copyLink(page, { announce, toast }, link) {
    const button = page.querySelector('[data-link]')
    if (!(button instanceof HTMLButtonElement)) return
    button.hidden = false
    button.addEventListener('click', async () => {
        await link()
        if (!location.hash) return toast(gettext('The declaration is too long for a link.'))
        try {
            await navigator.clipboard.writeText(location.href)
            announce(gettext('Link copied.'))
            toast(gettext('Link copied. The declaration is in it; no server has it.'))
        } catch {
            toast(gettext('Copy the address of this page. The declaration is in it.'))
        }
    })
}
