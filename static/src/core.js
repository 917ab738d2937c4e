// The script of every page.
import { startForms } from './form.js'
import { startPage } from './page.js'

const start = () => {
    startForms()
    startPage()
}

// The page works before its scripts do: it is drawn first, in a task of its own. What is not seen is not drawn.
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))
