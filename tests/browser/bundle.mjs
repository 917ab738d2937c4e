// Bundles the examples of docs/embedding.md as their frameworks do: `node bundle.mjs FILE OUT FOLDER-OF-VUE`.
import { build } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const [file, outfile, folder] = process.argv.slice(2)
const isVue = file.endsWith('.vue')
const components = {
    name: 'vue',
    setup: ({ onLoad }) => onLoad({ filter: /\.vue$/ }, async ({ path: component }) => {
        const { compileScript, parse } = createRequire(path.join(folder, 'package.json'))('vue/compiler-sfc')
        const { descriptor } = parse(await readFile(component, 'utf8'))
        const templateOptions = { compilerOptions: { isCustomElement: tag => tag === 'quick-execute' } }
        return { contents: compileScript(descriptor, { id: 'panel', inlineTemplate: true, templateOptions }).content }
    }),
}
await build({
    stdin: {
        contents: isVue ? `import { createApp } from 'vue'\nimport App from ${JSON.stringify(file)}\ncreateApp(App).mount('#app')` : `import ${JSON.stringify(file)}`,
        resolveDir: path.dirname(file),
    },
    outfile, bundle: true, minify: true, format: 'iife', target: 'es2022', jsx: 'automatic', logLevel: 'warning', plugins: [components],
    nodePaths: [path.join(folder, 'node_modules')],
    define: { 'process.env.NODE_ENV': '"production"', '__VUE_OPTIONS_API__': 'true', '__VUE_PROD_DEVTOOLS__': 'false', '__VUE_PROD_HYDRATION_MISMATCH_DETAILS__': 'false' },
})
