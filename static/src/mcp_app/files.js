// Files as texts: messages to a host hold JSON.

/**
 * Returns a file as a data URL.
 *
 * @param {Blob} file
 * @returns {Promise<string>}
 */
export function dataURL(file) {
    const reader = new FileReader()
    return new Promise((done, fail) => {
        reader.onload = () => done(String(reader.result))
        reader.onerror = () => fail(reader.error)
        reader.readAsDataURL(file)
    })
}

/**
 * Returns the bytes of a file in base64.
 *
 * @param {Blob} file
 */
export async function base64(file) {
    const url = await dataURL(file)
    return url.slice(url.indexOf(',') + 1)
}
