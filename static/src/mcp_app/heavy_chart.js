// Charts, for a document of MCP Apps whose tool declares some.
import chart from '../outputs/chart.js'

Object.assign(globalThis, { webformHeavy: { chart } })
