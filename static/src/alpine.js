// Alpine, for the parts of a form that depend on others: its own modules, as its CSP build puts them together, with the
// directives that our templates use. Most forms have no such part, and go without it.
import { cspEvaluator, cspRawEvaluator } from '@alpinejs/csp/src/evaluator'
import { effect, reactive, stop, toRaw } from '@vue/reactivity'
import { data } from 'alpinejs/src/datas'
import 'alpinejs/src/directives/x-cloak'
import 'alpinejs/src/directives/x-data'
import 'alpinejs/src/directives/x-ignore'
import 'alpinejs/src/directives/x-show'
import { setEvaluator, setRawEvaluator } from 'alpinejs/src/evaluator'
import { start } from 'alpinejs/src/lifecycle'
import 'alpinejs/src/magics/$el'
import { setReactivityEngine } from 'alpinejs/src/reactivity'

setEvaluator(cspEvaluator)
setRawEvaluator(cspRawEvaluator)
setReactivityEngine({
    reactive, raw: toRaw, release: stop,
    /**
     * @param {() => void} callback
     * @param {{scheduler: (effect: () => void) => void}} options
     */
    effect(callback, { scheduler }) {
        // Vue calls the scheduler without the effect, and Alpine's queue needs it.
        const runner = effect(callback, { scheduler: () => scheduler(runner) })
        return runner
    },
})

/** @param {Record<string, () => object>} components by their names */
export default function startAlpine(components) {
    for (const [name, component] of Object.entries(components)) data(name, component)
    start()
}
