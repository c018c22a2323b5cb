// Swatchbook, a small product that takes proposals: it publishes its rules and its registry, and checks submissions again.
//   PORT=8090 IDENTITY=http://127.0.0.1:8091/introspect CLIENT=swatchbook CLIENT_SECRET=... product.ts spec-package.json
// DATABASE is a file (swatchbook.db). Announced rules are published from next.json beside the spec package.
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { isJsonObject } from "@assay/contract";
import { createEngine, readJson } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { ballotPage } from "./ballot-page.ts";
import { createRules } from "./rules.ts";
import { openStore } from "./store.ts";
import { type Answer, acceptSubmission, problem, shown } from "./submissions.ts";

const {
  PORT = "8090",
  IDENTITY = "",
  CLIENT = "swatchbook",
  CLIENT_SECRET = "",
  DATABASE = "swatchbook.db",
} = process.env;
const [rulesFile = "spec-package.json"] = process.argv.slice(2);
const maxBodyBytes = 200_000;
// How much of a refused body is read, so that its sender can read the answer.
const maxSkippedBytes = 2_000_000;
const retryAfterSeconds = "5";
if (CLIENT_SECRET.trim() === "") {
  console.error("CLIENT_SECRET is empty. Set it to the secret that the identity service has for this client.");
  process.exit(1);
}

const engine = createEngine({ sha256: (content) => hash("sha256", content), cel });
const rules = createRules(rulesFile, engine);
const store = openStore(DATABASE, ["forest"]);

const server = createServer(async (request, response) => {
  const found = await answer(request).catch((error): Answer => {
    console.error(error);
    return problem(500, "fault", "A fault of Swatchbook. Nothing is recorded.");
  });
  // A sender that is gone reads no answer.
  await skipBody(request).catch(() => {});
  send(found, request, response);
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`listening at ${origin()}`));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit());

function origin(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A document with an `ETag`, or the page of a ballot. */
interface Page {
  readonly bytes: Uint8Array | string;
  readonly type: "application/json" | "text/html; charset=utf-8";
}

async function answer(request: IncomingMessage): Promise<Answer | Page> {
  const path = request.url ?? "";
  const ballot = /^\/ballots\/([^/]+)$/.exec(path)?.[1];
  if (request.method === "GET") {
    const page = pageAt(path, ballot);
    if (page) return page;
    if (path !== "/api/proposals") return problem(404, "not-found", "There is nothing here.");
  } else if (request.method !== "POST") return problem(405, "method-not-allowed", "Send GET or POST.");
  // Before the body: without a valid key, nobody learns what is wrong with it.
  const caller = await askForCaller(request);
  if (typeof caller !== "string") return caller;
  if (request.method === "GET")
    return { status: 200, body: { proposals: store.list(caller).map((proposal) => shown(proposal, origin())) } };
  const body = await readBody(request);
  if (!(body instanceof Uint8Array)) return body;
  if (path === "/api/proposals") {
    const key = request.headers["idempotency-key"];
    const submission = { caller, key: typeof key === "string" ? key : undefined, body };
    return acceptSubmission(submission, { engine, rules, store, origin: origin() });
  }
  return ballot === undefined ? problem(404, "not-found", "There is nothing here.") : vote(caller, ballot, body);
}

function pageAt(path: string, ballot: string | undefined): Page | undefined {
  const { bytes, spec } = rules();
  const next = join(dirname(rulesFile), "next.json");
  if (path === "/spec-package.json") return { bytes, type: "application/json" };
  if (path === "/next.json" && existsSync(next)) return { bytes: readFileSync(next), type: "application/json" };
  if (path === "/registry.json")
    return { bytes: JSON.stringify(store.registry(spec.document.targetProduct)), type: "application/json" };
  const proposal = ballot === undefined ? undefined : store.find(ballot);
  return proposal && { bytes: ballotPage(proposal.review), type: "text/html; charset=utf-8" };
}

function vote(caller: string, ballot: string, body: Uint8Array): Answer {
  const read = readJson(body, { maxDepth: 4 });
  const accept = read.kind === "ok" ? (read.value as { readonly accept?: unknown } | null)?.accept : undefined;
  return store.transaction(() => {
    const proposal = store.find(ballot);
    if (!proposal) return problem(404, "not-found", "There is no such ballot.");
    if (proposal.caller === caller)
      return problem(403, "own-proposal", "Somebody else has to decide about your proposal.");
    if (proposal.state !== "in-ballot") return problem(409, "ballot-closed", `The proposal is ${proposal.state}.`);
    if (typeof accept !== "boolean") return problem(400, "no-vote", 'Send { "accept": true } or { "accept": false }.');
    return { status: 200, body: { proposal: shown(store.decide(proposal, accept), origin()) } };
  });
}

/** Whose key a request has (RFC 7662). */
async function askForCaller({ headers: { authorization = "" } }: IncomingMessage): Promise<string | Answer> {
  const [, key] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
  if (key === undefined) return problem(401, "no-key", "Send your key: Authorization: Bearer ...");
  // RFC 6749, section 2.3.1: both parts are form-encoded before they are joined.
  const client = [CLIENT, CLIENT_SECRET].map(encodeURIComponent).join(":");
  try {
    const answered = await fetch(IDENTITY, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(client)}` },
      body: new URLSearchParams({ token: key }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answered.ok) throw new Error(`The identity service answered ${answered.status}.`);
    const known: unknown = await answered.json();
    if (!isJsonObject(known)) throw new Error("The identity service did not answer with an object.");
    // A key (`ai_...`) is for every service. An access token is for those that it names: not for us if it names none.
    const { active, sub, aud = key.startsWith("ai_") ? origin() : [] } = known;
    const isForUs = [aud].flat().includes(origin());
    if (active === true && typeof sub === "string" && sub !== "" && isForUs) return sub;
    return problem(401, "key-not-accepted", "Your key is not valid. Get another one.");
  } catch (error) {
    console.error(error);
    return problem(503, "identity-unavailable", "Your key could not be checked. Send the same request again.");
  }
}

async function readBody(request: IncomingMessage): Promise<Uint8Array | Answer> {
  const { "content-type": type = "", "content-length": length } = request.headers;
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return problem(415, "not-json", "Send application/json.");
  if (length === undefined) return problem(411, "no-length", "Send Content-Length.");
  // Node reads no more bytes than Content-Length says.
  if (Number(length) > maxBodyBytes) return problem(413, "too-large", `A request may have ${maxBodyBytes} bytes.`);
  return await buffer(request);
}

// A connection that is closed with a body unread can lose the answer.
async function skipBody(request: IncomingMessage): Promise<void> {
  if (request.readableEnded) return;
  let skipped = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    skipped += part.length;
    if (skipped > maxSkippedBytes) return;
  }
}

function send(found: Answer | Page, request: IncomingMessage, response: ServerResponse): void {
  if ("bytes" in found) {
    const etag = `"${hash("sha256", found.bytes)}"`;
    const isSame = request.headers["if-none-match"] === etag;
    const policy = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" };
    response.writeHead(isSame ? 304 : 200, { "content-type": found.type, etag, ...policy });
    response.end(isSame ? undefined : found.bytes);
    return;
  }
  const { status, body } = found;
  response.writeHead(status, {
    "content-type": "code" in body ? "application/problem+json" : "application/json",
    ...(status === 503 && { "retry-after": retryAfterSeconds }),
    ...(status === 405 && { allow: "GET, POST" }),
  });
  response.end(JSON.stringify(body));
}
