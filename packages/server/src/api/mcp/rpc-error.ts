import { type Problem, problemDocument } from "../../problem.ts";
import type { RpcId } from "./message.ts";

/** Writes a problem as a JSON-RPC 2.0 error, with the whole problem as its data. */
export function rpcError(
  problem: Problem,
  id: RpcId,
  links: { readonly publicUrl: string; readonly requestId: string },
): string {
  // A string could be the key itself, so it is not repeated.
  const named = problem.code === "credential-in-body" && typeof id === "string" ? null : id;
  const error = { code: codeOf(problem), message: messageOf(problem), data: problemDocument(problem, links) };
  return JSON.stringify({ jsonrpc: "2.0", id: named, error });
}

const asStatus: ReadonlySet<number> = new Set([401, 403, 429, 503]);

function codeOf({ entry: { rpcCode, status } }: Problem): number {
  if (rpcCode !== undefined) return rpcCode;
  if (status === 422) return -32602;
  return asStatus.has(status) ? status : -32600;
}

// Many clients show a model only the message.
function messageOf({ code, detail, extras }: Problem): string {
  const { retryAfterSeconds: seconds } = extras;
  if (code !== "rate-limited" || seconds === undefined) return detail;
  return `Rate limit exceeded. Retry after ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
}
