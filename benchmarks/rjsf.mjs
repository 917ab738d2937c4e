// Bundles the form that react-jsonschema-form makes of a schema: `node benchmarks/rjsf.mjs SCHEMA OUT`.
import { build } from 'esbuild'
import { readFile } from 'node:fs/promises'

const [schema, outfile] = process.argv.slice(2)
await build({
    stdin: {
        contents: `
            import Form from '@rjsf/core'
            import validator from '@rjsf/validator-ajv8'
            import { createElement } from 'react'
            import { createRoot } from 'react-dom/client'
            const schema = ${await readFile(schema, 'utf8')}
            createRoot(document.querySelector('main')).render(createElement(Form, { schema, validator }))
        `,
        resolveDir: import.meta.dirname,
    },
    outfile, bundle: true, minify: true, format: 'iife', target: 'es2022', logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"' },
})
