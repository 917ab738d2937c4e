// Runs in a page before its own scripts, and notes when what happens.
{
    /** Calls *then* with the time at which the next frame has been drawn. */
    const drawn = then => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => then(performance.now())
        port2.postMessage(null)
    })
    const tasks = [], keys = []
    new PerformanceObserver(list => tasks.push(...list.getEntries().map(each => each.duration)))
        .observe({ type: 'longtask', buffered: true })
    const interactive = new Promise((resolve, reject) => {
        // The form is alive once its script has taken the checking over from the browser.
        new MutationObserver((_, observer) => {
            observer.disconnect()
            drawn(resolve)
        }).observe(document, { attributes: true, subtree: true, attributeFilter: ['novalidate'] })
        setTimeout(() => reject(new Error('the form did not come alive')), 20_000)
    })
    addEventListener('keydown', ({ timeStamp }) => drawn(time => keys.push(time - timeStamp)), true)
    window.watched = { tasks, keys, interactive }
}
