// A picture over the one before it, as far as a slider stands.
import { gettext } from '../words.js'

/**
 * Lays both pictures over each other where both are shown.
 *
 * @param {HTMLElement} section
 * @param {Pick<Tools, 'make'>} tools
 */
export default function compare(section, { make }) {
    const place = section.querySelector('.compare'), images = Array.from(place?.querySelectorAll('img') ?? [])
    if (!place || images.length !== 2 || place.querySelector('.over')) return
    const [before, after] = images.map(image => make('img', { src: image.src, alt: image.alt }))
    const slider = make('input', { type: 'range', min: '0', max: '100', value: '50', 'aria-label': gettext('How much of the picture after is shown') })
    const show = () => { after.style.clipPath = `inset(0 0 0 ${100 - Number(slider.value)}%)` }
    slider.addEventListener('input', show)
    for (const image of images) image.hidden = true
    place.prepend(make('div', { class: 'over' }, before, after, slider))
    show()
}
