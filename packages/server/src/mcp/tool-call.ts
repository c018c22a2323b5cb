import { type Json, type JsonObject, limits, type OperationId } from "@assay/contract";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Call, Calls } from "../call.ts";
import { asProblem, Problem, problemDocument } from "../problem.ts";
import type { McpRequest } from "../shared/ports.ts";

/** What a tool call needs besides its arguments. */
export interface ToolCallDeps {
  readonly calls: Calls;
  readonly publicUrl: string;
  /** Reads bytes that mean one thing, or throws the problem that tells where they do not. */
  read(bytes: Uint8Array, maxDepth: number): Json;
}

/** One call of a tool on its way: the only file of this room that knows how calls are admitted and run. */
export class ToolCall {
  /** What kept the tool from answering, where the request as a whole has to say so. */
  failure: Problem | undefined;
  readonly #begun = performance.now();
  readonly #operation: OperationId | undefined;
  readonly #request: McpRequest;
  readonly #deps: ToolCallDeps;
  readonly #call: Call;
  #retryAfter: { "retry-after"?: string } = {};
  #told: { code?: Problem["code"]; targetProduct?: string; domainId?: string; valid?: boolean } = {};

  constructor(operation: OperationId | undefined, request: McpRequest, deps: ToolCallDeps) {
    this.#operation = operation;
    this.#request = request;
    this.#deps = deps;
    const { rawHeaders, address, requestId } = request;
    // A tool that there is not, and garbage, are counted like any other call; they never run.
    const head = { operation: operation ?? "validateProposal", requestId, rawHeaders, address };
    const targetUri = `${deps.publicUrl}/mcp`;
    this.#call = deps.calls.begin({ ...head, method: "POST", targetUri, keysOnly: true });
  }

  /** Counts the call, looks at its key, and that the key is nowhere else; throws a problem. */
  async admit(): Promise<void> {
    await this.#call.admit();
    this.#call.checkBody(this.#request.body);
  }

  /** How the client stands, once the call was counted, and when to try again, where the tool says that. */
  get headers(): Call["headers"] {
    return { ...this.#call.headers, ...this.#retryAfter };
  }

  /** The answer of the operation, as a tool gives it. */
  async run(id: OperationId, args: Json): Promise<CallToolResult> {
    const { publicUrl } = this.#deps;
    const { clientGone, requestId } = this.#request;
    try {
      const body = id === "listDomains" ? null : this.#readCandidate(args as JsonObject);
      const { targetProduct, domainId } = (body ?? {}) as { targetProduct?: string; domainId?: string };
      const result = await this.#call.run(body, clientGone, "any");
      const { valid } = result as { valid?: boolean };
      this.#told = { ...named({ targetProduct, domainId }), ...(valid !== undefined && { valid }) };
      // Some clients show a model the text alone, some the structure alone.
      return { structuredContent: { ...result }, content: [{ type: "text", text: JSON.stringify(result) }] };
    } catch (reason) {
      const problem = asProblem(reason);
      if (!forTheModel.has(problem.code)) {
        this.failure = problem;
        throw problem;
      }
      this.#told = { code: problem.code };
      const { retryAfterSeconds } = problem.extras;
      if (retryAfterSeconds !== undefined) this.#retryAfter = { "retry-after": String(retryAfterSeconds) };
      const text = JSON.stringify(problemDocument(problem, { publicUrl, requestId }));
      return { content: [{ type: "text", text }], isError: true };
    }
  }

  /** Tells the operator how the call ended. */
  ended(status: number, problem?: Problem): void {
    const { caller } = this.#call;
    this.#deps.calls.ended({
      requestId: this.#request.requestId,
      via: "mcp",
      operation: this.#operation ?? "unknown",
      status,
      ...(caller?.kind === "key" && { caller: "key", callerId: caller.id }),
      milliseconds: Math.round(10 * (performance.now() - this.#begun)) / 10,
      ...this.#told,
      ...(problem && { code: problem.code, ...(problem.cause !== undefined && { cause: problem.cause }) }),
    });
  }

  // Some clients write nested objects as texts. One that begins like an object was meant as one.
  #readCandidate(args: JsonObject): JsonObject {
    const { candidate } = args;
    if (typeof candidate !== "string" || !candidate.trimStart().startsWith("{")) return args;
    try {
      return { ...args, candidate: this.#deps.read(Buffer.from(candidate), limits.bodyDepth - 1) };
    } catch (reason) {
      const message = `"candidate" is a text, and as JSON it cannot be read: ${asProblem(reason).message}`;
      throw new Problem("invalid-envelope", message, { errors: [{ path: "/candidate", message }] });
    }
  }
}

const forTheModel: ReadonlySet<Problem["code"]> = new Set([
  "invalid-envelope",
  "unknown-domain",
  "spec-package-unavailable",
  "registry-unavailable",
]);

// Only names that an operation accepted are told: anything else could be any text.
function named(names: { readonly targetProduct: string | undefined; readonly domainId: string | undefined }) {
  const { targetProduct, domainId } = names;
  return targetProduct === undefined || domainId === undefined ? {} : { targetProduct, domainId };
}
