import { type Json, type JsonObject, limits } from "@assay/contract";
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { asProblem, Problem } from "../problem.ts";
import type { McpAnswer, McpRequest } from "../shared/ports.ts";
import { headerFields } from "../shared/raw-headers.ts";
import { explainUnreadable } from "./explain-unreadable.ts";
import { envelopeOf, type Message, type RpcId, readMessage } from "./message.ts";
import { addResources, cacheHints, type ResourceDeps } from "./resources.ts";
import { rpcError } from "./rpc-error.ts";
import { ToolCall, type ToolCallDeps } from "./tool-call.ts";
import { addTools, operationOf, type RunTool } from "./tools.ts";
import { addWorkflow, instructions } from "./workflow.ts";

export interface McpOptions extends ToolCallDeps, ResourceDeps {
  readonly version: string;
  /** The prefix of capability names. */
  readonly serviceName: string;
}

/** MCP in both of its eras: without sessions, without streams, one message for each request. */
export interface Mcp {
  answer(request: McpRequest): Promise<McpAnswer>;
  /** The answer to a request whose body was not read. */
  refuse(problem: Problem, requestId: string, id?: RpcId): McpAnswer;
  /** Answers a first message of each era, so that no caller waits while the library is compiled. */
  warmUp(): Promise<void>;
}

// A candidate may nest as deep here as in the body of a plain call: two objects more are around it.
const messageDepth = limits.bodyDepth + 2;

export function createMcp(options: McpOptions): Mcp {
  const runs = new WeakMap<Request, RunTool>();
  const modern = createMcpHandler(({ requestInfo }) => createServer(requestInfo && runs.get(requestInfo)), {
    legacy: "reject",
    keepAliveMs: 0,
  });

  function createServer(run: RunTool = outsideOfACall): McpServer {
    const server = new McpServer(
      { name: "assay", title: "Assay", version: options.version, websiteUrl: `${options.publicUrl}/docs` },
      { instructions, cacheHints, capabilities: { tools: still, resources: still, prompts: still } },
    );
    addTools(server, { serviceName: options.serviceName, run });
    addResources(server, options);
    addWorkflow(server);
    return server;
  }

  async function serve(whole: Json, rawHeaders: readonly string[], run?: RunTool): Promise<McpAnswer> {
    const message = envelopeOf(whole);
    const request = new Request(`${options.publicUrl}/mcp`, { method: "POST", headers: protocolHeaders(rawHeaders) });
    if (run) runs.set(request, run);
    const legacy = await isLegacyRequest(request, message);
    const response = legacy
      ? await serveLegacy(request, message, run)
      : await modern.fetch(request, { parsedBody: message });
    if (response.status >= 500) throw new Error(`the MCP library answered with ${response.status}`);
    return await toAnswer(response);
  }

  // The revisions up to 2025-11-25, without their sessions.
  async function serveLegacy(request: Request, message: Json, run?: RunTool): Promise<Response> {
    const server = createServer(run);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  async function callTool(message: Json, { id, params }: Message, request: McpRequest): Promise<McpAnswer> {
    const { name, arguments: args = {} } = params;
    const call = new ToolCall(operationOf(name), request, options);
    try {
      await call.admit();
      const answer = await serve(message, request.rawHeaders, (operation) => call.run(operation, args));
      if (call.failure) throw call.failure;
      call.ended(answer.status);
      return withHeaders(answer, call.headers);
    } catch (reason) {
      const problem = asProblem(reason);
      call.ended(problem.status, problem);
      return withHeaders(refuse(problem, request.requestId, id), call.headers);
    }
  }

  function refuse(problem: Problem, requestId: string, id: RpcId = null): McpAnswer {
    const { retryAfterSeconds } = problem.extras;
    return {
      status: problem.status,
      headers: {
        ...problem.headers,
        ...json,
        ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
      },
      body: rpcError(problem, id, { publicUrl: options.publicUrl, requestId }),
    };
  }

  // Whoever sends garbage pays for it like for a call. Its answer quotes it, and so it is no place for a key either.
  async function answerGarbage(unreadable: Problem, request: McpRequest): Promise<McpAnswer> {
    const call = new ToolCall(undefined, request, options);
    const refused = await call.admit().then(() => undefined, asProblem);
    const problem = refused === undefined || refused.code === "missing-credentials" ? unreadable : refused;
    call.ended(problem.status, problem);
    return withHeaders(refuse(problem, request.requestId), call.headers);
  }

  return {
    refuse,
    async warmUp() {
      for (const { message, headers } of firstMessages) await serve(message, headers, async () => warmUpResult);
    },
    async answer(request) {
      const { address, rawHeaders, requestId } = request;
      let id: RpcId = null;
      try {
        options.calls.boundMessages(address);
        const read = readWhole(request);
        if (read instanceof Problem) return await answerGarbage(read, request);
        const message = readMessage(read);
        id = message.id;
        // Agents do not come this way, whatever they ask for: `callTool` counts that, and refuses it.
        if (message.method === "tools/call" || options.calls.isForAgent(rawHeaders)) {
          return await callTool(read, message, request);
        }
        options.calls.bound(address);
        // Run by the library, a batch would be many calls that are counted as one.
        if (Array.isArray(read)) throw new Problem("bad-request", "This is a batch. Send one message per request.");
        return await serve(read, rawHeaders);
      } catch (reason) {
        const problem = asProblem(reason);
        if (problem.code === "internal") tellFault(problem, requestId);
        return refuse(problem, requestId, id);
      }
    },
  };

  function tellFault({ status, code, cause }: Problem, requestId: string): void {
    options.calls.ended({ requestId, via: "mcp", operation: "unknown", status, code, milliseconds: 0, cause });
  }

  function readWhole({ body }: McpRequest): Json | Problem {
    try {
      return options.read(body, messageDepth);
    } catch (reason) {
      return asProblem(reason);
    }
  }
}

// Whoever is told that lists can change would hold a stream open to hear of it.
const still = { listChanged: false } as const;
const json = { "content-type": "application/json; charset=utf-8" } as const;

const clientInfo = { name: "assay", version: "1.0.0" };
/** One of each era, of the methods that take the library longest. */
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

const outsideOfACall: RunTool = () => {
  throw new Error("a tool ran outside of a call");
};

// What the protocol reads, and nothing else: a key never gets there.
function protocolHeaders(rawHeaders: readonly string[]): Headers {
  const headers = new Headers({ "content-type": "application/json", accept: "application/json, text/event-stream" });
  for (const { name, value } of headerFields(rawHeaders)) if (name.startsWith("mcp-")) headers.append(name, value);
  return headers;
}

function withHeaders(answer: McpAnswer, headers: McpAnswer["headers"]): McpAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

async function toAnswer(response: Response): Promise<McpAnswer> {
  const type = response.headers.get("content-type");
  const body = response.body === null ? "" : await response.text();
  if (type === "application/json") return { status: response.status, headers: json, body: explainUnreadable(body) };
  return { status: response.status, headers: type === null ? {} : { "content-type": type }, body };
}
