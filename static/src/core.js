// The script of every page.
import { startForms } from './form.js'
import { startPage } from './page.js'

startForms()
startPage()
