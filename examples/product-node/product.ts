// A product that accepts proposals under the rules of a spec package. Copy the folder and adapt it.
//   PORT=8090 IDENTITY=http://127.0.0.1:8091/introspect CLIENT=my-product CLIENT_SECRET=... product.ts spec-package.json
// DATABASE is a file (default: proposals.db). A next.json beside the spec package is published as the announced rules.
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJsonObject } from "@assay/contract";
import { type CompiledSpec, createEngine } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { createProposals, Refusal } from "./proposals.ts";

const { PORT = "8090", IDENTITY = "", CLIENT = "my-product", CLIENT_SECRET = "" } = process.env;
const { DATABASE = "proposals.db" } = process.env;
const [rulesFile = "spec-package.json"] = process.argv.slice(2);
if (CLIENT_SECRET.trim() === "") {
  console.error("CLIENT_SECRET is empty. Set it to the secret that the identity service has for this client.");
  process.exit(1);
}

const engine = createEngine({ sha256: (content) => hash("sha256", content), cel });
let rules = readRules(readFileSync(rulesFile));
const proposals = createProposals(DATABASE, engine);

const app = fastify({ bodyLimit: 200_000, forceCloseConnections: true });
// The engine reads the raw bytes, because a different parser could hide ambiguities such as duplicate names.
app.removeAllContentTypeParsers();
app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_: FastifyRequest, body: Buffer) => body);
app.setErrorHandler((error: Error & { readonly statusCode?: number }, _, reply) => {
  const isOurs = !(error instanceof Refusal) && (error.statusCode ?? 500) >= 500;
  if (isOurs) console.error(error);
  const status = error.statusCode ?? 500;
  const code = error instanceof Refusal ? error.code : isOurs ? "internal" : "bad-request";
  if (status === 503) reply.header("retry-after", 5);
  const detail = isOurs ? "This product has failed. Nothing was recorded." : error.message;
  reply.code(status).type("application/problem+json").send(JSON.stringify({ status, code, detail }));
});

app.get("/spec-package.json", (request, reply) => sendDocument(request, reply, loadCurrentRules().bytes));
app.get("/next.json", (request, reply) => {
  const file = join(dirname(rulesFile), "next.json");
  if (!existsSync(file)) throw new Refusal(404, "not-found", "No new rules have been announced.");
  return sendDocument(request, reply, readFileSync(file));
});
app.get("/registry.json", (request, reply) =>
  sendDocument(request, reply, JSON.stringify(proposals.registry(loadCurrentRules().spec.document.targetProduct))),
);

app.get<{ Params: { id: string } }>("/ballots/:id", ({ params }, reply) => {
  const { title } = loadCurrentRules().spec.document;
  const page = `<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>
<h1>${escapeHtml(title)}</h1>\n<pre>${escapeHtml(proposals.find(params.id).review)}</pre>\n</html>\n`;
  reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
  return reply.type("text/html; charset=utf-8").send(page);
});

// These routes need a key. It is checked before the body, so only authenticated callers learn about errors in a body.
app.register(async (keyed) => {
  keyed.decorateRequest("caller", "");
  keyed.addHook("onRequest", async (request) => {
    request.caller = await identify(request.headers.authorization);
  });
  keyed.get("/api/proposals", ({ caller }) => ({ proposals: proposals.list(caller).map(toAnswer) }));
  keyed.post<{ Body: Buffer }>("/api/proposals", ({ caller, headers, body }, reply) => {
    const key = headers["idempotency-key"];
    const submission = { caller, key: typeof key === "string" ? key : undefined, body };
    const submitted = proposals.submit(submission, loadCurrentRules().spec);
    if (submitted.kind === "invalid") return reply.code(422).send(submitted.verdict);
    return reply.code(submitted.kind === "created" ? 201 : 200).send({ proposal: toAnswer(submitted.proposal) });
  });
  keyed.post<{ Params: { id: string }; Body: Buffer }>("/ballots/:id", ({ caller, params, body }) => ({
    proposal: toAnswer(proposals.vote(params.id, caller, body)),
  }));
});

declare module "fastify" {
  interface FastifyRequest {
    caller: string;
  }
}

const origin = await app.listen({ host: "127.0.0.1", port: Number(PORT) });
console.log(`listening at ${origin}`);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit());

/** Returns the rules in force. Reads the file for each request, and ignores broken rules. */
function loadCurrentRules() {
  const bytes = readFileSync(rulesFile);
  if (!bytes.equals(rules.bytes)) {
    try {
      rules = readRules(bytes);
    } catch (error) {
      console.error(`${(error as Error).message}\nThe previous rules stay in force.`);
    }
  }
  return rules;
}

function readRules(bytes: Buffer): { readonly bytes: Buffer; readonly spec: CompiledSpec } {
  const compiled = engine.compileSpec(bytes);
  if (compiled.kind === "ok") return { bytes, spec: compiled.spec };
  throw new Error(compiled.problems.map(({ code, at, message }) => `${code} at "${at}": ${message}`).join("\n"));
}

/** Asks the identity service who owns the key of a request (RFC 7662). */
async function identify(authorization = ""): Promise<string> {
  const [, key] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
  if (key === undefined) throw new Refusal(401, "no-key", "Send your key: Authorization: Bearer ...");
  // RFC 6749, section 2.3.1: both parts are form-encoded before they are joined.
  const client = [CLIENT, CLIENT_SECRET].map(encodeURIComponent).join(":");
  const answer: unknown = await fetch(IDENTITY, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(client)}` },
    body: new URLSearchParams({ token: key }),
    signal: AbortSignal.timeout(10_000),
  })
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined);
  if (!isJsonObject(answer))
    throw new Refusal(503, "identity-unavailable", "Your key could not be checked. Try again.");
  // An API key (`ai_...`) is valid for every service. An access token is valid only for the services that it names.
  const { active, sub, aud = key.startsWith("ai_") ? origin : [] } = answer;
  if (active === true && typeof sub === "string" && sub !== "" && [aud].flat().includes(origin)) return sub;
  throw new Refusal(401, "key-not-accepted", "Your key is not valid. Get another one.");
}

/** Formats a proposal for clients. */
function toAnswer({ id, state, reason, generatorId, digest }: ReturnType<typeof proposals.find>) {
  return { id, state, generatorId, digest, ...(reason && { reason }), ballot: { url: `${origin}/ballots/${id}` } };
}

function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Buffer | string): FastifyReply {
  const etag = `"${hash("sha256", document)}"`;
  reply.header("etag", etag);
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type("application/json").send(document);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
