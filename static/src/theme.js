// The theme that was chosen, before anything is drawn in another: the one script that a page waits for.
try {
    const chosen = JSON.parse(localStorage.getItem('webform:theme') ?? 'null')
    if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen
} catch { /* Nothing that is kept is known here, or nothing may be. */ }
