import { createMcpTools, type Json, type McpTool, mcpTools, type OperationId, type SpecPackage } from "@assay/contract";
import { type CallToolResult, fromJsonSchema, type McpServer } from "@modelcontextprotocol/server";
import { outlineCandidate } from "./outline-candidate.ts";

/** Accepts any input: schemas only advertise, so that a bad candidate gets a verdict and not a protocol error. */
const acceptAnyInput: NonNullable<Parameters<typeof fromJsonSchema>[1]> = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

/** What the library answers for a tool that may run; `run-tool.ts` runs it, and its result replaces this one. */
export const placeholder = { structuredContent: {}, content: [] } satisfies CallToolResult;

/** The tools, as the library wants them. */
type Tools = readonly ReturnType<typeof toLibraryTool>[];

const generalTools: Tools = mcpTools.map(toLibraryTool);
// Converted once for each edition of the rules, because a server object is created for every request.
const toolsByRules = new WeakMap<SpecPackage, Tools>();

/** Adds a tool for every operation; with `onlyRules`, the rules of the one domain, the tools outline its candidates. */
export function addTools(server: McpServer, serviceName: string, onlyRules: SpecPackage | undefined): void {
  for (const { name, title, description, inputSchema, outputSchema, annotations } of findTools(onlyRules)) {
    const _meta = { "assay/capability": `${serviceName}.${name}` };
    const config = { title, description, inputSchema, outputSchema, annotations, _meta };
    server.registerTool(name, config, () => placeholder);
  }
}

function findTools(rules: SpecPackage | undefined): Tools {
  if (!rules) return generalTools;
  const known = toolsByRules.get(rules);
  if (known) return known;
  const tools = createMcpTools(outlineCandidate(rules)).map(toLibraryTool);
  toolsByRules.set(rules, tools);
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
