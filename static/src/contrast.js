// The contrast of colours, and the shade of a colour that can be read: webform/colours.py has the same rule for the server.

const LEAST = 4.5, STEPS = 200
/** What text of the accent stands on, but for a tint of itself. */
const GROUNDS = ['--bg', '--surface', '--sunken', '--hover', '--raised', '--accent-ink']
/** How much of the accent is in its tint. */
const TINTS = { light: '8%', dark: '15%' }

/**
 * Returns *colour* for light and dark pages: as it is where it can be read, else the nearest shade that can.
 *
 * @param {string} colour
 */
export function legible(colour) {
    const probe = document.body.appendChild(document.createElement('i')), canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    probe.hidden = true
    canvas.width = canvas.height = 1
    /** @param {string} value */
    const resolve = value => {
        probe.style.color = value
        return getComputedStyle(probe).color
    }
    /** @param {string} value */
    const light = value => {
        if (!pen) return 0
        pen.fillStyle = resolve(value)
        pen.fillRect(0, 0, 1, 1)
        const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map(part => linear(part / 255))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [bright, dim] = /** @type {const} */ (['light', 'dark']).map(scheme => {
        probe.style.colorScheme = scheme
        return shade(colour, GROUNDS.map(name => `var(${name})`), TINTS[scheme], resolve, light)
    })
    probe.remove()
    return `light-dark(${bright}, ${dim})`
}

/**
 * @param {string} colour
 * @param {string[]} grounds
 * @param {string} tint
 * @param {(value: string) => string} resolve
 * @param {(value: string) => number} light
 */
function shade(colour, grounds, tint, resolve, light) {
    const fixed = grounds.map(light), wanted = resolve(`oklch(from ${colour} l c h / 1)`), own = parseFloat(wanted.replace(/^\w+\(/, ''))
    /** @param {string} tried */
    const reads = tried => {
        const on = light(tried)
        return [...fixed, light(`color-mix(in oklab, ${tried} ${tint}, var(--surface))`)].every(ground => contrast(on, ground) >= LEAST)
    }
    const steps = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS).sort((one, other) => Math.abs(one - own) - Math.abs(other - own))
    return [wanted, ...steps.map(step => `oklch(from ${colour} ${step} c h / 1)`)].find(reads) ?? wanted
}

/** @param {number} one @param {number} other luminances */
const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
/** @param {number} part */
const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
