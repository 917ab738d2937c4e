// The inputs that a script makes easier: each a module, most of them loaded only where their input is.
import { atOf, labelOf } from './fields.js'
import stepNumbers from './inputs/number.js'
import { clear, show } from './problems.js'
import { tools } from './tools.js'

/** @type {Map<string, () => Promise<{default: Enhance}>>} */
const MODULES = new Map(Object.entries({
    slider: () => import('./inputs/slider.js'),
    file: () => import('./inputs/file.js'),
    image: () => import('./inputs/file.js'),
    audio: () => import('./inputs/file.js'),
    colour: () => import('./inputs/colour.js'),
    date_range: () => import('./inputs/date_range.js'),
    select: () => import('./inputs/select.js'),
    multiselect: () => import('./inputs/multiselect.js'),
    tags: () => import('./inputs/tags.js'),
    autocomplete: () => import('./inputs/autocomplete.js'),
    table: () => import('./inputs/table.js'),
    list: () => import('./inputs/table.js'),
    map_point: () => import('./inputs/_map.js'),
    map_bbox: () => import('./inputs/_map.js'),
    map_polygon: () => import('./inputs/_map.js'),
    map_multipoint: () => import('./inputs/_map.js'),
    code: () => import('./inputs/code.js'),
    json: () => import('./inputs/json.js'),
    markdown: () => import('./inputs/markdown.js'),
    union: () => import('./inputs/union.js'),
    unknown: () => import('./inputs/union.js'),
    object: () => import('./inputs/union.js'),
    mapping: () => import('./inputs/union.js'),
}))

/** The pixels at the end of a date or time that its icon and the padding around it take. */
const ICON_WIDTH = 32

/** What has no blank of its own, or has one that says something. */
const BLANK = ':is([data-input="checkbox"], [data-input="toggle"]) > .control > .if-blank, .if-blank :checked:not([value=""]), :is([data-input="slider"], [data-input="colour"]):not([data-required])'

/** What only some inputs of a kind have: those that a module makes easier. */
const MARKS = new Map([['object', '.named[data-choose]'], ['mapping', '.named[data-choose]'], ['list', '[data-table]'], ['select', '[data-searchable]'], ['multiselect', '[data-searchable]']])

/** The fields without those of most forms, which have no module: the browser passes them by sooner than a script. */
const ENHANCED = `[data-input]:not(${['text', 'number', 'textarea', 'checkbox', 'toggle', 'radio', 'date', 'time', 'hidden'].map(kind => `[data-input="${kind}"]`)})`

/**
 * Enhances the fields of a form until *signal* is aborted, and tells them when the browser filled them in again. A module
 * that does not load leaves its native controls. `data-ready` says that all are done.
 *
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 * @param {Promise<unknown>[]} others what is awaited besides
 */
export function enhance(form, signal, others) {
    stepNumbers(form, signal)
    form.addEventListener('click', openPicker, { signal })
    /** @type {Promise<void> | undefined} */
    let blanks
    const offer = () => blanks ??= import('./blank.js').then(({ default: start }) => start(form, signal, tools, BLANK), () => { form.dataset.plain = '' })
    if (form.querySelector(BLANK)) others.push(offer())
    // A menu is asked for by who comes near.
    else if (form.querySelector('.if-blank')) for (const name of ['focusin', 'pointerover']) form.addEventListener(name, offer, { signal, once: true })
    /** @type {Map<string, HTMLElement[]>} */
    const fields = new Map()
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(ENHANCED))) {
        const kind = field.getAttribute('data-input') ?? ''
        if (!MODULES.has(kind)) continue
        const mark = MARKS.get(kind), found = fields.get(kind)
        if (mark && !field.querySelector(mark)) continue
        if (found) found.push(field)
        else fields.set(kind, [field])
    }
    const enhanced = [...fields].map(([kind, found]) =>
        MODULES.get(kind)?.().then(module => {
            for (const field of found) if (!signal.aborted) module.default(field, kitFor(field, form, signal))
        }, () => { for (const field of found) field.querySelector('.scripted[hidden]')?.remove() }))
    void Promise.allSettled([...enhanced, ...others]).then(() => { form.dataset.ready = '' })
    // A browser that goes back to a page fills it in again, and tells nobody.
    addEventListener('pageshow', () => {
        for (const found of fields.values()) for (const field of found) field.dispatchEvent(new Event('webform:sync'))
    }, { signal })
}

/**
 * Opens the picker of a date or time whose icon is clicked: the icon itself is inert, see texts.css.
 *
 * @param {MouseEvent} click
 */
function openPicker({ target, offsetX }) {
    if (!(target instanceof HTMLInputElement) || !/^(date|time)/.test(target.type)) return
    const fromIcon = target.matches(':dir(rtl)') ? offsetX : target.clientWidth - offsetX
    if (fromIcon < ICON_WIDTH && target.showPicker) target.showPicker()
}

/**
 * @param {HTMLElement} field
 * @param {HTMLFormElement} form
 * @param {AbortSignal} signal
 * @returns {Kit}
 */
function kitFor(field, form, signal) {
    return {
        // No getter: engines share the shape of kits, and by a getter in it a form that is gone would be kept.
        ...tools, signal, at: atOf(field), label: labelOf(field),
        problem(message) {
            // After all who hear of the change, one of whom takes away the problem there was.
            setTimeout(() => {
                clear(field)
                if (message) show(form, { at: atOf(field), message })
            })
        },
    }
}
