import { type Json, mcpTools, type OperationId } from "@assay/contract";
import { type CallToolResult, fromJsonSchema, type McpServer } from "@modelcontextprotocol/server";
import { acceptAnyInput } from "./accept-any-input.ts";

/** Runs the operation that the message calls, with its arguments. */
export type RunTool = () => Promise<CallToolResult>;

// Converted once, because a server object is created for every request.
const tools = mcpTools.map((tool) => ({
  ...tool,
  inputSchema: fromJsonSchema(tool.inputSchema, acceptAnyInput),
  outputSchema: fromJsonSchema(tool.outputSchema, acceptAnyInput),
}));

/** Adds a tool for every operation. */
export function addTools(server: McpServer, { serviceName, run }: { serviceName: string; run: RunTool }): void {
  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    const _meta = { "assay/capability": `${serviceName}.${name}` };
    const config = { title, description, inputSchema, outputSchema, annotations, _meta };
    server.registerTool(name, config, () => run());
  }
}

/** Returns the operation of a tool; `unknown` if the tool does not exist. */
export function operationOf(name: Json | undefined): OperationId | "unknown" {
  return mcpTools.find((tool) => tool.name === name)?.name ?? "unknown";
}
