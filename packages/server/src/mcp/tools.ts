import { type Json, mcpTools, type OperationId } from "@assay/contract";
import { type CallToolResult, fromJsonSchema, type McpServer } from "@modelcontextprotocol/server";
import { acceptAnyInput } from "./accept-any-input.ts";

/** Runs an operation with the arguments of the call that is being answered. */
export type RunTool = (id: OperationId) => Promise<CallToolResult>;

// Converted once: a server object is made for every request.
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
    server.registerTool(name, config, () => run(name));
  }
}

/** The operation that a tool name stands for. */
export function operationOf(name: Json | undefined): OperationId | undefined {
  return mcpTools.find((tool) => tool.name === name)?.name;
}
