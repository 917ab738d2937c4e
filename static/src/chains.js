// A chain that goes on: its page is loaded again when its next step begins, and when it is over.

/**
 * @param {HTMLElement} part
 * @param {Tools} tools
 */
export default async function follow(part, { LostError, ask, isGone }) {
    const { chain: current, address = '' } = part.dataset
    for (;;) {
        await new Promise(done => { setTimeout(done, 1000) })
        try {
            const answer = await ask(address, { headers: { Accept: 'application/json' } })
            if (isGone(answer)) return
            const { state, steps } = await answer.json().catch(() => ({}))
            // What stands before the server may answer in its place.
            if (!steps) continue
            const last = steps.findLast((/** @type {{run?: string}} */ step) => step.run)?.run ?? ''
            if (state !== 'running' || last !== current) return location.reload()
        } catch (error) {
            if (!(error instanceof LostError)) throw error
        }
    }
}
