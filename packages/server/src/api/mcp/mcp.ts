import { type Json, limits } from "@assay/contract";
import type { AuthenticatedCall, Call, RefusedCall } from "../../call.ts";
import { Problem, toInternalProblem, toProblemDocument } from "../../problem.ts";
import type { CallEvent } from "../../telemetry/call-event.ts";
import { type Message, type RpcId, readMessage, toEnvelope } from "./message.ts";
import {
  createMessageServer,
  jsonHeaders,
  type McpAnswer,
  type MessageServer,
  type MessageServerOptions,
} from "./message-server.ts";
import { authenticateCall, type McpRequest, runTool, type ToolCallDeps, toToolResult } from "./run-tool.ts";
import { findOperation } from "./tools.ts";

export interface McpOptions extends ToolCallDeps, MessageServerOptions {
  /** Logs an internal error in a request that is not a call. */
  log(event: CallEvent): void;
}

// A message wraps the candidate in two more objects than a plain call, so a message can be two levels deeper.
const messageDepth = limits.bodyDepth + 2;

/** Answers requests to the MCP endpoint. Each request contains one message. */
export class Mcp {
  readonly #options: McpOptions;
  readonly #library: MessageServer;

  constructor(options: McpOptions) {
    this.#options = options;
    this.#library = createMessageServer(options);
  }

  /** Answers a request whose body has been read. */
  async answer(request: McpRequest): Promise<McpAnswer> {
    const json = this.#options.read(request.body, messageDepth);
    if (json instanceof Problem) return await this.#answerUnreadable(json, request);
    const message = readMessage(json);
    try {
      const answer = await this.#answerMessage(json, message, request);
      return answer instanceof Problem ? this.refuse(answer, request.requestId, message.id) : answer;
    } catch (error) {
      const problem = toInternalProblem(error);
      this.#logProblem(problem, request.requestId);
      return this.refuse(problem, request.requestId, message.id);
    }
  }

  /** Answers a request with a problem, as a JSON-RPC error. */
  refuse(problem: Problem, requestId: string, id: RpcId = null): McpAnswer {
    const { publicUrl } = this.#options;
    return {
      status: problem.status,
      headers: { ...problem.headers, ...jsonHeaders, ...toRetryAfter(problem) },
      body: writeRpcError(problem, id, { publicUrl, requestId }),
    };
  }

  /** Answers a few messages at startup, so that no caller waits while the library is compiled. */
  async warmUp(): Promise<void> {
    await this.#library.warmUp();
  }

  async #answerMessage(json: Json, message: Message, request: McpRequest): Promise<McpAnswer | Problem> {
    const { rawHeaders } = request;
    // Agents cannot use MCP at all: `#callTool` counts their requests and refuses them.
    if (message.method === "tools/call" || this.#options.calls.isForAgent(rawHeaders)) {
      return await this.#callTool(json, message, request);
    }
    // The library would run every call of a batch, but the batch would count as one call.
    if (Array.isArray(json)) {
      return new Problem("bad-request", "Batches are not supported. Send one message per request.");
    }
    return await this.#library.serve(json, rawHeaders);
  }

  async #callTool(json: Json, { id, params }: Message, request: McpRequest): Promise<McpAnswer> {
    const { calls, publicUrl } = this.#options;
    const { requestId, rawHeaders } = request;
    const { name, arguments: args = {} } = params;
    const operation = findOperation(name);
    const authenticated = await authenticateCall(operation, request, this.#options);
    const received = await calls.receive(authenticated, async () => request.body);
    if (received.kind === "refused" && !(await this.#isForModel(received.problem, authenticated, json))) {
      return await this.#refuseCall(received, received.problem, requestId, id);
    }
    // Every tool only reads, so it may run before the library has checked the message.
    const call = operation === "unknown" ? received : await runTool(received, args, this.#options);
    const result = toToolResult(call, { publicUrl, requestId });
    if (result instanceof Problem) return await this.#refuseCall(call, result, requestId, id);
    const answer = await this.#library.serve(json, rawHeaders, result).catch(toInternalProblem);
    if (answer instanceof Problem) return await this.#refuseCall(call, answer, requestId, id);
    const { problem } = call.kind === "refused" ? call : {};
    const headers = await calls.conclude(call, { status: answer.status, problem });
    return addHeaders(answer, { ...headers, ...toRetryAfter(problem) });
  }

  // A model can remove a key from the arguments, but the library would repeat a key elsewhere in the message.
  async #isForModel(problem: Problem, authenticated: AuthenticatedCall | RefusedCall, json: Json): Promise<boolean> {
    const envelope = toEnvelope(json);
    if (!problem.entry.forModel || envelope instanceof Problem) return false;
    const bytes = Buffer.from(JSON.stringify(envelope));
    return (await this.#options.calls.receive(authenticated, async () => bytes)).kind === "received";
  }

  // An unreadable message counts as a call. The answer quotes it, unless the message contains the caller's key.
  async #answerUnreadable(unreadable: Problem, request: McpRequest): Promise<McpAnswer> {
    const authenticated = await authenticateCall("unknown", request, this.#options);
    const call = await this.#options.calls.receive(authenticated, async () => request.body);
    const isUnreadable = call.kind !== "refused" || call.problem.code === "missing-credentials";
    return await this.#refuseCall(call, isUnreadable ? unreadable : call.problem, request.requestId);
  }

  async #refuseCall(call: Call, problem: Problem, requestId: string, id?: RpcId): Promise<McpAnswer> {
    const headers = await this.#options.calls.conclude(call, { status: problem.status, problem });
    return addHeaders(this.refuse(problem, requestId, id), headers);
  }

  #logProblem({ status, code, cause }: Problem, requestId: string): void {
    this.#options.log({ requestId, via: "mcp", operation: "unknown", status, code, milliseconds: 0, err: cause });
  }
}

function toRetryAfter(problem: Problem | undefined): McpAnswer["headers"] {
  const { retryAfterSeconds } = problem?.extras ?? {};
  return retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
}

function addHeaders(answer: McpAnswer, headers: McpAnswer["headers"]): McpAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Writes a problem as a JSON-RPC 2.0 error, with the problem document as its data. */
function writeRpcError(
  problem: Problem,
  id: RpcId,
  links: { readonly publicUrl: string; readonly requestId: string },
): string {
  // A string id could be the key itself, so it is not repeated.
  const safeId = problem.code === "credential-in-body" && typeof id === "string" ? null : id;
  const error = { code: toRpcCode(problem), message: toRpcMessage(problem), data: toProblemDocument(problem, links) };
  return JSON.stringify({ jsonrpc: "2.0", id: safeId, error });
}

const statusCodes: ReadonlySet<number> = new Set([401, 403, 429, 503]);

function toRpcCode({ entry: { rpcCode, status } }: Problem): number {
  if (rpcCode !== undefined) return rpcCode;
  if (status === 422) return -32602;
  return statusCodes.has(status) ? status : -32600;
}

// Many clients show the model only the message.
function toRpcMessage({ code, detail, extras }: Problem): string {
  const { retryAfterSeconds: seconds } = extras;
  if (code !== "rate-limited" || seconds === undefined) return detail;
  return `Rate limit exceeded. Retry after ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
}
