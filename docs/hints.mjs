// Prints the forms of a file of samples as JSON: `node docs/hints.mjs FILE`.
//
// FILE is TypeScript or JavaScript: it exports `samples` by name, as the playground of react-jsonschema-form does, or
// `getExamples()`, as the examples of JSON Forms do.
import { build } from 'esbuild'
import { createRequire } from 'node:module'

/** A package that is not installed is empty: only components use what is in it, and no component is drawn. */
const absent = {
    name: 'absent',
    setup({ onResolve, onLoad, resolve }) {
        onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...found }) => {
            if (pluginData === absent) return
            const { errors } = await resolve(path, { ...found, pluginData: absent })
            if (errors.length) return { path, namespace: 'absent' }
        })
        onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: 'module.exports = {}' }))
    },
}
const { outputFiles: [{ text }] } = await build({
    entryPoints: [process.argv[2]], bundle: true, write: false, format: 'cjs', platform: 'node', logLevel: 'error',
    nodePaths: [new URL('../node_modules', import.meta.url).pathname], plugins: [absent],
})
const module = { exports: {} }
new Function('module', 'exports', 'require', text)(module, module.exports, createRequire(import.meta.url))

const { samples, getExamples } = module.exports
const forms = samples ? Object.entries(samples) : getExamples().map(example => [example.name, example])
/** A uiSchema may depend on the theme of the page. */
const plain = value => typeof value === 'function' ? value('default') : value
console.log(JSON.stringify(
    forms.map(([name, { schema, uiSchema, uischema }]) => ({ name, schema, uiSchema: plain(uiSchema), uischema })),
    (_, value) => typeof value === 'function' ? 'a component' : value,
))
