"""Tools as an MCP server, each with its form as a document of MCP Apps, which hosts show to people."""
