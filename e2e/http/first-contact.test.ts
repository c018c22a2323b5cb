import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { limits } from "@assay/contract";
import { startApp } from "@assay/server";
import { figure } from "@assay/testing/figure";
import { freePort } from "@assay/testing/services/free-port";
import { type Service, startService } from "../auth/service.ts";
import { runBinary } from "../start-binary.ts";
import { domainOf } from "../upstream/service.ts";
import { startUnreliableProduct } from "../upstream/unreliable-product.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/reference/first-contact.md"), "utf8");
const rows = [...page.matchAll(/^\| (?!Mistake|---)(.+?) \| `(.+)` \|$/gm)].map(([, mistake = "", says = ""]) => ({
  mistake,
  // In double backticks where it has some itself.
  says: says.replace(/^` (.*) `$/, "$1"),
}));

let service: Service;
let key: string;
before(async () => {
  service = await startService({ more: { keyUrl: "https://id.example/keys" } });
  key = await service.newKey(await service.owner());
});
after(async () => await service[Symbol.asyncDispose]());

const draft = JSON.parse(readFileSync(join(root, "examples/first-verdict/corrected.json"), "utf8"));
const envelope = { targetProduct: "datamint", domainId: "generator-option", candidate: draft };

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
}

/** What a call is answered: the problem's detail, or an error of JSON-RPC. */
async function call({ method = "POST", path = "/api/validate", headers = {}, body }: Sent, at = service.url) {
  const usual = method === "POST" ? { "content-type": "application/json", authorization: `Bearer ${key}` } : {};
  const sent = new Headers({ ...usual, ...headers });
  if (headers.authorization === "") sent.delete("authorization");
  const response = await fetch(`${at}${path}`, { method, headers: sent, ...(body && { body }) });
  const answer = JSON.parse(await response.text());
  return `${response.status} ${answer.code ? `${answer.code}: ${answer.detail}` : `proposal ${answer.proposal?.state}`}`;
}

async function tool(name: string, args: object): Promise<string> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const response = await fetch(`${service.url}/mcp`, { method: "POST", headers, body: JSON.stringify(message) });
  const { result, error } = JSON.parse(await response.text());
  if (error) return `${error.code}: ${error.message}`;
  const { status, code, detail } = JSON.parse(result.content[0].text);
  return `${status} ${code}: ${detail}`;
}

/** The last line that the server writes when it is started like this. */
async function start(settings: { readonly [name: string]: string }, args: readonly string[] = []): Promise<string> {
  await using run = runBinary({ productUrl: "http://127.0.0.1:9", ...settings }, args);
  await run.exited;
  return run.output().trim().split("\n").at(-1)?.trim() ?? "";
}

async function startWithFile(text: string | undefined): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "assay-first-contact-"));
  try {
    const file = join(folder, "domains.json");
    if (text !== undefined) writeFileSync(file, text);
    return (await start({ ASSAY_DOMAINS_FILE: file })).replaceAll(folder, "/etc/assay");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const domain = {
  targetProduct: "datamint",
  domainId: "generator-option",
  specPackageUrl: "https://datamint.example/spec.json",
  submissionUrl: "https://datamint.example/api/proposals",
  registry: { mode: "snapshot", url: "https://datamint.example/registry" },
};

async function build(generatorId = "loyalty-card"): Promise<{ readonly proposalPackage: object }> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const body = JSON.stringify({ ...envelope, candidate: { ...draft, generatorId } });
  const response = await fetch(`${service.url}/api/build`, { method: "POST", headers, body });
  return JSON.parse(await response.text());
}

async function submit(body: object, headers: { readonly [name: string]: string } = {}): Promise<string> {
  return await call({ path: "/api/proposals", headers, body: JSON.stringify(body) }, service.sandbox.datamint.origin);
}

