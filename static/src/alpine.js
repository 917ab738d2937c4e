// Alpine, for the parts of a form that depend on others; most forms have none, and go without it.
import Alpine from '@alpinejs/csp'

/** @param {Record<string, () => object>} components by their names */
export default function startAlpine(components) {
    for (const [name, component] of Object.entries(components)) Alpine.data(name, component)
    Alpine.start()
}
