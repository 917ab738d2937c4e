// How the document looks in its host: theme, colours and fonts of the host, its language, the room there is.
import { make } from '../dom.js'

/** @typedef {import('./host.js').Params} Params */

/** Our variables, by those of the host that they take their value from. */
const VARIABLES = Object.entries({
    '--color-background-primary': '--surface', '--color-background-secondary': '--sunken', '--color-background-tertiary': '--hover',
    '--color-text-primary': '--ink', '--color-text-secondary': '--ink-2', '--color-border-primary': '--line',
    '--font-sans': '--font', '--font-mono': '--mono', '--border-radius-sm': '--r-s', '--border-radius-md': '--r-m', '--border-radius-lg': '--r-l',
})
/** What these are made from has to fit together: a host that names one of them only would make texts that nobody can read. */
const TOGETHER = ['--color-background-primary', '--color-text-primary', '--color-text-secondary']
/** What a value may be a reference to: other values, which nobody looked at. */
const REFERENCE = /\b(?:var|env|attr|if)\s*\(/i
const FONT = /^[\w\s,"'-]{1,300}$/
/** What takes the values of a name, by how it begins: what is none of its kind is left out, so that nothing is loaded. @type {[RegExp, (value: string) => boolean][]} */
const KINDS = [
    [/^--color-/, value => CSS.supports('color', value)],
    [/^--font-/, value => FONT.test(value) && CSS.supports('font-family', value)],
    [/^--border-radius-/, value => CSS.supports('width', value)],
]
const LARGEST = 24

/**
 * Applies what *context*, or the part of it that changed, says of the look.
 *
 * @param {Params} context
 */
export function applyContext(context) {
    const root = document.documentElement
    if (['light', 'dark'].includes(context.theme)) root.dataset.theme = context.theme
    if (context.styles !== undefined) applyVariables(root, context.styles?.variables ?? {})
    const insets = context.safeAreaInsets
    if (insets) root.style.padding = ['top', 'right', 'bottom', 'left'].map(side => `${Math.max(0, Math.min(Number(insets[side]) || 0, 200))}px`).join(' ')
}

/**
 * @param {HTMLElement} root
 * @param {Params} variables
 */
function applyVariables(root, variables) {
    const usable = (/** @type {string} */ name) => typeof variables[name] === 'string' && !REFERENCE.test(variables[name])
        && KINDS.some(([begins, takes]) => begins.test(name) && takes(variables[name].trim()))
    const colours = TOGETHER.every(usable)
    for (const [name, ours] of VARIABLES) {
        if (usable(name) && (colours || !name.startsWith('--color-'))) root.style.setProperty(ours, bounded(name, variables[name].trim()))
        else root.style.removeProperty(ours)
    }
}

/**
 * @param {string} name
 * @param {string} value
 */
const bounded = (name, value) => name.includes('radius') ? `min(${value}, ${LARGEST}px)` : value

/**
 * Returns the language of this document that *locale* means: `pt-BR` is `pt` where there is no other; English for none.
 *
 * @param {any} locale
 */
export function nearest(locale) {
    let wanted = typeof locale === 'string' ? locale.slice(0, 35).replaceAll('_', '-') : ''
    if (/^zh\b/i.test(wanted)) wanted = /\b(?:hant|tw|hk|mo)\b/i.test(wanted) ? '' : 'zh-Hans'
    const known = Array.from(document.querySelectorAll('template[data-locale]'), template => template.getAttribute('data-locale') ?? '')
    for (; wanted; wanted = wanted.includes('-') ? wanted.replace(/-[^-]*$/, '') : '') {
        const found = known.find(name => name.toLowerCase() === wanted.toLowerCase())
        if (found) return found
    }
    return 'en'
}

/**
 * Makes *language* that of the page, and of its scripts; returns the form in it and the place of its result.
 *
 * @param {string} language
 */
export function speak(language) {
    const root = document.documentElement, texts = document.querySelector(`[data-texts="${CSS.escape(language)}"]`)
    root.lang = language
    root.dir = /^(?:ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr'
    delete (/** @type {any} */ (globalThis).webformTexts)
    // The texts are a script of our own that waits for its turn.
    if (texts) document.head.append(make('script', {}, texts.textContent ?? ''))
    const template = /** @type {HTMLTemplateElement | null} */ (document.querySelector(`template[data-locale="${CSS.escape(language)}"]`))
    return /** @type {DocumentFragment} */ (template?.content.cloneNode(true) ?? new DocumentFragment())
}
