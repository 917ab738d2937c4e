// An author's preview: loaded again once the declaration changes.

const EVERY = 700

/** @param {HTMLElement} part names the address that tells of the declaration's version, and the one that is shown */
async function follow(part) {
    const { preview = '', version } = part.dataset
    for (;;) {
        await new Promise(done => setTimeout(done, EVERY))
        if (document.hidden) continue
        const now = await fetch(preview, { cache: 'no-store' }).then(answer => answer.json(), () => ({})).catch(() => ({}))
        if (now.version && now.version !== version) return location.reload()
    }
}

const part = document.querySelector('[data-preview]')
if (part instanceof HTMLElement && part.dataset.preview) void follow(part)
