import { type Json, mcpTools, type OperationId } from "@assay/contract";
import { type CallToolResult, fromJsonSchema, type McpServer } from "@modelcontextprotocol/server";

/** Accepts any input: schemas only advertise, so that a bad candidate gets a verdict and not a protocol error. */
export const acceptAnyInput: NonNullable<Parameters<typeof fromJsonSchema>[1]> = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

/** What the library answers for a tool that may run; `run-tool.ts` runs it, and its result replaces this one. */
export const placeholder = { structuredContent: {}, content: [] } satisfies CallToolResult;

// Converted once, because a server object is created for every request.
const tools = mcpTools.map((tool) => ({
  ...tool,
  inputSchema: fromJsonSchema(tool.inputSchema, acceptAnyInput),
  outputSchema: fromJsonSchema(tool.outputSchema, acceptAnyInput),
}));

/** Adds a tool for every operation. */
export function addTools(server: McpServer, serviceName: string): void {
  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    const _meta = { "assay/capability": `${serviceName}.${name}` };
    const config = { title, description, inputSchema, outputSchema, annotations, _meta };
    server.registerTool(name, config, () => placeholder);
  }
}

/** Returns the operation of a tool; `unknown` if the tool does not exist. */
export function operationOf(name: Json | undefined): OperationId | "unknown" {
  return mcpTools.find((tool) => tool.name === name)?.name ?? "unknown";
}
