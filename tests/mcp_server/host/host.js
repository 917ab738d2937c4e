// A host of MCP Apps for tests: the bridge of the reference implementation, and a client of the server under test.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { AppBridge, PostMessageTransport, getToolUiResourceUri } from '@modelcontextprotocol/ext-apps/app-bridge'

const INFO = { name: 'Test host', version: '1' }
const CAPABILITIES = { openLinks: {}, downloadFile: {}, serverTools: {}, serverResources: {}, logging: {} }

const client = new Client(INFO)
/** What the document asked the host for, and the bridge to it. */
const seen = { sizes: [], links: [], downloads: [], calls: [] }
let bridge

/** Resolves once a frame tells that it takes a document. */
const ready = frame => new Promise(done => addEventListener('message', function hear({ source, data }) {
    if (source !== frame.contentWindow || data?.method !== 'ui/notifications/sandbox-proxy-ready') return
    removeEventListener('message', hear)
    done()
}))

/** Shows the form of a tool, or the document at the address *html*, in a frame of the sandbox, filled with *input*. */
async function show({ tool: name, sandbox, attributes, context, input, html, capabilities = CAPABILITIES }) {
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)))
    const { tools } = await client.listTools(), tool = tools.find(each => each.name === name)
    const { contents: [content] } = html ? { contents: [{ text: await (await fetch(html)).text() }] } : await client.readResource({ uri: getToolUiResourceUri(tool) })
    const frame = document.querySelector('iframe')
    bridge = new AppBridge(client, INFO, capabilities, { hostContext: { toolInfo: { tool }, ...context } })
    bridge.onsizechange = size => { seen.sizes.push(size); frame.style.height = `${size.height}px` }
    bridge.onopenlink = async ({ url }) => { seen.links.push(url); return {} }
    bridge.ondownloadfile = async ({ contents }) => { seen.downloads.push(contents); return {} }
    const started = new Promise(done => { bridge.oninitialized = done })
    const open = ready(frame)
    frame.src = sandbox
    await open
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
    const forward = bridge.oncalltool
    if (forward) bridge.oncalltool = (params, extra) => { seen.calls.push(params); return forward(params, extra) }
    await bridge.sendSandboxResourceReady({ html: content.text, sandbox: attributes })
    await started
    if (input) await bridge.sendToolInput({ arguments: input })
}

/** Calls the tool as an assistant does, and tells the document what came of it. */
async function call(name, input) {
    const result = await client.callTool({ name, arguments: input })
    await bridge.sendToolResult(result)
    return result
}

Object.assign(window, { host: { show, call, seen, client, get bridge() { return bridge } } })
