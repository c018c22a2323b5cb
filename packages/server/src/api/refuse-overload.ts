import type { RequestListener } from "node:http";
import { Problem } from "../problem.ts";
import { prefersHtml } from "../site/choose-form.ts";
import type { Mcp } from "./mcp/mcp.ts";
import {
  type PreparedAnswer,
  type PreparedOptions,
  prepareAnswer,
  prepareProblem,
  sendPrepared,
  varyByOrigin,
} from "./prepared-answer.ts";
import { mcpPath } from "./routes/mcp-route.ts";
import { isForPeople } from "./send-problem.ts";

export interface RefuseOverloadOptions extends PreparedOptions {
  readonly mcp: Pick<Mcp, "refuse">;
}

// Callers that are refused together do not come back together.
const retrySeconds = [1, 2, 3, 4] as const;

/**
 * Creates the function that refuses a request because too many wait. It runs before Fastify, and its answers are written
 * beforehand, because whoever is overloaded has no time for refusals.
 */
export function createRefuseOverload(options: RefuseOverloadOptions): RequestListener {
  const prepared = retrySeconds.map((seconds) => prepare(seconds, options));
  let turn = 0;
  return (request, response) => {
    const { url = "", headers } = request;
    const [path] = url.split("?", 1);
    const forms = prepared[turn++ % prepared.length] as Forms;
    const form = isForPeople(url) && prefersHtml(headers.accept) ? forms.html : forms.problem;
    sendPrepared(path === mcpPath ? forms.rpc : form, request, response, options);
  };
}

type Forms = { readonly [form in "problem" | "html" | "rpc"]: PreparedAnswer };

function prepare(retryAfterSeconds: number, options: RefuseOverloadOptions): Forms {
  const { mcp, corsOrigins } = options;
  const inWords = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
  const detail = `This instance has too many waiting requests. Retry after ${inWords}.`;
  const problem = new Problem("overloaded", detail, { retryAfterSeconds });
  const common = { "retry-after": String(retryAfterSeconds), "cache-control": "no-store" };
  const refusal = (requestId: string) => mcp.refuse(problem, requestId);
  const rpcHeaders = { ...common, ...refusal("").headers };
  return {
    problem: prepareProblem(problem, {}, false, options),
    html: prepareProblem(problem, {}, true, options),
    rpc: prepareAnswer(503, rpcHeaders, varyByOrigin(corsOrigins), (requestId) => refusal(requestId).body),
  };
}
