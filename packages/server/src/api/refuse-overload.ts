import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { limits } from "@assay/contract";
import { closeAfterAnswer, isStopped } from "../net/connections.ts";
import { originHeaders } from "../net/origins.ts";
import { Problem, problemDocument } from "../problem.ts";
import { pageHeaders } from "../site/articles/page-frame.ts";
import { prefersHtml } from "../site/choose-form.ts";
import { problemPage } from "../site/content/problem-page.ts";
import type { Mcp } from "./mcp/mcp.ts";
import { mcpPath } from "./routes/mcp-route.ts";

export interface RefuseOverloadOptions {
  readonly publicUrl: string;
  readonly corsOrigins: ReadonlySet<string>;
  readonly mcp: Pick<Mcp, "refuse">;
  isDraining(): boolean;
}

// Callers that are refused together do not come back together.
const retrySeconds = [1, 2, 3, 4] as const;

/**
 * Creates the function that refuses a request because too many wait. It runs before Fastify, and its answers are written
 * beforehand, because whoever is overloaded has no time for refusals.
 */
export function createRefuseOverload(options: RefuseOverloadOptions): RequestListener {
  const { corsOrigins, isDraining } = options;
  const prepared = retrySeconds.map((seconds) => prepare(seconds, options));
  let turn = 0;
  return (request, response) => {
    const { url = "", headers } = request;
    const forms = prepared[turn++ % prepared.length] as Forms;
    const form =
      url === mcpPath ? forms.rpc : headers.accept && prefersHtml(headers.accept) ? forms.html : forms.problem;
    const requestId = randomUUID();
    const isReusable = canBeRead(headers) && !isStopped(request.socket);
    if (!isReusable) closeAfterAnswer(request.socket);
    response.writeHead(503, {
      ...form.headers,
      "x-request-id": requestId,
      "content-length": form.bytes,
      ...(corsOrigins.size > 0 && originHeaders(request, corsOrigins)),
      ...((!isReusable || isDraining()) && { connection: "close" }),
    });
    response.end(form.parts.join(requestId));
  };
}

/** An answer that only lacks its request id. */
interface Form {
  readonly headers: { readonly [name: string]: string };
  readonly parts: readonly string[];
  readonly bytes: number;
}

type Forms = { readonly [form in "problem" | "html" | "rpc"]: Form };

function prepare(retryAfterSeconds: number, { publicUrl, mcp, corsOrigins }: RefuseOverloadOptions): Forms {
  const inWords = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
  const detail = `Too many requests are waiting at this instance. Retry after ${inWords}.`;
  const problem = new Problem("overloaded", detail, { retryAfterSeconds });
  const byOrigin = corsOrigins.size > 0 ? ["Origin"] : [];
  const common = {
    "retry-after": String(retryAfterSeconds),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  const requestId = "00000000-0000-4000-8000-000000000000";
  const formOf = (headers: Form["headers"], body: string, vary = [...byOrigin, "Accept"]) => ({
    headers: { ...common, ...headers, ...(vary.length > 0 && { vary: vary.join(", ") }) },
    parts: body.split(requestId),
    bytes: Buffer.byteLength(body),
  });
  const document = problemDocument(problem, { publicUrl, requestId });
  const rpc = mcp.refuse(problem, requestId);
  const type = "application/problem+json; charset=utf-8";
  return {
    problem: formOf({ "content-type": type }, JSON.stringify(document)),
    html: formOf({ ...pageHeaders, "content-type": "text/html; charset=utf-8" }, problemPage(document, publicUrl)),
    rpc: formOf(rpc.headers, rpc.body, byOrigin),
  };
}

// A short body is read and discarded, so that the connection can be used again: a new one costs more than the refusal.
function canBeRead(headers: IncomingHttpHeaders): boolean {
  if (headers["transfer-encoding"] !== undefined || headers.expect !== undefined) return false;
  return Number(headers["content-length"] ?? 0) <= limits.bodyBytes;
}
