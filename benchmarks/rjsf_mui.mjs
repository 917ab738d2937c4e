// Bundles the page that react-jsonschema-form makes of a schema with MUI, and MUI's table of what /run answers:
// `node benchmarks/rjsf_mui.mjs SCHEMA FOLDER OUT`; FOLDER has the packages.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const [schema, folder, outfile] = process.argv.slice(2)
const { build } = createRequire(join(resolve(folder), 'package.json'))('esbuild')
await build({
    stdin: {
        contents: `
            import Form from '@rjsf/mui'
            import validator from '@rjsf/validator-ajv8'
            import { Container, CssBaseline, Paper, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
            import { createElement as h, useState } from 'react'
            import { createRoot } from 'react-dom/client'
            const { schema, uiSchema } = ${await readFile(schema, 'utf8')}
            function Result({ total, ready, lines: { columns, rows } }) {
                const cells = (label, texts) => h(TableRow, { key: label }, texts.map((text, at) => h(TableCell, { key: at }, text)))
                return h(Paper, { id: 'result', sx: { p: 2, my: 2 } },
                    h(Typography, { variant: 'h4', component: 'p' }, total, ' EUR'),
                    h(Typography, null, 'Ready on ', ready),
                    h(Table, null,
                        h(TableHead, null, cells('head', columns.map(each => each.label))),
                        h(TableBody, null, rows.map(row => cells(row.item, Object.values(row))))))
            }
            function App() {
                const [result, setResult] = useState()
                const onSubmit = async ({ formData }) => {
                    const answer = await fetch('/run', { method: 'POST', body: JSON.stringify(formData), headers: { 'Content-Type': 'application/json' } })
                    setResult(await answer.json())
                }
                return h(Container, { component: 'main' }, h(CssBaseline),
                    h(Form, { schema, uiSchema, validator, onSubmit }), result && h(Result, result))
            }
            createRoot(document.querySelector('#app')).render(h(App))
        `,
        resolveDir: resolve(folder),
    },
    outfile, bundle: true, minify: true, format: 'iife', target: 'es2022', logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
})
