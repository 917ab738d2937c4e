// The script of every page.
import Alpine from '@alpinejs/csp'
import { conditional } from './conditions.js'
import { webform } from './form.js'
import { startPage } from './page.js'

Alpine.data('webform', webform)
Alpine.data('conditional', conditional)
Alpine.start()
startPage()
