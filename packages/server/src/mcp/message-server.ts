import type { Json, JsonObject } from "@assay/contract";
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { McpAnswer } from "../shared/ports.ts";
import { headerFields, type RawHeaders } from "../shared/raw-headers.ts";
import { explainLibraryError } from "./explain-library-error.ts";
import { envelopeOf } from "./message.ts";
import { addResources, cacheHints, type ResourceDeps } from "./resources.ts";
import { addTools, type RunTool } from "./tools.ts";
import { addWorkflow, instructions } from "./workflow.ts";

export interface MessageServerOptions extends ResourceDeps {
  readonly publicUrl: string;
  readonly version: string;
  /** The prefix of capability names. */
  readonly serviceName: string;
}

/** The library for MCP, in both of its eras: without sessions, without streams. */
export interface MessageServer {
  /** Answers one message; `run` runs the tool that it calls, if any. */
  serve(message: Json, rawHeaders: RawHeaders, run?: RunTool): Promise<McpAnswer>;
  /** Answers a first message of each era, so that no caller waits while the library is compiled. */
  warmUp(): Promise<void>;
}

export const jsonHeaders = { "content-type": "application/json; charset=utf-8" } as const;

export function createMessageServer(options: MessageServerOptions): MessageServer {
  const runs = new WeakMap<Request, RunTool>();
  const modern = createMcpHandler(({ requestInfo }) => createServer(options, requestInfo && runs.get(requestInfo)), {
    legacy: "reject",
    keepAliveMs: 0,
  });

  async function serve(whole: Json, rawHeaders: RawHeaders, run?: RunTool): Promise<McpAnswer> {
    const message = envelopeOf(whole);
    const request = new Request(`${options.publicUrl}/mcp`, { method: "POST", headers: protocolHeaders(rawHeaders) });
    if (run) runs.set(request, run);
    const legacy = await isLegacyRequest(request, message);
    const response = legacy
      ? await serveLegacy(createServer(options, run), request, message)
      : await modern.fetch(request, { parsedBody: message });
    if (response.status >= 500) throw new Error(`the MCP library answered with ${response.status}`);
    return await toAnswer(response);
  }

  return {
    serve,
    async warmUp() {
      for (const { message, headers } of firstMessages) await serve(message, headers, async () => warmUpResult);
    },
  };
}

function createServer(options: MessageServerOptions, run: RunTool = outsideOfACall): McpServer {
  const { version, publicUrl, serviceName } = options;
  const server = new McpServer(
    { name: "assay", title: "Assay", version, websiteUrl: `${publicUrl}/docs` },
    { instructions, cacheHints, capabilities: { tools: still, resources: still, prompts: still } },
  );
  addTools(server, { serviceName, run });
  addResources(server, options);
  addWorkflow(server);
  return server;
}

// The revisions up to 2025-11-25, without their sessions.
async function serveLegacy(server: McpServer, request: Request, message: Json): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

// A client that is told that lists can change would keep a stream open to hear of it.
const still = { listChanged: false } as const;

const outsideOfACall: RunTool = () => {
  throw new Error("a tool ran outside of a call");
};

// The library gets only the headers of the protocol, so a key never reaches it.
function protocolHeaders(rawHeaders: RawHeaders): Headers {
  const headers = new Headers({ "content-type": "application/json", accept: "application/json, text/event-stream" });
  for (const { name, value } of headerFields(rawHeaders)) if (name.startsWith("mcp-")) headers.append(name, value);
  return headers;
}

async function toAnswer(response: Response): Promise<McpAnswer> {
  const type = response.headers.get("content-type");
  const body = response.body === null ? "" : await response.text();
  if (type === "application/json") {
    return { status: response.status, headers: jsonHeaders, body: explainLibraryError(body) };
  }
  return { status: response.status, headers: type === null ? {} : { "content-type": type }, body };
}

const clientInfo = { name: "assay", version: "1.0.0" };
/** One message of each era, of the methods that take the library longest. */
const firstMessages = [
  {
    message: rpc("initialize", { protocolVersion: "2025-11-25", clientInfo, capabilities: {} }),
    headers: [],
  },
  { message: rpc("tools/list", {}), headers: ["mcp-protocol-version", "2025-11-25"] },
  {
    message: rpc("tools/call", {
      name: "listDomains",
      arguments: {},
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": clientInfo,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    }),
    headers: ["mcp-protocol-version", "2026-07-28", "mcp-method", "tools/call", "mcp-name", "listDomains"],
  },
];
const warmUpResult = { structuredContent: { domains: [] }, content: [] };

function rpc(method: string, params: JsonObject): Json {
  return { jsonrpc: "2.0", id: 1, method, params };
}
