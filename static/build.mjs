// Bundles static/src and static/css into static/dist: names by content, a gzipped copy beside each file, manifest.json.
import { build, transform } from 'esbuild'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { embedTexts } from './embed_texts.mjs'
import { messages } from './messages.mjs'
import { PACKAGES, ground, groundPlugin } from './ground.mjs'

const root = import.meta.dirname
const dist = path.join(root, 'dist')
const under = (folder, pattern) => globSync(pattern, { cwd: path.join(root, folder) }).sort()
    .map(file => path.join(root, folder, file))

/** What esbuild makes of *entryPoints*: its files, in memory, and its metafile. */
const bundle = (base, entryPoints, options) => build({
    absWorkingDir: root, entryPoints, outbase: path.join(root, base), outdir: dist,
    entryNames: '[dir]/[name]-[hash]', chunkNames: 'chunk-[hash]',
    bundle: true, minify: true, metafile: true, write: false, charset: 'utf8', legalComments: 'none', logLevel: 'warning',
    ...options,
})

const posix = file => file.split(path.sep).join('/')
const modules = { format: 'esm', splitting: true, target: 'es2022' }
/** What some inputs share and nothing else needs is a part of each: in a file between them it would be one more request. */
const shared = {
    name: 'shared',
    setup: ({ onResolve }) => onResolve({ filter: /^\.\.\/(decimals|layout)\.js$|\/(chips|sentence)\.js$/ }, ({ path: file, resolveDir, importer }) => (
        { path: path.join(resolveDir, file), suffix: `?${path.basename(importer)}` })),
}

/** The modules that core.js consists of. */
async function partsOf(core) {
    const { metafile } = await bundle('src', [core], { ...modules, plugins: [unused, styles, messages, groundPlugin({})] })
    const parts = new Set(), left = [posix(path.relative(root, core))]
    while (left.length) {
        const file = left.pop()
        if (parts.has(file)) continue
        parts.add(file)
        left.push(...metafile.inputs[file].imports.filter(({ kind }) => kind === 'import-statement').map(part => part.path))
    }
    return new Set([...parts].map(file => path.join(root, file)))
}

/** The texts of words.js, as core.js hands them to all that is loaded later. */
const LATER = ['locale', 'gettext', 'ngettext', 'number', 'moment']
    .map(name => `export const ${name} = (...params) => globalThis.webformWords.${name}(...params)`).join('\n')
const words = core => ({
    name: 'words',
    setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /\/words\.js$/ }, ({ importer }) => (core.has(importer)
            ? null : { path: 'words', namespace: 'words', suffix: `?${importer}` }))
        onLoad({ filter: /^/, namespace: 'words' }, () => ({ contents: LATER }))
    },
})

/**
 * Modules that packages import and we have no use for: what is imported, by which package, and what stands in its place.
 * Markdown is read without the HTML in it; of a package that nothing is used of, the file would still be asked for.
 * Languages offer completions, which no editor of an input shows. Alpine hands the whole of itself to directives of
 * others, of which there are none.
 */
const UNUSED = [
    [/^@codemirror\/lang-html$/, /[\\/]lang-markdown[\\/]/, 'export const html = () => null, htmlCompletionSource = null'],
    [/^@codemirror\/autocomplete$/, /[\\/]lang-\w+[\\/]/, `
        const none = () => null
        export { none as completeFromList, none as ifIn, none as ifNotIn, none as snippetCompletion }
        export class CompletionContext {}`],
    [/^\.\/alpine$/, /[\\/]alpinejs[\\/]src[\\/]/, 'export default null'],
]
const unused = {
    name: 'unused',
    setup: ({ onResolve, onLoad }) => {
        for (const [filter, by, contents] of UNUSED) onResolve({ filter }, ({ path: file, importer }) => (
            by.test(importer) ? { path: file, namespace: 'unused', pluginData: contents } : null))
        onLoad({ filter: /^/, namespace: 'unused' }, ({ pluginData: contents }) => ({ contents }))
    },
}

