// Presets of a form, kept in this browser, and the link that fills it in.
import css from './share.css'
import { gettext } from './words.js'

/** @typedef {{name: string, entries: import('./entries.js').Entries}} Preset */

/** Presets of a tool at most, characters of a name, and of all that one holds. */
const MOST = 50
const LONGEST = 80
const ROOM = 200_000

/** @typedef {Tools & Pick<typeof import('./transport.js'), 'object'>} Own */

/**
 * @param {HTMLDetailsElement} part
 * @param {Own} tools
 */
export default function startSharing(part, tools) {
    const form = () => /** @type {HTMLFormElement | null} */ (part.parentElement?.querySelector('form[data-webform]') ?? null)
    tools.adopt(css)
    const place = tools.placeFor('presets', form()?.action ?? location.href)
    const home = part.querySelector('[data-presets]'), link = part.querySelector('[data-copy-link]')
    if (home instanceof HTMLElement) inLanguage(() => showPresets(home, place, form, tools))
    if (link instanceof HTMLButtonElement) copyLinks(link, form, tools)
}

/**
 * Does *draw*, and again whenever the language of the page was changed.
 *
 * @param {() => void} draw
 */
function inLanguage(draw) {
    document.addEventListener('webform:language', draw)
    draw()
}

/**
 * Copies the link to the form, where the button would show it on a page of its own.
 *
 * @param {HTMLButtonElement} pressed
 * @param {() => HTMLFormElement | null} form
 * @param {Own} tools
 */
function copyLinks(pressed, form, { LostError, ask, make, object, toast }) {
    inLanguage(() => { pressed.textContent = gettext('Copy link') })
    pressed.addEventListener('click', async event => {
        const filled = form()
        if (!filled) return
        event.preventDefault()
        const data = new FormData(filled)
        for (const [name, value] of [...data]) if (value instanceof File) data.delete(name)
        data.set('do', pressed.value)
        try {
            const answer = await ask(pressed.formAction, { method: 'POST', body: data, headers: { Accept: 'application/json' } })
            const { link, message } = object(await answer.text())
            if (!answer.ok) throw new LostError()
            if (!link) return toast(message)
            const copied = await (await import('./copy.js')).written(link, make)
            show(pressed, link, make)
            toast(copied ? gettext('Link copied. {message}', { message }) : gettext('The browser does not let this page copy. {message}', { message }))
        } catch (error) {
            if (!(error instanceof LostError)) throw error
            toast(gettext('The link could not be made. Try again.'))
        }
    })
}

/**
 * @param {Element} pressed
 * @param {string} link
 * @param {Tools['make']} make
 */
function show(pressed, link, make) {
    const known = pressed.closest('details')?.querySelector('input[readonly]')
    if (known instanceof HTMLInputElement) known.value = link
    else pressed.parentElement?.before(make('label', { class: 'part' }, make('span', { class: 'part-label' }, gettext('Link')),
        make('input', { class: 'ctl mono', type: 'text', readonly: true, value: link })))
}

/**
 * Lists the presets, and saves the form as a new one.
 *
 * @param {HTMLElement} home
 * @param {string} place where they are kept
 * @param {() => HTMLFormElement | null} form
 * @param {Tools} tools
 */
