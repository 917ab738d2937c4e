// The script of every page.
import Alpine from '@alpinejs/csp'
import { conditional, spare } from './conditions.js'
import { webform } from './form.js'
import { startPage } from './page.js'

Alpine.data('webform', webform)
Alpine.data('conditional', conditional)
spare(document)
Alpine.start()
startPage()