/** What the editor of the playground is made of. */
const EDITOR = /[\\/](?:node_modules|inputs[\\/]editor)[\\/].*\.(?:js|css)$/
/**
 * The editor of the playground completes and shows hints, by parts of CodeMirror that those of inputs would load, too, if
 * they shared it: it has a copy of its own.
 */
const playground = {
    name: 'playground',
    setup: ({ onResolve, onLoad, resolve }) => {
        onResolve({ filter: /^/ }, async ({ path: name, importer, pluginData, ...place }) => {
            if (pluginData === 'resolving' || !(pluginData === 'copy' || /[\\/]playground_\w+\.js$/.test(importer))) return null
            const { errors, warnings, path: file, namespace, suffix } = await resolve(name, { ...place, importer, pluginData: 'resolving' })
            return EDITOR.test(file) ? { path: file, suffix: '?playground', pluginData: 'copy' }
                : { errors, warnings, path: file, namespace, suffix: suffix && pluginData ? `${suffix}&${pluginData}` : suffix }
        })
        onLoad({ filter: EDITOR }, async ({ path: file, pluginData }) => (
            pluginData === 'copy' && file.endsWith('.js') ? { contents: await readFile(file, 'utf8'), pluginData } : null))
    },
}

/** The styles of a module are a text in it, put into the page (or its shadow root) by the module: see `adopt` in dom.js. */
const styles = {
    name: 'styles',
    setup: ({ onLoad }) => onLoad({ filter: /\.css$/ }, async ({ path: file }) => (
        { contents: (await transform(await readFile(file, 'utf8'), { loader: 'css', minify: true })).code, loader: 'text' })),
}

/** The modules without those that one at the top of src imports: a part of core.js is no request of its own. */
async function withoutParts(candidates) {
    const { metafile } = await bundle('src', candidates, { ...modules, plugins: [styles, messages, groundPlugin({})] })
    const imported = new Set(candidates.flatMap(file => metafile.inputs[posix(path.relative(root, file))].imports)
        .filter(({ kind }) => kind === 'import-statement').map(each => path.join(root, each.path)))
    return candidates.filter(file => !imported.has(file))
}

/**
 * What imports esbuild's own helpers where none of them is used: one library that needs them would cost every page a request.
 */
function helpersIn({ outputs }) {
    const files = Object.keys(outputs).filter(file => !outputs[file].entryPoint && !Object.keys(outputs[file].inputs).length)
    const names = files.filter(file => file.endsWith('.js')).map(file => path.posix.basename(file).replaceAll('.', '\\.'))
    return names.length ? new RegExp(`import"[./]*(?:${names.join('|')})";`, 'g') : null
}

/** The manifest's rows of one bundle, its files written. */
async function written(base, { outputFiles, metafile }) {
    const rows = [], helpers = helpersIn(metafile)
    for (const { path: file, contents: built, text } of outputFiles) {
        const name = posix(path.relative(dist, file))
        const contents = helpers && file.endsWith('.js') ? Buffer.from(text.replace(helpers, '')) : built
        // Helpers of which none is left: nothing imports their file any more.
        if (!contents.length) continue
        const { entryPoint } = metafile.outputs[posix(path.relative(root, file))]
        rows.push(await row(entryPoint ? path.posix.relative(base, entryPoint) : name, name, contents))
    }
    return rows
}

/** Writes a file and its gzipped copy; returns its row of the manifest. */
async function row(key, name, contents) {
    const file = path.join(dist, name), zipped = gzipSync(contents, { level: 9 })
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, contents)
    await writeFile(file + '.gz', zipped)
    return [key, { file: name, bytes: contents.length, gzip: zipped.length }]
}