async function applyRepair(answer: object): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "assay-first-contact-"));
  try {
    writeFileSync(join(folder, "request.json"), JSON.stringify(envelope));
    writeFileSync(join(folder, "answer.json"), JSON.stringify(answer));
    const script = join(root, "examples/first-proposal/apply-repair.ts");
    const args = ["--conditions=assay-source", script, "request.json", "answer.json"];
    const failed = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch((reason) => reason);
    return failed.stderr.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Likely mistakes of somebody who has just met Assay, and what each of them is told. */
const mistakes: { readonly [mistake: string]: () => Promise<string> } = {
  "A required setting is empty": () => start({ ASSAY_DOMAINS_FILE: "" }),
  "A setting is misspelled": () => start({ ASSAY_PUBLIC_URI: "http://localhost:8080" }),
  "A port is not a number": () => start({ ASSAY_PORT: "http" }),
  "The port is taken": async () => {
    const port = await freePort();
    const taken = createServer().listen(port, "127.0.0.1");
    try {
      return (await start({ ASSAY_PORT: String(port) })).replaceAll(String(port), "8080");
    } finally {
      taken.close();
    }
  },
  "An option is misspelled": () => start({}, ["--chek"]),
  "The domains file does not exist": () => startWithFile(undefined),
  "The domains file is not JSON": () => startWithFile('{ "domains": [ }'),
  "A property of the domains file is misspelled": () =>
    startWithFile(JSON.stringify({ domains: [{ ...domain, specPackageURL: domain.specPackageUrl }] }, null, 2)),
  "No key": () => call({ headers: { authorization: "" }, body: JSON.stringify(envelope) }),
  "The key without `Bearer`": () => call({ headers: { authorization: key }, body: JSON.stringify(envelope) }),
  "The key of another service": () =>
    call({ headers: { authorization: "Bearer sk-live-0123456789abcdefghij" }, body: JSON.stringify(envelope) }),
  "A revoked or mistyped key": () =>
    call({ headers: { authorization: `Bearer ai_${"x".repeat(64)}` }, body: JSON.stringify(envelope) }),
  "`curl -d` without a content type": () =>
    call({ headers: { "content-type": "application/x-www-form-urlencoded" }, body: JSON.stringify(envelope) }),
  "The body is not JSON": () => call({ body: '{ "targetProduct": "datamint", }' }),
  "The candidate without the envelope": () => call({ body: JSON.stringify(draft) }),
  "An unknown domain": () => call({ body: JSON.stringify({ ...envelope, domainId: "generators" }) }),
  "The wrong method": () => call({ method: "GET" }),
  "The wrong path": () => call({ path: "/validate", body: JSON.stringify(envelope) }),
  "A body that is too large": () =>
    call({ body: JSON.stringify({ ...envelope, candidate: { ...draft, note: "x".repeat(limits.bodyBytes) } }) }),
  "The key inside the candidate": () =>
    call({ body: JSON.stringify({ ...envelope, candidate: { ...draft, rationaleNotes: `My key is ${key}.` } }) }),
  "Too many calls": async () => {
    await using limited = await startService({ limit: { calls: 2, windowSeconds: 60 } });
    const headers = { authorization: `Bearer ${await limited.newKey()}` };
    for (let calls = 0; calls < 2; calls += 1) await call({ headers, body: JSON.stringify(envelope) }, limited.url);
    return (await call({ headers, body: JSON.stringify(envelope) }, limited.url)).replace(
      /after \d+ seconds/,
      "after 60 seconds",
    );
  },
  "`/mcp` opened in a browser": () => call({ method: "GET", path: "/mcp" }),
  "An unknown MCP tool": () => tool("validate", envelope),
  "A repair applied to an error": () =>
    applyRepair({ status: 429, code: "rate-limited", detail: "Rate limit exceeded. Retry after 60 seconds." }),
  "The candidate submitted instead of the package": () => submit({ proposalPackage: draft }),
  "The whole answer submitted": async () => submit(await build()),
  "A package that was changed after it was built": async () => {
    const { proposalPackage } = await build();
    return await submit({
      proposalPackage: {
        ...proposalPackage,
        candidate: { ...draft, description: "Something else than what was built." },
      },
    });
  },
  "The same package submitted twice": async () => {
    const { proposalPackage } = await build("submitted-twice");
    await submit({ proposalPackage });
    return await submit({ proposalPackage });
  },
  "One `Idempotency-Key` for two proposals": async () => {
    const headers = { "idempotency-key": "one-key-for-two-proposals" };
    await submit({ proposalPackage: (await build("first-of-two")).proposalPackage }, headers);
    return await submit({ proposalPackage: (await build("second-of-two")).proposalPackage }, headers);
  },
  "The package of another owner": async () => {
    const authorization = `Bearer ${await service.newKey(await service.identity.createPerson("Ben", "ben"))}`;
    return await submit({ proposalPackage: (await build("not-bens")).proposalPackage }, { authorization });
  },
  "The registry of another product in the domains file": async () => {
    await using product = await startUnreliableProduct();
    product.misbehave("registry", { kind: "edited", edit: (text) => text.replace('"datamint"', '"mintdata"') });
    const lines: string[] = [];
    const log = { level: "warn", to: { write: (line: string) => void lines.push(line) } };
    await using _app = await startApp({ domains: [domainOf(product)], log });
    return lines.map((line) => JSON.parse(line)).find(({ event }) => event === "refresh-failed")?.reason;
  },
};

/** The addresses of this run, as a reader would see them. */
function masked(text: string): string {
  return text
    .replaceAll(service.url, "http://localhost:8080")
    .replaceAll(service.sandbox.datamint.origin, "http://localhost:8081");
}

// Where an older Node is installed, such as Debian's.
const olderNode = "/usr/bin/node";

test("with an older Node, npm names the version that is needed", async (context) => {
  const older = await promisify(execFile)(olderNode, ["--version"]).catch(() => undefined);
  if (!older || Number(/^v(\d+)/.exec(older.stdout)?.[1]) >= 24) return context.skip(`no older Node at ${olderNode}`);
  const run = promisify(execFile)("npm", ["run", "try"], { cwd: root, env: { PATH: "/usr/bin:/bin", HOME: tmpdir() } });
  const { stderr } = await run.then(
    () => ({ stderr: "" }),
    (reason) => reason,
  );
  assert.match(stderr, /"?>=24\.11"? does not match/);
});

describe("a likely mistake at first contact gets the answer of its row", () => {
  for (const [mistake, provoke] of Object.entries(mistakes)) {
    test(mistake, async () => {
      const says = masked(await provoke()).replaceAll("|", "\\|");
      const row = rows.find((each) => each.mistake === mistake);
      assert.equal(row?.says, says);
    });
  }
});

test("every row of the page is such a mistake, and there are at least 25", () => {
  assert.deepEqual(rows.map(({ mistake }) => mistake).sort(), Object.keys(mistakes).sort());
  assert.ok(rows.length >= 25);
});

test("what a newcomer reads first is small", async () => {
  const bytes = async (path: string, init?: RequestInit) =>
    (await (await fetch(`${service.url}${path}`, init)).arrayBuffer()).byteLength;
  const post = (body: string) => ({
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body,
  });
  const readmesDraft = readFileSync(join(root, "examples/first-proposal/draft.json"), "utf8");
  const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const sizes = [
    ["openapi.json", await bytes("/openapi.json"), 70_000],
    ["the answer to tools/list", await bytes("/mcp", post(list)), 7_600],
    ["llms.txt", await bytes("/llms.txt"), 4_000],
    ["the answer to the README's draft", await bytes("/api/validate", post(readmesDraft)), 9_000],
  ] as const;
  for (const [what, size, bar] of sizes) {
    figure(`bytes of ${what}`, size, bar);
    assert.ok(size <= bar, `${what}: ${size}`);
  }
});
