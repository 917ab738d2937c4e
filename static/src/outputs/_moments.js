// Days and moments as the reader's place and clock have them; the exact text stays in the title.

/** @param {ParentNode} place */
export default function localise(place) {
    for (const time of place.querySelectorAll('time[data-moment]')) {
        const text = time.getAttribute('datetime') ?? '', words = inWords(text)
        if (words) time.textContent = words
        time.removeAttribute('data-moment')
    }
}

/**
 * Returns *text*, a day or a moment, in the reader's words; '' where it is none.
 *
 * @param {string} text
 */
export function inWords(text) {
    const day = /^\d{4}-\d\d-\d\d$/.test(text), zoned = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text)
    const moment = new Date(day ? `${text}T00:00` : text.replace(' ', 'T'))
    if (isNaN(moment.getTime())) return ''
    /** @type {Intl.DateTimeFormatOptions} */
    const date = { year: 'numeric', month: 'long', day: 'numeric' }
    return new Intl.DateTimeFormat(undefined, day ? date : {
        ...date, hour: 'numeric', minute: '2-digit', ...(/:\d\d:(?!00)\d\d/.test(text) && { second: '2-digit' }),
        ...(zoned && { timeZoneName: 'short' }),
    }).format(moment)
}
