// JSON texts, taken apart and laid out without being read: what is in them stays as it was written.

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Lays out JSON text, a value a line, every number as it is written.
 *
 * @param {string} text
 */
export function pretty(text) {
    let out = '', depth = 0, before = ''
    for (const token of text.match(TOKEN) ?? []) {
        const opened = '{['.includes(before || ' '), closes = '}]'.includes(token)
        if (closes) depth -= 1
        if (closes ? !opened : opened || before === ',') out += '\n' + '  '.repeat(depth)
        out += token[0] === '"' ? JSON.stringify(JSON.parse(token)) : token === ':' ? ': ' : token
        if ('{['.includes(token)) depth += 1
        before = token
    }
    return out
}

/**
 * Returns the text of the member *name* of the object that *text* is, or null.
 *
 * @param {string} text
 * @param {string} name
 */
export function member(text, name) {
    let depth = 0, start = -1, before = ''
    for (const match of text.matchAll(TOKEN)) {
        const [token] = match
        if (start >= 0 && depth === 1 && ',}'.includes(token)) return text.slice(start, match.index).trim()
        if (depth === 1 && token === ':' && JSON.parse(before) === name) start = match.index + 1
        if ('{['.includes(token)) depth += 1
        if ('}]'.includes(token)) depth -= 1
        before = token
    }
    return null
}
