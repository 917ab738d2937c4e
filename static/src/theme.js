// The theme that was chosen, before anything is drawn in another: the one script that a page waits for.
try {
    const chosen = JSON.parse(localStorage.getItem('webform:theme') ?? 'null')
    if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen
} catch { /* Nothing that is kept is known here, or nothing may be. */ }

// Asked for here, the page's own script begins in a task of its own as soon as it is there. By its tag it would in the one
// in which the browser, at the end of the page, looks through the whole form; the tag makes that wait for the first frame.
const { core, texts } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset
if (texts) import(texts).then(() => core && import(core)).catch(() => {})
else if (core) import(core).catch(() => {})
