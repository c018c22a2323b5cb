import { type Json, limits } from "@assay/contract";
import type { Call } from "../call.ts";
import { asProblem, Problem } from "../problem.ts";
import type { McpAnswer, McpRequest } from "../shared/ports.ts";
import type { CallEvent } from "../telemetry/events.ts";
import { type Message, type RpcId, readMessage } from "./message.ts";
import { createMessageServer, jsonHeaders, type MessageServer, type MessageServerOptions } from "./message-server.ts";
import { rpcError } from "./rpc-error.ts";
import { concludeTool, receiveCall, runTool, type ToolCallDeps, type ToolOutcome } from "./run-tool.ts";
import { operationOf } from "./tools.ts";

export interface McpOptions extends ToolCallDeps, MessageServerOptions {
  /** Logs a request that failed by a fault of ours without being a call. */
  log(event: CallEvent): void;
}

// A candidate may nest as deep as in the body of a plain call: here two more objects are around it.
const messageDepth = limits.bodyDepth + 2;

/** MCP: one message for each request. */
export class Mcp {
  readonly #options: McpOptions;
  readonly #library: MessageServer;

  constructor(options: McpOptions) {
    this.#options = options;
    this.#library = createMessageServer(options);
  }

  /** Answers a request whose body was read. */
  async answer(request: McpRequest): Promise<McpAnswer> {
    let id: RpcId = null;
    try {
      const read = readWhole(request, this.#options);
      if (read instanceof Problem) return await this.#answerUnreadable(read, request);
      const message = readMessage(read);
      id = message.id;
      return await this.#answerMessage(read, message, request);
    } catch (reason) {
      const problem = asProblem(reason);
      if (problem.code === "internal") this.#logFault(problem, request.requestId);
      return this.refuse(problem, request.requestId, id);
    }
  }

  /** Answers a request whose body was not read. */
  refuse(problem: Problem, requestId: string, id: RpcId = null): McpAnswer {
    const { publicUrl } = this.#options;
    const { retryAfterSeconds } = problem.extras;
    const retryAfter = retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) };
    return {
      status: problem.status,
      headers: { ...problem.headers, ...jsonHeaders, ...retryAfter },
      body: rpcError(problem, id, { publicUrl, requestId }),
    };
  }

  /** Answers a first message of each era, so that no caller waits while the library is compiled. */
  async warmUp(): Promise<void> {
    await this.#library.warmUp();
  }

  async #answerMessage(read: Json, message: Message, request: McpRequest): Promise<McpAnswer> {
    const { calls } = this.#options;
    const { address, rawHeaders } = request;
    // Agents cannot use MCP, whatever they ask for: `#callTool` counts their requests and refuses them.
    if (message.method === "tools/call" || calls.isForAgent(rawHeaders)) {
      return await this.#callTool(read, message, request);
    }
    calls.limitUncounted(address);
    // The library would run a batch as many calls that are counted as one.
    if (Array.isArray(read))
      throw new Problem("bad-request", "Batches are not supported. Send one message per request.");
    return await this.#library.serve(read, rawHeaders);
  }

  async #callTool(message: Json, { id, params }: Message, request: McpRequest): Promise<McpAnswer> {
    const { requestId, rawHeaders } = request;
    const { name, arguments: args = {} } = params;
    const received = await receiveCall(operationOf(name), request, this.#options);
    if (received.kind === "refused") return await this.#concludeRefused(received, received.problem, requestId, id);
    // The library checks the message before it runs the tool, and may answer without running it.
    let outcome: ToolOutcome = { call: received };
    const run = async () => {
      outcome = await runTool(received, args, request, this.#options);
      if (!outcome.result) throw outcome.problem;
      return outcome.result;
    };
    try {
      const answer = await this.#library.serve(message, rawHeaders, run);
      const { call, problem, result } = outcome;
      if (problem && !result) return await this.#concludeRefused(call, problem, requestId, id);
      return withHeaders(answer, await concludeTool(call, answer.status, problem, this.#options));
    } catch (reason) {
      return await this.#concludeRefused(outcome.call, asProblem(reason), requestId, id);
    }
  }

  // An unreadable message counts like a call. The answer quotes it, so it must not contain the caller's key either.
  async #answerUnreadable(unreadable: Problem, request: McpRequest): Promise<McpAnswer> {
    const call = await receiveCall("unknown", request, this.#options);
    const isUnreadable = call.kind !== "refused" || call.problem.code === "missing-credentials";
    return await this.#concludeRefused(call, isUnreadable ? unreadable : call.problem, request.requestId);
  }

  async #concludeRefused(call: Call, problem: Problem, requestId: string, id?: RpcId): Promise<McpAnswer> {
    const headers = await this.#options.calls.conclude(call, { status: problem.status, problem });
    return withHeaders(this.refuse(problem, requestId, id), headers);
  }

  #logFault({ status, code, cause }: Problem, requestId: string): void {
    this.#options.log({ requestId, via: "mcp", operation: "unknown", status, code, milliseconds: 0, cause });
  }
}

function readWhole({ body }: McpRequest, { read }: ToolCallDeps): Json | Problem {
  try {
    return read(body, messageDepth);
  } catch (reason) {
    return asProblem(reason);
  }
}

function withHeaders(answer: McpAnswer, headers: McpAnswer["headers"]): McpAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
