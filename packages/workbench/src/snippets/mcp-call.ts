import type { OperationId } from "@assay/contract";
import type { BuildOptions } from "./build-command.ts";
import { printableJson } from "./printable-json.ts";

/** A tool call over MCP, and the address of the server that answers it. */
export interface McpCall {
  readonly address: string;
  /** The JSON-RPC message. */
  readonly message: string;
}

/** The tool call with which an agent builds a candidate. */
export function mcpCall({ publicUrl, targetProduct, domainId, candidate }: BuildOptions): McpCall {
  const name: OperationId = "buildProposal";
  const params = { name, arguments: { targetProduct, domainId, candidate } };
  return {
    address: `${publicUrl}/mcp`,
    message: printableJson({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, 2),
  };
}
