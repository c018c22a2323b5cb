import { isJsonObject, type Json, type JsonObject, limits, mcpDefaults, type OperationId } from "@assay/contract";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Answered, Call, Calls, Received, Refused } from "../call.ts";
import { asProblem, Problem, problemDocument } from "../problem.ts";
import type { McpRequest } from "../shared/ports.ts";

/** What a tool call needs besides its arguments. */
export interface ToolCallDeps {
  readonly calls: Calls;
  readonly publicUrl: string;
  /** Reads bytes as JSON; throws a problem with the position if they are malformed or ambiguous. */
  read(bytes: Uint8Array, maxDepth: number): Json;
}

/** What a tool answered, and how far its call came. */
export interface ToolOutcome {
  readonly call: Answered | Received | Refused;
  /** Why there is no result. */
  readonly problem?: Problem;
  /** The result for the model; missing if the problem is one of the whole request. */
  readonly result?: CallToolResult;
}

/**
 * Receives a call whose message is in memory already: counts it, authenticates its caller, and refuses a message that
 * contains the caller's key. A tool that does not exist and an unreadable message are counted like any other call.
 */
export async function receiveCall(
  operation: OperationId | "unknown",
  { rawHeaders, address, isForwarded, requestId, body }: McpRequest,
  { calls, publicUrl }: ToolCallDeps,
): Promise<Received | Refused> {
  const targetUri = `${publicUrl}/mcp`;
  const request = { requestId, method: "POST", targetUri, rawHeaders, address, isForwarded };
  const admitted = await calls.admit(calls.begin({ ...request, via: "mcp", operation, keysOnly: true }));
  return calls.receive(await calls.authenticate(admitted), body);
}

/** Runs the operation of a call with the arguments of the tool. */
export async function runTool(
  received: Received,
  args: Json,
  { clientGone, requestId }: McpRequest,
  deps: ToolCallDeps,
): Promise<ToolOutcome> {
  const body = received.head.operation === "listDomains" ? null : readCandidate(withDefaults(args), deps);
  if (body instanceof Problem) return refuseTool(received, body, requestId, deps);
  const call = await deps.calls.run(received, body, clientGone);
  if (call.kind === "refused") return refuseTool(call, call.problem, requestId, deps);
  // Some clients show a model only the text, some only the structure.
  const text = JSON.stringify(call.result);
  return { call, result: { structuredContent: { ...call.result }, content: [{ type: "text", text }] } };
}

/** Ends a call; returns its rate limit headers, and when to try again if its tool says so. */
export async function concludeTool(
  call: Call,
  status: number,
  problem: Problem | undefined,
  { calls }: ToolCallDeps,
): Promise<{ readonly [name: string]: string }> {
  const headers = await calls.conclude(call, { status, ...(problem && { problem }) });
  const { retryAfterSeconds } = problem?.extras ?? {};
  return retryAfterSeconds === undefined ? headers : { ...headers, "retry-after": String(retryAfterSeconds) };
}

const forTheModel: ReadonlySet<Problem["code"]> = new Set([
  "invalid-envelope",
  "unknown-domain",
  "spec-package-unavailable",
  "registry-unavailable",
]);

function refuseTool(
  call: Received | Refused,
  problem: Problem,
  requestId: string,
  { publicUrl }: ToolCallDeps,
): ToolOutcome {
  if (!forTheModel.has(problem.code)) return { call, problem };
  const text = JSON.stringify(problemDocument(problem, { publicUrl, requestId }));
  return { call, problem, result: { content: [{ type: "text", text }], isError: true } };
}

// Options that are not an object are left to the operation, which refuses them.
function withDefaults(args: Json): Json {
  if (!isJsonObject(args)) return args;
  const { options = {} } = args;
  return isJsonObject(options) ? { ...args, options: { ...mcpDefaults, ...options } } : args;
}

// Some clients write nested objects as strings. A string that begins like an object was meant as one.
function readCandidate(args: Json, deps: ToolCallDeps): JsonObject | Json | Problem {
  const candidate = isJsonObject(args) ? args.candidate : undefined;
  if (!isJsonObject(args) || typeof candidate !== "string" || !candidate.trimStart().startsWith("{")) return args;
  try {
    return { ...args, candidate: deps.read(Buffer.from(candidate), limits.bodyDepth - 1) };
  } catch (reason) {
    const message = `"candidate" is a string that is not valid JSON. ${asProblem(reason).message}`;
    return new Problem("invalid-envelope", message, { errors: [{ path: "/candidate", message }] });
  }
}
