// A panel in another site's page: tells the page around it how high it is.

/** @param {HTMLElement} body */
export default function tellHeight(body) {
    if (parent === window) return
    // Its height is no secret; who may embed it, the policy says.
    new ResizeObserver(() => {
        parent.postMessage({ type: 'webform:height', height: Math.ceil(body.getBoundingClientRect().height) }, '*')
    }).observe(body)
}
