import { createMcpTools, type Json, mcpTools, type OperationId } from "@assay/contract";
import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { outlineCandidate } from "./outline-candidate.ts";
import type { ResourceDeps } from "./resources.ts";

/**
 * Adds a tool for every operation. If there is only one domain, the tools outline its candidates. A call is answered with
 * `result`; if there is none, the tool does not exist.
 */
export function addTools(
  server: Server,
  { serviceName, domains }: ResourceDeps & { readonly serviceName: string },
  result: CallToolResult | undefined,
): void {
  server.setRequestHandler("tools/list", () => {
    const spec = domains.length === 1 ? domains[0]?.specPackage?.value.document : undefined;
    const tools = createMcpTools(spec && outlineCandidate(spec));
    return { tools: tools.map((tool) => ({ ...tool, _meta: { "assay/capability": `${serviceName}.${tool.name}` } })) };
  });
  server.setRequestHandler("tools/call", () => {
    if (result) return result;
    const names = mcpTools.map(({ name }) => name).join(", ");
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `This tool does not exist. Tools: ${names}.`);
  });
}

/** Returns the operation of a tool; `unknown` if the tool does not exist. */
export function findOperation(name: Json | undefined): OperationId | "unknown" {
  return mcpTools.find((tool) => tool.name === name)?.name ?? "unknown";
}
