import { describeForAgent, isJsonObject, type Json, limits, type OperationId } from "@assay/contract";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { AnsweredCall, AuthenticatedCall, Calls, Head, ReceivedCall, RefusedCall } from "../../call.ts";
import { Problem, toProblemDocument } from "../../problem.ts";

/** A request to the MCP endpoint. */
export interface McpRequest extends Pick<Head, "requestId" | "rawHeaders" | "address"> {
  readonly body: Uint8Array;
}

/** The dependencies of a tool call. */
export interface ToolCallDeps {
  readonly calls: Calls;
  readonly publicUrl: string;
  /** Reads bytes as JSON. If they are malformed or ambiguous, the problem includes the position. */
  read(bytes: Uint8Array, maxDepth: number): Json | Problem;
}

/**
 * Counts a call whose message has already been read, and authenticates its caller. Calls to unknown tools and
 * unreadable messages are counted like any other call.
 */
export async function authenticateCall(
  operation: OperationId | "unknown",
  { rawHeaders, address, requestId }: McpRequest,
  { calls, publicUrl }: ToolCallDeps,
): Promise<AuthenticatedCall | RefusedCall> {
  const targetUri = `${publicUrl}/mcp`;
  const request = { requestId, method: "POST", targetUri, rawHeaders, address };
  const admitted = await calls.admit(calls.begin({ ...request, via: "mcp", operation, keysOnly: true }));
  return await calls.authenticate(admitted);
}

/** Runs the operation of a call with the arguments of the tool. */
export async function runTool(
  received: ReceivedCall | RefusedCall,
  args: Json,
  deps: ToolCallDeps,
): Promise<AnsweredCall | RefusedCall> {
  const readArguments = () => (received.head.operation === "listDomains" ? args : readCandidate(args, deps));
  return await deps.calls.run(received, readArguments);
}

/**
 * Writes the outcome of a call as a tool result, or returns its problem unchanged if it is not for the model. Returns
 * undefined if no tool has run.
 */
export function toToolResult(
  call: ReceivedCall | AnsweredCall | RefusedCall,
  links: { readonly publicUrl: string; readonly requestId: string },
): CallToolResult | Problem | undefined {
  if (call.kind === "received") return undefined;
  if (call.kind === "answered") return { content: [{ type: "text", text: writeForModel(call) }] };
  const { problem } = call;
  if (!problem.entry.forModel) return problem;
  return { content: [{ type: "text", text: JSON.stringify(toProblemDocument(problem, links)) }], isError: true };
}

// Many clients show a model nothing but this text, so it says itself what must not be done with it.
function writeForModel({ result, subject }: AnsweredCall): string {
  const named = subject !== undefined && { caller: { subject, note: callerNote } };
  if ("domains" in result) return JSON.stringify({ ...result, ...named });
  if (!result.valid) return describeForAgent(result);
  if (!("proposalPackage" in result)) return JSON.stringify(result);
  const { proposalPackage, ownerReview, submission, diagnostics, upcoming } = result;
  const built = { note: reviewNote, proposalPackage, ownerReview, submission, ...named };
  return JSON.stringify({ ...built, ...(diagnostics.length > 0 && { diagnostics }), upcoming });
}

const callerNote = "Whose key this is. It is an owner's id only if that person says so.";
const reviewNote =
  "Before you show ownerReview, name everything in it that the person did not say. Send nothing before the owner agrees.";

// Some clients send nested objects as strings, so a string that begins like an object is read as JSON.
function readCandidate(args: Json, deps: ToolCallDeps): Json | Problem {
  const candidate = isJsonObject(args) ? args.candidate : undefined;
  if (!isJsonObject(args) || typeof candidate !== "string" || !candidate.trimStart().startsWith("{")) return args;
  const read = deps.read(Buffer.from(candidate), limits.bodyDepth - 1);
  if (!(read instanceof Problem)) return { ...args, candidate: read };
  const message = `"candidate" is a string that is not valid JSON. Send it as an object, not as a string. ${read.detail}`;
  return new Problem("invalid-envelope", message, { errors: [{ path: "/candidate", message }] });
}