function showPresets(home, place, form, tools) {
    const { announce, button, entriesOf, isEntries, keep, kept, make, toast } = tools
    const typed = home.querySelector(':scope > label input'), list = make('ul', { class: 'presets', role: 'list' })
    const name = make('input', { class: 'ctl', type: 'text', maxlength: String(LONGEST), autocomplete: 'off', value: typed instanceof HTMLInputElement ? typed.value : '' })
    const presets = () => presetsIn(kept(place), isEntries)

    /** @param {Preset[]} all */
    const put = all => {
        keep(place, all.length ? all : null)
        const done = JSON.stringify(presets()) === JSON.stringify(all)
        if (!done) toast(gettext('This browser did not keep the preset: there is no room, or it is not allowed.'))
        list.replaceChildren(...presets().map(line))
        list.hidden = !list.children.length
        return done
    }
    const save = () => {
        const filled = form(), title = name.value.trim(), all = presets()
        if (!filled) return
        if (!title) {
            name.focus()
            return announce(gettext('Enter a name for the preset.'))
        }
        const entries = entriesOf(filled), known = all.find(preset => preset.name === title)
        if (JSON.stringify(entries).length > ROOM) return toast(gettext('This form holds too much for a preset.'))
        if (!known && all.length >= MOST) return toast(gettext('There are {count} presets already. Delete one first.', { count: MOST }))
        if (!put(known ? all.map(preset => preset === known ? { name: title, entries } : preset) : [...all, { name: title, entries }])) return
        name.value = ''
        announce(known ? gettext('Preset {title} replaced', { title }) : gettext('Preset {title} saved', { title }))
    }
    /** @param {Preset} preset */
    const apply = async ({ name: title, entries }) => {
        const before = form(), modules = Promise.all([import('./restore_draft.js'), import('./form_focus.js')])
        if (!before) return
        const [{ restoreDraft }, { offerUndo }] = await modules
        const now = await restoreDraft(before, entries, entriesOf, tools)
        if (now) offerUndo(before, now, gettext('Preset {title} applied.', { title }), tools)
    }
    /** @param {string} title */
    const drop = title => {
        put(presets().filter(preset => preset.name !== title))
        announce(gettext('Preset {title} deleted', { title }))
        const next = list.querySelector('button') ?? name
        next.focus()
    }
    /**
     * @param {HTMLElement} item
     * @param {string} title
     */
    const rename = (item, title) => {
        const text = make('input', { 'class': 'ctl', 'type': 'text', 'maxlength': String(LONGEST), 'value': title, 'aria-label': gettext('New name of {title}', { title }) })
        const back = () => {
            put(presets())
            const again = [...list.querySelectorAll('button')].find(element => element.ariaLabel === gettext('Rename {title}', { title: text.value.trim() })) ?? list.querySelector('button')
            again?.focus()
        }
        const done = () => {
            const now = text.value.trim(), all = presets()
            if (!now || (now !== title && all.some(preset => preset.name === now))) {
                text.setCustomValidity(now ? gettext('There is a preset {title} already.', { title: now }) : gettext('Enter a name.'))
                return void text.reportValidity()
            }
            put(all.map(preset => preset.name === title ? { ...preset, name: now } : preset))
            back()
        }
        text.addEventListener('input', () => text.setCustomValidity(''))
        byEnter(text, done, () => { text.value = title; back() })
        item.replaceChildren(text, make('span', { class: 'acts' }, button(gettext('Save name'), done)))
        text.select()
    }
    /** @param {Preset} preset */
    const line = preset => {
        const item = make('li'), acts = [button(gettext('Apply'), () => void apply(preset)), button(gettext('Rename'), () => rename(item, preset.name), 'small ghost'), button(gettext('Delete'), () => drop(preset.name), 'small ghost')]
        for (const act of acts) act.ariaLabel = `${act.textContent} ${preset.name}`
        item.append(make('b', { dir: 'auto' }, preset.name), make('span', { class: 'acts' }, ...acts))
        return item
    }

    byEnter(name, save)
    home.replaceChildren(make('p', { class: 'help' }, gettext('Presets are stored only in this browser, without files and secrets.')), list,
        make('label', { class: 'part' }, make('span', { class: 'part-label' }, gettext('Save as preset')), name),
        make('div', { class: 'acts' }, button(gettext('Save preset'), save)))
    home.hidden = false
    put(presets())
}

/**
 * @param {HTMLInputElement} text
 * @param {() => void} enter
 * @param {() => void} [escape]
 */
function byEnter(text, enter, escape) {
    text.addEventListener('keydown', event => {
        if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        if (event.key === 'Enter') {
            event.preventDefault()
            enter()
        } else escape?.()
    })
}

/**
 * Returns the presets in what was stored, which may be anybody's.
 *
 * @param {any} found
 * @param {Tools['isEntries']} isEntries
 * @returns {Preset[]}
 */
function presetsIn(found, isEntries) {
    if (!Array.isArray(found)) return []
    const names = new Set()
    return found.filter(preset => typeof preset?.name === 'string' && isEntries(preset.entries) && !names.has(preset.name) && names.add(preset.name))
}
