// A block of cells, as spreadsheets copy it or a file of values has it, and what its texts mean to cells of a type.
import { sentence } from '../../sentence.js'

/** @typedef {'dmy' | 'mdy' | ''} Order of the parts of a date */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const YES = ['true', 'yes', 'y', 'x', '1', 'on', '✓', '✔']
const NO = ['false', 'no', 'n', '0', 'off', '']
const YEAR_FIRST = /^(\d{4})([-/.])(\d\d?)\2(\d\d?)(?:[T ]00:00(?::00)?(?:\.0+)?Z?)?$/
const YEAR_LAST = /^(\d\d?)([-/.])(\d\d?)\2(\d{4})$/
const DAY_MONTH = /^(\d\d?)[-. ]+([a-z]{3,9})[-., ]+(\d{4})$/i
const MONTH_DAY = /^([a-z]{3,9})[. ]+(\d\d?),? +(\d{4})$/i
const TIME = /^(\d\d?):(\d\d)(?::(\d\d))? ?([ap])?\.?(?:m\.?)?$/i

/**
 * Returns the rows of a pasted text, the texts of their cells each.
 *
 * @param {string} text
 */
export function blockOf(text) {
    const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
    if (plain.includes('\t') || !plain.includes('\n')) return cut(plain, '\t')
    // Without tabs it may be CSV: every line has as many cells, of which there are several.
    for (const mark of [';', ',']) {
        const rows = cut(plain, mark)
        if (rows[0].length > 1 && rows.every(row => row.length === rows[0].length) && !(mark === ',' && plain.split('\n').every(isOne))) return rows
    }
    return cut(plain, '\t')
}

/** Tells whether a line with a comma is the text of one cell: a number such as 1,5, or words such as Oslo, Norway. @param {string} line */
const isOne = line => /^\s*[+-]?\d+,\d+\s*$|^[^,"]+, [^,"]+$/.test(line)

/**
 * @param {string} text
 * @param {string} mark between two cells
 */
function cut(text, mark) {
    /** @type {string[][]} */
    const rows = [[]]
    // A quote that is not closed where the cell ends is part of its text.
    const cell = new RegExp(`"([^"]*(?:""[^"]*)*)"(?=[${mark}\\n]|$)|[^${mark}\\n]*`, 'y')
    for (let at = 0; ; at += 1) {
        cell.lastIndex = at
        const [found, quoted] = cell.exec(text) ?? ['']
        rows[rows.length - 1].push(quoted === undefined ? found : quoted.replaceAll('""', '"'))
        at += found.length
        if (at >= text.length) return rows
        if (text[at] === '\n') rows.push([])
    }
}

/**
 * Returns the order of day and month that the dates of a column have, where one of them tells.
 *
 * @param {string[]} texts
 * @returns {Order}
 */
export function orderOf(texts) {
    const dates = texts.map(text => YEAR_LAST.exec(text.trim())).filter(match => match !== null)
    const days = dates.some(date => Number(date[1]) > 12), months = dates.some(date => Number(date[3]) > 12)
    return days === months ? '' : days ? 'dmy' : 'mdy'
}

/**
 * Returns *text* as a cell takes it, and what is wrong where it means nothing to it and nobody else would say so.
 *
 * @param {string} kind of the cell
 * @param {string} text
 * @param {object} hints
 * @param {Order} hints.order
 * @param {HTMLOptionElement[]} hints.options
 * @param {string} hints.before what the cell holds
 * @param {(text: string) => string} hints.number
 * @returns {[held: string, wrong?: string]}
 */
export function meant(kind, text, { order, options, before, number }) {
    const typed = text.trim(), word = typed.toLowerCase()
    if (kind === 'checkbox')
        return YES.includes(word) ? ['true'] : NO.includes(word) ? ['false'] : [before, sentence('not-a-boolean.cell')]
    if (kind === 'select-one') {
        const same = options.find(option => option.value === typed) ?? options.find(option => option.text.trim().toLowerCase() === word)
        return same ? [same.value] : [typed, sentence('not-an-option.secret')]
    }
    if (kind === 'number') return [number(text)]
    if (kind === 'date') return [dateOf(typed, order) || typed]
    if (kind === 'time') {
        const time = timeOf(typed)
        return time || !typed ? [time] : [typed, sentence('not-a-time')]
    }
    // A control of one line would join the lines.
    return [kind === 'textarea' ? text : text.replace(/\s*\n\s*/g, ' ')]
}

/**
 * Returns a date as 2026-01-31, or nothing where a text is none, or may be two.
 *
 * @param {string} text
 * @param {Order} order
 */
export function dateOf(text, order) {
    const [iso, spelled, american, digits] = [YEAR_FIRST, DAY_MONTH, MONTH_DAY, YEAR_LAST].map(pattern => pattern.exec(text))
    if (iso) return day(iso[1], Number(iso[3]), iso[4])
    if (spelled) return day(spelled[3], monthOf(spelled[2]), spelled[1])
    if (american) return day(american[3], monthOf(american[1]), american[2])
    if (!digits) return ''
    const [, first, mark, second, year] = digits
    if (mark === '.' || Number(first) > 12 || (order === 'dmy' && Number(second) <= 12)) return day(year, Number(second), first)
    return Number(second) > 12 || order === 'mdy' || first === second ? day(year, Number(first), second) : ''
}

/** @param {string} word */
const monthOf = word => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1

/**
 * @param {string} year
 * @param {number} month from 1
 * @param {string} date
 */
function day(year, month, date) {
    const made = new Date(Date.UTC(2000, month - 1, Number(date)))
    made.setUTCFullYear(Number(year), month - 1, Number(date))
    return made.getUTCMonth() === month - 1 && made.getUTCDate() === Number(date) ? made.toISOString().slice(0, 10) : ''
}

/** @param {string} text */
function timeOf(text) {
    const [, hours, minutes, seconds = '00', half = ''] = TIME.exec(text) ?? []
    if (!hours || (half && (Number(hours) < 1 || Number(hours) > 12))) return ''
    const hour = half ? Number(hours) % 12 + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
    if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return ''
    return `${String(hour).padStart(2, '0')}:${minutes}${seconds === '00' ? '' : ':' + seconds}`
}
