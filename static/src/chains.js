// A chain that goes on: its page is loaded again when its next step begins, and when it is over.

/**
 * @param {HTMLElement} part
 * @param {Tools} tools
 */
export default async function follow(part, { LostError, ask }) {
    const { chain: current, address = '' } = part.dataset
    for (;;) {
        await new Promise(done => { setTimeout(done, 1000) })
        try {
            const found = await (await ask(address, { headers: { Accept: 'application/json' } })).json()
            const last = found.steps.findLast((/** @type {{run?: string}} */ step) => step.run)?.run ?? ''
            if (found.state !== 'running' || last !== current) return location.reload()
        } catch (error) {
            if (!(error instanceof LostError)) throw error
        }
    }
}
