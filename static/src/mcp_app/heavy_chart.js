// Charts, for a document of MCP Apps whose tool declares some: read once one is there to be drawn.
Object.assign(globalThis, { webformHeavy: { chart: () => import('../outputs/chart.js') } })
