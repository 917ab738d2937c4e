// How a panel looks in the page around it: what its host asks for, checked before it is applied.
import { legible } from './contrast.js'

const COLOUR = /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/a-z+-]{1,60}\))$/i
const FONT = /^[\w\s,"'-]{1,120}$/
const HIDDEN = ['title', 'history', 'json', 'result']
const LARGEST = 24
const DENSITIES = new Map([['comfortable', '1'], ['compact', '0.75']])

/**
 * Applies a look; what is not valid is left out, as if it had not been set.
 *
 * @param {HTMLElement} body
 * @param {any} look
 */
export function applyLook(body, look) {
    const root = document.documentElement, text = (/** @type {string} */ name) => typeof look?.[name] === 'string' ? look[name].trim() : ''
    if (['light', 'dark'].includes(text('theme'))) root.dataset.theme = text('theme')
    setAccent(root, text('accent'))
    const radius = /^\d+(?:\.\d+)?(?:px)?$/.test(text('radius')) ? Math.min(parseFloat(text('radius')), LARGEST) : null
    set(root, '--radius', radius === null ? '' : `${radius}px`)
    const font = text('font')
    set(root, '--font', FONT.test(font) && CSS.supports('font-family', font) ? font : '')
    set(root, '--density', DENSITIES.get(text('density')) ?? '')
    body.dataset.hide = text('hide').split(/[\s,]+/).filter((/** @type {string} */ part) => HIDDEN.includes(part)).join(' ')
    body.toggleAttribute('data-readonly', look?.readonly === '' || look?.readonly === 'readonly' || look?.readonly === 'true')
}

/**
 * Sets the accent to *colour*, so dark or so light that text on it, and it on the page, can be read.
 *
 * @param {HTMLElement} root
 * @param {string} colour
 */
function setAccent(root, colour) {
    set(root, '--accent', '')
    if (COLOUR.test(colour) && CSS.supports('color', `oklch(from ${colour} l c h / 1)`)) set(root, '--accent', legible(colour))
}

/**
 * @param {HTMLElement} root
 * @param {string} name
 * @param {string} value
 */
function set(root, name, value) {
    if (value) root.style.setProperty(name, value)
    else root.style.removeProperty(name)
}
