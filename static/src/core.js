// The script of every page.
import { startForms } from './form.js'
import { startPage } from './page.js'

const start = () => {
    startForms()
    // What stands beside the forms can wait for their first frame.
    setTimeout(startPage)
}
// It may be here before the form is.
if (document.readyState === 'loading') document.addEventListener('readystatechange', start, { once: true })
else start()
