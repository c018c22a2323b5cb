import { createMcpTools, type Json, type McpTool, mcpTools, type OperationId, type SpecPackage } from "@assay/contract";
import { type CallToolResult, fromJsonSchema, type McpServer } from "@modelcontextprotocol/server";
import { outlineCandidate } from "./outline-candidate.ts";

/** Accepts any input: the schemas only inform models, so an invalid candidate gets a verdict, not a protocol error. */
const acceptAnyInput: NonNullable<Parameters<typeof fromJsonSchema>[1]> = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

/** The result that the library sends for an accepted tool call. The result from `run-tool.ts` replaces it. */
export const placeholder = { structuredContent: {}, content: [] } satisfies CallToolResult;

/** The tools in the form that the library requires. */
type Tools = readonly ReturnType<typeof toLibraryTool>[];

const generalTools: Tools = mcpTools.map(toLibraryTool);
// Tools are converted once for each spec package, because every request creates a new server object.
const toolsBySpec = new WeakMap<SpecPackage, Tools>();

/** Adds a tool for every operation. If there is only one domain, the tools outline the candidates of `onlySpec`. */
export function addTools(server: McpServer, serviceName: string, onlySpec: SpecPackage | undefined): void {
  for (const { name, title, description, inputSchema, outputSchema, annotations } of findTools(onlySpec)) {
    const _meta = { "assay/capability": `${serviceName}.${name}` };
    const config = { title, description, inputSchema, outputSchema, annotations, _meta };
    server.registerTool(name, config, () => placeholder);
  }
}

function findTools(spec: SpecPackage | undefined): Tools {
  if (!spec) return generalTools;
  const cached = toolsBySpec.get(spec);
  if (cached) return cached;
  const tools = createMcpTools(outlineCandidate(spec)).map(toLibraryTool);
  toolsBySpec.set(spec, tools);
  return tools;
}

function toLibraryTool(tool: McpTool) {
  return {
    ...tool,
    inputSchema: fromJsonSchema(tool.inputSchema, acceptAnyInput),
    outputSchema: fromJsonSchema(tool.outputSchema, acceptAnyInput),
  };
}

/** Returns the operation of a tool; `unknown` if the tool does not exist. */
export function findOperation(name: Json | undefined): OperationId | "unknown" {
  return mcpTools.find((tool) => tool.name === name)?.name ?? "unknown";
}
