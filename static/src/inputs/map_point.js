// A place, or a box: coordinates pasted together fill the parts.

const NUMBER = String.raw`[+\-−]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`
const LIST = new RegExp(`^[\\s[(]*${NUMBER}(?:[\\s\\]\\[(),;]+${NUMBER})+[\\s\\])]*$`)

/**
 * Returns the texts of the parts that a pasted text gives: latitude, longitude, or south, west, north, east; or null.
 *
 * @param {string} text as "51.5, -0.1", as a list, or as GeoJSON, where longitude comes first
 * @param {number} many how many parts there are
 */
export function coordinates(text, many) {
    const found = LIST.test(text) ? text.match(new RegExp(NUMBER, 'g')) : fromGeoJSON(text, many)
    return found?.length === many ? [...found].map(each => String(each).replace('\u2212', '-')) : null
}

/**
 * @param {string} text
 * @param {number} many
 * @returns {number[] | null}
 */
function fromGeoJSON(text, many) {
    try {
        const value = JSON.parse(text), shape = value.geometry ?? value
        const [west, south, east, north] = value.bbox ?? []
        const [longitude, latitude] = shape.type === 'Point' ? shape.coordinates : []
        const found = many === 4 ? [south, west, north, east] : [latitude, longitude]
        return found.every(Number.isFinite) ? found : null
    } catch {
        return null
    }
}

/** @type {Enhance} */
export default function enhance(field, { signal, announce, type }) {
    const parts = /** @type {HTMLInputElement[]} */ ([...field.querySelectorAll('.parts input.ctl')])
    for (const part of parts)
        part.addEventListener('paste', event => {
            const texts = coordinates(event.clipboardData?.getData('text') ?? '', parts.length)
            if (!texts) return
            event.preventDefault()
            parts.forEach((each, index) => type(each, texts[index]))
            const named = parts.map((each, index) => `${each.closest('.part')?.querySelector('.part-label')?.textContent} ${texts[index]}`)
            announce(`Filled in: ${named.join(', ')}`)
        }, { signal })
}