/** Modules whose packages are large: a document of MCP Apps has them only where the tool needs them, as globals. */
const HEAVY = /\/(?:outputs\/(?:chart|map)|inputs\/(?:_map|code|json|markdown))\.js$/
/** Parts of pages that no document of MCP Apps has. */
const OF_PAGES = /\/(?:batch|catalogue|chains|chat|chats|history|panel|playground|preview|runs|session|share|body)\.js$/
/** What a document of MCP Apps is made of: it asks its host where a page asks its server. */
const inHost = {
    name: 'in-host',
    setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^\.\/requests\.js$/ }, ({ importer }) => (
            importer.endsWith(`${path.sep}transport.js`) ? { path: path.join(src, 'mcp_app/requests.js') } : null))
        for (const filter of [HEAVY, OF_PAGES]) onResolve({ filter }, ({ path: file }) => ({ path: path.posix.basename(file, '.js'), namespace: 'heavy' }))
        onLoad({ filter: /^/, namespace: 'heavy' }, ({ path: name }) => ({ contents: `
            if (!globalThis.webformHeavy?.${name}) throw new Error('not in this document')
            export default (...parts) => globalThis.webformHeavy.${name}().then(module => module.default(...parts))` }))
    },
}

const src = path.join(root, 'src')
const embed = path.join(src, 'embed.js'), app = path.join(src, 'mcp_app.js'), alone = [embed, app]
const parts = [...await ground()].map(([name, text]) => ({ name, text, hash: createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase() }))
const hashes = Object.fromEntries(parts.map(({ name, hash }) => [name, hash]))
const entries = await withoutParts(under('src', '{*,inputs/*,outputs/*}.js'))
const bundles = [
    ['src', entries.filter(file => !alone.includes(file)), { ...modules, plugins: [unused, playground, shared, words(await partsOf(path.join(src, 'core.js'))), styles, messages, groundPlugin(hashes)] }],
    ['css', under('css', '{app,chat,gallery,panel,preview,refused,results,runs,tools}.css'), {}],
    // Other sites load it by one plain address, beside scripts of their own: in one piece, without globals.
    ['src', [embed], { format: 'iife', target: 'es2022', define: { EMBED_TEXTS: JSON.stringify(await embedTexts(embed)) } }],
    // A document has all of its scripts in it.
    ['src', [app], { format: 'esm', target: 'es2022', plugins: [inHost, unused, styles, messages, groundPlugin({})] }],
    ['src', under('src', 'mcp_app/heavy_*.js'), { format: 'esm', target: 'es2022', plugins: [words(new Set()), unused, styles, messages] }],
]
const built = await Promise.all(bundles.map(([base, entries, options]) => bundle(base, entries, options)))
await rm(dist, { recursive: true, force: true })
await mkdir(dist)
const rows = (await Promise.all(built.map((result, index) => written(bundles[index][0], result)))).flat()
const tokens = await readFile(path.join(root, 'css/tokens.css')), sum = createHash('sha256').update(tokens).digest('hex').slice(0, 8).toUpperCase()
// Not for pages, whose styles have it: the server reads in it which tokens there are.
rows.push(await row('tokens.css', `tokens-${sum}.css`, tokens))
for (const { name, text, hash } of parts) rows.push(await row(`ground/${name}`, `ground/${name.replaceAll('/', '-')}-${hash}.json`, Buffer.from(text)))
const types = await readFile(path.join(src, 'quick_execute.d.ts'))
rows.push(await row('embed.d.ts', `embed-${createHash('sha256').update(types).digest('hex').slice(0, 8).toUpperCase()}.d.ts`, types))
const manifest = Object.fromEntries(rows.sort(([a], [b]) => a < b ? -1 : 1))
/** The packages whose code is in what was built: docs/licences.md names each. */
const inputs = built.flatMap(({ metafile }) => Object.values(metafile.outputs)).flatMap(each => Object.entries(each.inputs))
const packages = inputs.filter(([, { bytesInOutput }]) => bytesInOutput).flatMap(([file]) => file.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? [])
await writeFile(path.join(dist, 'packages.json'), JSON.stringify([...new Set([...packages, ...PACKAGES])].sort(), null, 2) + '\n')
await writeFile(path.join(dist, 'manifest.json'), JSON.stringify(manifest, null, 2) + '\n')
