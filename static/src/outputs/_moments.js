// Days and times in the reader's language, each with the offset it came with; the reader's own time stands beside it.
import { gettext, locale } from '../words.js'

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/
/** @type {Intl.DateTimeFormatOptions} */
const DATE = { year: 'numeric', month: 'long', day: 'numeric' }
/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: 'numeric', minute: '2-digit' }

/** @param {ParentNode} place */
export default function localise(place) {
    for (const time of place.querySelectorAll('time[data-moment]')) {
        const text = time.getAttribute('datetime') ?? '', words = inWords(text), local = localTime(text)
        if (words) time.textContent = words
        if (local) addLocal(time, local)
        time.removeAttribute('data-moment')
    }
}

/**
 * Adds the reader's own time: to the title, and where the time stands alone, below it.
 *
 * @param {Element} time
 * @param {string} local
 */
function addLocal(time, local) {
    time.setAttribute('title', `${time.getAttribute('title')}, ${local}`)
    if (!time.parentElement?.matches('.fact')) return
    const small = document.createElement('small')
    small.textContent = local
    time.after(' ', small)
}

/**
 * Returns *text*, a day or a time as ISO 8601 has it, in the reader's language; '' where it is none.
 *
 * @param {string} text
 */
export function inWords(text) {
    const found = MOMENT.exec(text)
    if (!found) return ''
    const [, year, month, day, hour, minute, second, fraction, offset] = found
    const clock = hour !== undefined, exact = fraction !== undefined || (second !== undefined && second !== '00')
    const shown = new Date(`${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}Z`)
    if (isNaN(shown.getTime())) return ''
    // The clock as it was written is read as UTC and shown as UTC: nothing is converted.
    const parts = new Intl.DateTimeFormat(locale(), {
        ...DATE, ...(clock && CLOCK), ...(exact && { second: '2-digit' }), timeZone: 'UTC',
    }).formatToParts(shown)
    return parts.map(part => part.value + (part.type === 'second' ? fraction ?? '' : '')).join('') + offsetWords(offset)
}

/** @param {string | undefined} offset */
function offsetWords(offset) {
    if (offset === undefined) return ''
    if (/^[zZ]$/.test(offset)) return ' UTC'
    return ` UTC${offset[0]?.replace('-', '−')}${offset.slice(1, 3)}:${offset.slice(3).replace(':', '') || '00'}`
}

/**
 * Returns the time *text* on the reader's clock; '' where it has no offset, or reads the same there.
 *
 * @param {string} text
 */
function localTime(text) {
    const offset = MOMENT.exec(text)?.[8]
    if (offset === undefined) return ''
    const moment = new Date(text.replace(' ', 'T').replace(/([+-]\d\d):?(\d\d)?$/, (_, hours, minutes) => `${hours}:${minutes ?? '00'}`))
    if (isNaN(moment.getTime()) || -moment.getTimezoneOffset() === minutesOf(offset)) return ''
    return gettext('{time} your time', { time: new Intl.DateTimeFormat(locale(), { ...DATE, ...CLOCK, timeZoneName: 'short' }).format(moment) })
}

/** @param {string} offset */
function minutesOf(offset) {
    if (/^[zZ]$/.test(offset)) return 0
    const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '') || 0)
    return offset.startsWith('-') ? -minutes : minutes
}
