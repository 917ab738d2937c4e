// The host of MCP Apps that shows this document: requests and notifications of JSON-RPC over messages between windows.

const VERSION = '2026-01-26'
/** Milliseconds that a host has to answer the first request. */
const PATIENCE = 15_000
/** How a request of the host's is answered that nobody here knows. */
const UNKNOWN = { code: -32601, message: 'Method not found' }

/** The host does not do what it was asked for. */
export class HostError extends Error {}

/** @typedef {Record<string, any>} Params */

export class Host {
    #next = 1
    /** @type {Map<number, {done: (result: Params) => void, fail: (error: Error) => void}>} */
    #waiting = new Map()
    /** @type {Map<string, (params: Params) => unknown>} */
    #acts = new Map()
    /** @type {Params} */
    context = {}
    /** @type {Params} */
    capabilities = {}

    constructor() {
        // Only the window around this one is the host, whoever else may send messages here.
        addEventListener('message', event => { if (event.source === parent && parent !== window) this.#receive(event.data) })
    }

    /** Agrees with the host on what each can do, and learns where this document is shown. */
    async connect() {
        const result = await this.request('ui/initialize', {
            appInfo: { name: 'webform', version: '1' }, appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] }, protocolVersion: VERSION,
        }, AbortSignal.timeout(PATIENCE))
        this.capabilities = object(result.hostCapabilities)
        this.context = object(result.hostContext)
    }

    /** Tells the host that messages are understood from now on. */
    ready() {
        this.notify('ui/notifications/initialized', {})
    }

    /**
     * Does *act* where the host sends a notification, or a request, of that name.
     *
     * @param {string} method
     * @param {(params: Params) => unknown} act
     */
    on(method, act) {
        this.#acts.set(method, act)
    }

    /**
     * Returns what the host answers; throws HostError where it refuses, or the abort's reason.
     *
     * @param {string} method
     * @param {Params} params
     * @param {AbortSignal} [signal]
     * @returns {Promise<Params>}
     */
    request(method, params, signal) {
        const id = this.#next++
        return new Promise((done, fail) => {
            if (signal?.aborted) return fail(signal.reason)
            this.#waiting.set(id, { done, fail })
            signal?.addEventListener('abort', () => {
                if (!this.#waiting.delete(id)) return
                this.notify('notifications/cancelled', { requestId: id, reason: 'cancelled' })
                fail(signal.reason)
            }, { once: true })
            this.#send({ id, method, params })
        })
    }

    /**
     * @param {string} method
     * @param {Params} params
     */
    notify(method, params) {
        this.#send({ method, params })
    }

    /** @param {Params} message */
    #send(message) {
        // Its origin is not known before it answers; what is sent is what the host gave, or what a person filled in for it.
        parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
    }

    /** @param {any} message */
    #receive(message) {
        if (message?.jsonrpc !== '2.0') return
        const { id, method, params, result, error } = message
        if (typeof method === 'string') void this.#act(id, method, object(params))
        else if (typeof id === 'number') {
            const waiting = this.#waiting.get(id)
            this.#waiting.delete(id)
            if (error === undefined) waiting?.done(object(result))
            else waiting?.fail(new HostError(String(error?.message ?? '')))
        }
    }

    /**
     * @param {any} id of a request; a notification has none
     * @param {string} method
     * @param {Params} params
     */
    async #act(id, method, params) {
        const act = this.#acts.get(method), asks = typeof id === 'number' || typeof id === 'string'
        if (!act && asks) return this.#send({ id, error: UNKNOWN })
        try {
            const result = object(await act?.(params))
            if (asks) this.#send({ id, result })
        } catch (error) {
            if (asks) this.#send({ id, error: { code: -32603, message: 'Internal error' } })
            throw error
        }
    }
}

/**
 * Returns *value* where it is an object, else an empty one.
 *
 * @param {any} value
 * @returns {Params}
 */
export const object = value => typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
