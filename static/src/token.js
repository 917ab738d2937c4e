// The token of a page, without which nothing is run where a signing key is set.

/** Returns the token of the page's form, '' where it has none. */
const token = () => document.querySelector('form[data-webform] > [name="token"]')?.getAttribute('value') ?? ''

/**
 * Returns the header of what the page begins without its form.
 *
 * @returns {Record<string, string>}
 */
export function tokenHeader() {
    const found = token()
    return found ? { 'Webform-Token': found } : {}
}

/**
 * Returns the address of a page that goes on with the token of this one.
 *
 * @param {string} address
 */
export function withToken(address) {
    const found = token()
    return found ? `${address}?${new URLSearchParams({ token: found })}` : address
}
