// The buttons that lie on a map.
import { gettext } from '../../words.js'

/** What each shows, in a box of 24 by 24. */
const ICONS = {
    nearer: 'M12 5v14M5 12h14',
    farther: 'M5 12h14',
    fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
    here: 'M12 3v3M12 18v3M3 12h3M18 12h3M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10',
    undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
    redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
    clear: 'M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3',
}
const SVG = 'http://www.w3.org/2000/svg'

/**
 * Makes a button with a picture; `allow(false)` keeps its place and the focus.
 *
 * @param {Pick<Kit, 'button'>} kit
 * @param {keyof typeof ICONS} picture
 * @param {string} words
 * @param {() => void} press
 */
export function tool({ button }, picture, words, press) {
    const made = button('', () => { if (made.ariaDisabled !== 'true') press() }, 'small only ghost')
    const svg = document.createElementNS(SVG, 'svg'), path = document.createElementNS(SVG, 'path')
    for (const [name, value] of Object.entries({ 'class': 'icon', 'viewBox': '0 0 24 24', 'aria-hidden': 'true' })) svg.setAttribute(name, value)
    path.setAttribute('d', ICONS[picture])
    svg.append(path)
    made.append(svg)
    made.ariaLabel = made.title = words
    return Object.assign(made, {
        /** @param {boolean} may */
        allow(may) { made.ariaDisabled = may ? null : 'true' },
    })
}

const BY = new Map([['ArrowRight', 1], ['ArrowDown', 1], ['ArrowLeft', -1], ['ArrowUp', -1]])

/**
 * Puts buttons side by side: Tab leads to one of them, the arrows to the others.
 *
 * @param {Pick<Kit, 'make' | 'mirrored'>} kit
 * @param {string} name
 * @param {HTMLButtonElement[]} tools
 * @param {string} [look]
 */
export function toolbar({ make, mirrored }, name, tools, look = '') {
    const bar = make('div', { 'class': `map-tools ${look}`, 'role': 'toolbar', 'aria-label': name, 'aria-orientation': look ? 'horizontal' : 'vertical' }, ...tools)
    const stop = (/** @type {Element} */ now) => { for (const button of tools) button.tabIndex = button === now ? 0 : -1 }
    stop(tools[0])
    bar.addEventListener('focusin', ({ target }) => stop(/** @type {Element} */ (target)))
    bar.addEventListener('keydown', event => {
        const by = BY.get(mirrored(event.key, bar)), now = tools.findIndex(button => button === document.activeElement)
        if (!by) return
        event.preventDefault()
        tools[(now + by + tools.length) % tools.length].focus()
    })
    return bar
}

/** Why a browser tells no place, by its code. */
const reasons = () => [gettext('Your location is not available: it failed'), gettext('Your location is not available: the browser was not allowed to tell it'),
    gettext('Your location is not available: the browser does not know it'), gettext('Your location is not available: it took too long')]

/**
 * Asks the browser where it is.
 *
 * @returns {Promise<[number, number]>} latitude and longitude
 */
export function currentPlace() {
    return new Promise((done, fail) => navigator.geolocation.getCurrentPosition(
        ({ coords }) => done([coords.latitude, coords.longitude]),
        ({ code }) => fail(new Error(reasons()[code] ?? reasons()[0])),
        { timeout: 15_000, maximumAge: 60_000 },
    ))
}
