// Texts in the fragment of a link: deflated, as base64url.

/**
 * Returns *text* as it stands in a fragment.
 *
 * @param {string} text
 */
export async function pack(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    let binary = ''
    for (const byte of bytes) binary += String.fromCharCode(byte)
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Returns the text that *packed* stands for, null where it stands for none or for one of more than *most* bytes: little may
 * unfold to very much.
 *
 * @param {string} packed
 * @param {number} most
 */
export async function unpack(packed, most) {
    try {
        const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))
        const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
        const decoder = new TextDecoder('utf-8', { fatal: true })
        let text = '', length = 0
        for (;;) {
            const { done, value } = await reader.read()
            if (done) return text + decoder.decode()
            length += value.length
            if (length > most) {
                void reader.cancel().catch(() => {})
                return null
            }
            text += decoder.decode(value, { stream: true })
        }
    } catch {
        return null
    }
}
