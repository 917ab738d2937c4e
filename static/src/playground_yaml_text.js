// Texts of YAML: a line in block style, scalars as they are read and written.

/** A text that needs no quotes. */
const PLAIN = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[a-z_$][\w$./-]*$/i

/** The dashes, the key and the text of its value in a line. */
export const LINE = /^(?<before> *(?:- +)*)(?:(?<name>"[^"]*"|'[^']*'|[^\s#"'[\]{},:-][^#:]*):(?: +(?<text>.*))?$)?/

/** @param {string} text */
export function scalar(text) {
    const plain = text.replace(/ +#.*$/, '')
    if (!plain || '[{|>&*!'.includes(plain[0])) return null
    try {
        return JSON.parse(plain)
    } catch {
        return unquoted(plain)
    }
}

/** @param {string} text */
export const unquoted = text => text.trim().replace(/^(["'])(.*)\1$/, '$2')

/** @param {any} value */
export const written = value => typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value)
