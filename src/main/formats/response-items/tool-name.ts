/** The name of a tool: those of MCP servers stand with their server in one name, or apart from it. */
export function toolName(name: string, namespace: string | null): string {
  if (!namespace?.startsWith('mcp__')) return name;
  return `${namespace.replace(/_+$/, '')}__${name}`;
}
