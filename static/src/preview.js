// An author's preview: loaded again once the declaration changes.
import { pause } from './dom.js'

/** @param {HTMLElement} part which names the address that tells of the declaration's state */
export default async function follow(part) {
    const address = part.dataset.preview
    if (!address) return
    for (let first = ''; ; await pause(700)) {
        if (document.hidden) continue
        const state = await fetch(address, { cache: 'no-store' }).then(answer => answer.ok ? answer.text() : '', () => '')
        if (first && state && state !== first) return location.reload()
        first ||= state
    }
}
