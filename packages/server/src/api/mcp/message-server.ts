import type { Json, JsonObject } from "@assay/contract";
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { listHeaders, type RawHeaders } from "../../net/raw-headers.ts";
import { Problem } from "../../problem.ts";
import { explainLibraryError } from "./explain-library-error.ts";
import { toEnvelope } from "./message.ts";
import { addResources, cacheHints, type ResourceDeps } from "./resources.ts";
import { addTools } from "./tools.ts";

export interface MessageServerOptions extends ResourceDeps {
  readonly publicUrl: string;
  readonly version: string;
  /** The prefix of capability names. */
  readonly serviceName: string;
}

/** The MCP library, for legacy and modern protocol versions, without sessions or streams. It runs no tools. */
export interface MessageServer {
  /** Answers a message; `result` is the result of a tool call. */
  serve(message: Json, rawHeaders: RawHeaders, result?: CallToolResult): Promise<McpAnswer | Problem>;
  /** Answers a few messages at startup, so that no caller waits while the library is compiled. */
  warmUp(): Promise<void>;
}

/** The HTTP response to a request to the MCP endpoint. */
export interface McpAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

export const jsonHeaders = { "content-type": "application/json; charset=utf-8" } as const;

export function createMessageServer(options: MessageServerOptions): MessageServer {
  async function serve(json: Json, rawHeaders: RawHeaders, result?: CallToolResult): Promise<McpAnswer | Problem> {
    const message = toEnvelope(json);
    if (message instanceof Problem) return message;
    const request = new Request(`${options.publicUrl}/mcp`, { method: "POST", headers: toProtocolHeaders(rawHeaders) });
    const legacy = await isLegacyRequest(request, message);
    // Create the server here: if the library created it and failed, the cause would be lost.
    const server = createServer(options, result);
    const response = legacy
      ? await serveLegacy(server, request, message)
      : await createMcpHandler(() => server, modernOptions).fetch(request, { parsedBody: message });
    if (response.status >= 500) throw new Error(`the MCP library answered with ${response.status}`);
    return await toAnswer(response);
  }

  return {
    serve,
    async warmUp() {
      for (const { message, headers } of warmUpMessages) await serve(message, headers, { content: [] });
    },
  };
}

function createServer(options: MessageServerOptions, result: CallToolResult | undefined): Server {
  const { version, publicUrl } = options;
  const server = new Server(
    { name: "assay", title: "Assay", version, websiteUrl: `${publicUrl}/docs` },
    { cacheHints, capabilities: { tools: fixedList, resources: fixedList } },
  );
  addTools(server, options, result);
  addResources(server, options);
  return server;
}

const modernOptions = { legacy: "reject", keepAliveMs: 0 } as const;

// Serves protocol revisions up to 2025-11-25, without sessions.
async function serveLegacy(server: Server, request: Request, message: Json): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

// If the lists could change, clients would keep a stream open to be notified.
const fixedList = { listChanged: false } as const;

// The library gets only the MCP headers, so the caller's key never reaches it.
function toProtocolHeaders(rawHeaders: RawHeaders): Headers {
  const headers = new Headers({ "content-type": "application/json", accept: "application/json, text/event-stream" });
  for (const { name, value } of listHeaders(rawHeaders)) if (name.startsWith("mcp-")) headers.append(name, value);
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
/** Legacy and modern messages for the methods whose first run takes the library longest. */
const warmUpMessages = [
  {
    message: toRpcRequest("initialize", { protocolVersion: "2025-11-25", clientInfo, capabilities: {} }),
    headers: [],
  },
  { message: toRpcRequest("tools/list", {}), headers: ["mcp-protocol-version", "2025-11-25"] },
  {
    message: toRpcRequest("tools/call", {
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

function toRpcRequest(method: string, params: JsonObject): Json {
  return { jsonrpc: "2.0", id: 1, method, params };
}
