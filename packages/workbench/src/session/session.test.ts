import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mock, test } from "node:test";
import type { Domain } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { sha256 } from "@assay/testing/sha256";
import { createFakeWorker, type FakeWorker } from "../../test/fake-worker.ts";
import { createVirtualTime } from "../../test/virtual-time.ts";
import type { CheckResult, ToWorker } from "../engine/messages.ts";
import type { PageConfig } from "../page/page-config.ts";
import { createSession } from "./session.ts";

const bytes = specFile("datamint/generator-option/1.0.0");
// The platform hashes on another thread, so a test cannot tell when the digest is ready.
mock.method(crypto.subtle, "digest", async (_: string, data: Uint8Array) => createHash("sha256").update(data).digest());
const name = { targetProduct: "datamint", domainId: "generator-option" };

test("checks the newest text 80 ms after the last keystroke, one check at a time", async () => {
  const { session, worker, time } = await openReady();
  session.edit("1");
  await time.advance(60);
  session.edit("12");
  await time.advance(60);
  assert.deepEqual(listChecks(worker()), []);
  assert.equal(session.isChecking.value, true);
  await time.advance(30);
  assert.deepEqual(listChecks(worker()), ["12"]);
  session.edit("123");
  session.edit("1234");
  await time.advance(100);
  assert.deepEqual(listChecks(worker()), ["12"], "one check at a time");
  answerCheck(worker());
  assert.equal(session.checked.value?.text, "12");
  assert.equal(session.isChecking.value, true);
  await time.advance(0);
  assert.deepEqual(listChecks(worker()), ["12", "1234"]);
  answerCheck(worker());
  assert.deepEqual([session.checked.value?.text, session.isChecking.value], ["1234", false]);
});

test("stops a check after four seconds with a notice, and does not repeat it for the same text", async () => {
  const { session, workers, worker, time } = await openReady();
  session.edit("slow");
  await time.advance(4_000);
  assert.equal(workers.length, 1);
  await time.advance(100);
  assert.equal(workers.length, 2);
  assert.equal(workers[0]?.isTerminated, true);
  assert.match(session.notice.value ?? "", /longer than 4 seconds/);
  assert.deepEqual([session.engine.value.kind, session.isChecking.value], ["loading", false]);
  load(worker());
  await time.advance(1_000);
  assert.deepEqual(listChecks(worker()), []);
  session.edit("quick");
  await time.advance(100);
  answerCheck(worker());
  assert.deepEqual([session.notice.value, session.checked.value?.text], [undefined, "quick"]);
});

test("stops restarting a worker that keeps crashing, reports the reason, and starts it again on retry", async () => {
  const { session, workers, worker, time } = open();
  for (let crashes = 1; crashes <= 4; crashes += 1) {
    worker().crash("SyntaxError: no");
    await time.advance(10_000);
    assert.equal(workers.length, Math.min(crashes + 1, 4));
  }
  assert.ok(session.engine.value.kind === "failed" && session.engine.value.reason.includes("SyntaxError: no"));
  assert.equal(session.rules.value.kind, "ready", "completion and descriptions still work");
  assert.equal(session.isChecking.value, false);
  session.edit("1");
  await time.advance(100);
  session.retry();
  load(worker());
  assert.equal(workers.length, 5);
  assert.deepEqual(listChecks(worker()), ["1"]);
});

test("ignores messages from the worker that have an unexpected shape or id", async () => {
  const { session, worker, time } = await openReady();
  session.edit("1");
  await time.advance(100);
  const validResult = buildVerdict();
  assert.ok(validResult.kind === "verdict");
  const { built } = validResult;
  const results: unknown[] = [
    undefined,
    { kind: "verdict" },
    { ...validResult, ms: "1" },
    { ...validResult, revision: 1 },
    { ...validResult, built: { ...built, valid: !built.valid } },
    { ...validResult, built: { ...built, verdict: { ...built.verdict, diagnostics: [{ code: "x" }] } } },
    { ...validResult, built: { ...built, verdict: { ...built.verdict, omitted: Number.NaN } } },
    { ...validResult, ownerReview: { toString: "x" } },
    { ...validResult, review: [{ title: "x", lines: [{ depth: 0, value: "x" }] }] },
    { kind: "unreadable", problem: { kind: "unreadable", code: "c", message: "m", at: {} } },
  ];
  for (const result of results) worker().emitMessage({ kind: "checked", checkId: 1, rulesId: 1, result });
  for (const message of [null, "checked", { kind: "unknown" }, { kind: ["loaded"] }]) worker().emitMessage(message);
  worker().emitMessage({ kind: "checked", checkId: 2, rulesId: 1, result: validResult });
  worker().emitMessage({ kind: "checked", checkId: 1, rulesId: 2, result: validResult });
  assert.equal(session.checked.peek(), undefined);
  answerCheck(worker());
  assert.equal(session.checked.value?.text, "1");
});

test("reloads a registry older than a minute with the next check, and checks again if it has changed", async () => {
  let revision = "1";
  const { session, worker, time, requests } = await openReady({ registry: () => registryBytes(revision) });
  const edit = async (text: string) => {
    session.edit(text);
    await time.advance(100);
    answerCheck(worker());
  };
  const countFetches = () => requests.filter((path) => path === registryPath).length;
  const countPosts = () => worker().sent.filter((message) => message.kind === "registry").length;
  await edit("1");
  await time.advance(120_000);
  assert.deepEqual([countFetches(), countPosts()], [1, 1]);
  await edit("2");
  assert.deepEqual([countFetches(), countPosts()], [2, 1], "the same document is not sent again");
  revision = "2";
  await time.advance(120_000);
  await edit("3");
  assert.deepEqual([countFetches(), countPosts()], [3, 2]);
  assert.deepEqual(listChecks(worker()), ["1", "2", "3", "3"]);
});

test("checks without a registry that cannot be loaded, reports the reason, and loads it on retry", async () => {
  for (const fault of ["down", "too large"] as const) {
    let isFaulty = true;
    const { session, worker, time } = await openReady({ registry: () => (isFaulty ? fault : registryBytes("1")) });
    session.edit("1");
    await time.advance(100);
    answerCheck(worker());
    assert.ok(session.registry.value.kind === "failed" && session.registry.value.reason.length > 0);
    assert.equal(session.checked.value?.text, "1");
    isFaulty = false;
    session.retry();
    await time.advance(100);
    assert.equal(session.registry.value.kind, "ready");
  }
});

test("rejects rules whose bytes do not match the digest in their path, and fetches them again on retry", async () => {
  let sent: Uint8Array = new TextEncoder().encode("{}");
  const { session, worker, time } = open({ spec: () => sent });
  worker().emitMessage({ kind: "loaded" });
  await time.advance(0);
  const failed = session.rules.value;
  assert.ok(failed.kind === "failed" && failed.reason.includes("corrupted in transit"));
  assert.equal(session.engine.value.kind, "ready");
  sent = bytes;
  session.retry();
  assert.equal(session.rules.peek().kind, "loading");
  await time.advance(0);
  worker().emitMessage({ kind: "rules-ready", rulesId: 1 });
  assert.equal(session.rules.value.kind, "ready");
});

test("reports the service's reason for a domain without rules", async () => {
  const problem = { code: "spec-package-unavailable", detail: "Datamint did not answer.", retryAfterSeconds: 5 };
  const { session, time } = open({ domain: { specPackage: undefined, problem } });
  await time.advance(0);
  assert.deepEqual(session.rules.value, { kind: "failed", reason: "Datamint did not answer." });
});

test("ends the check if the engine cannot use the rules, and sends them again on retry", async () => {
  const { session, worker, time } = open();
  session.edit("1");
  await time.advance(100);
  worker().emitMessage({ kind: "loaded" });
  worker().emitMessage({ kind: "rules-failed", rulesId: 1, reason: "The network is down." });
  assert.ok(session.rules.value.kind === "failed" && session.rules.value.reason.includes("network is down"));
  assert.equal(session.isChecking.value, false);
  session.retry();
  worker().emitMessage({ kind: "rules-ready", rulesId: 1 });
  assert.deepEqual(listChecks(worker()), ["1"]);
});

test("discards the verdict when a domain is chosen, and ignores late answers about the earlier rules", async () => {
  const { session, worker, time } = await openReady();
  session.edit("1");
  await time.advance(100);
  assert.equal(session.selectDomain({ ...name, domainId: "none" }), false);
  assert.equal(session.selectDomain(name), true);
  assert.deepEqual([session.checked.value, session.rules.value.kind], [undefined, "loading"]);
  worker().emitMessage({ kind: "checked", checkId: 1, rulesId: 1, result: buildVerdict() });
  assert.equal(session.checked.value, undefined);
  await time.advance(0);
  worker().emitMessage({ kind: "rules-ready", rulesId: 2 });
  assert.deepEqual(listChecks(worker()), ["1", "1"]);
});

test("notices replaced rules when the author returns to the page, and asks at most once a minute", async () => {
  let rulesInForce: Options["rulesInForce"];
  const { session, time, requests } = await openReady({
    get rulesInForce() {
      return rulesInForce;
    },
  });
  const askWith = async (service: Options["rulesInForce"], afterMs = 61_000) => {
    await time.advance(afterMs);
    rulesInForce = service;
    const before = requests.length;
    session.checkForNewRules();
    await time.advance(0);
    return [requests.length - before, session.areRulesReplaced.value];
  };
  assert.deepEqual(await askWith({ digest: "other" }, 0), [0, false]);
  assert.deepEqual(await askWith(undefined), [1, false]);
  assert.deepEqual(await askWith("none"), [2, false], "a domain without rules has no newer rules");
  assert.deepEqual(await askWith({ digest: "other" }), [2, true]);
  assert.deepEqual(await askWith("down"), [2, true]);
  assert.deepEqual(await askWith({ digest: "same" }), [2, false], "a new URL for the same rules");
  assert.deepEqual(await askWith({ digest: "other" }), [2, true]);
});

test("sends the caller to each worker before the rules, and checks the text again", async () => {
  const { session, worker, workers, time } = await openReady();
  session.edit("1");
  await time.advance(100);
  answerCheck(worker());
  session.setCaller("ada");
  assert.deepEqual(listChecks(worker()), ["1", "1"]);
  worker().crash();
  await time.advance(1_000);
  load(worker());
  const callerMessages = workers.map(({ sent }) =>
    sent.flatMap((message) => (message.kind === "caller" ? [message.subject] : [])),
  );
  assert.deepEqual(callerMessages, [[undefined, "ada"], ["ada"]]);
});

test("sends every request without credentials", async () => {
  const { session, worker, time, inits } = await openReady();
  session.edit("1");
  await time.advance(100);
  answerCheck(worker());
  assert.deepEqual(
    inits.map(({ credentials }) => credentials),
    ["omit", "omit"],
  );
});

interface Options {
  readonly domain?: { readonly [member in keyof Domain]?: Domain[member] | undefined };
  readonly spec?: () => Uint8Array;
  /** The rules that have replaced the page's at the service; `down` if the service answers with an error. */
  readonly rulesInForce?: { readonly digest: string } | "none" | "down" | undefined;
  readonly registry?: () => Uint8Array | "down" | "too large";
}

function open(options: Options = {}) {
  const time = createVirtualTime();
  const workers: FakeWorker[] = [];
  const requests: string[] = [];
  const inits: RequestInit[] = [];
  const fetch = serve(options);
  const session = createSession({
    config: createConfig(options.domain),
    startWorker: () => {
      const worker = createFakeWorker();
      workers.push(worker);
      return worker;
    },
    fetch: (path, init) => {
      requests.push(path);
      inits.push(init);
      return fetch(path);
    },
    now: time.now,
    timers: time.timers,
  });
  session.selectDomain(name);
  return { session, workers, worker: () => workers.at(-1) ?? assert.fail(), time, requests, inits };
}

/** Opens a session and loads its engine and rules. */
async function openReady(options?: Options) {
  const opened = open(options);
  await opened.time.advance(0);
  load(opened.worker());
  return opened;
}

function load(worker: FakeWorker): void {
  worker.emitMessage({ kind: "loaded" });
  worker.emitMessage({ kind: "rules-ready", rulesId: 1 });
}

function createConfig(change: Options["domain"] = {}): PageConfig {
  const hex = sha256(new TextDecoder().decode(bytes));
  const domain = {
    ...name,
    status: "ready",
    specPackageUrl: "s",
    submissionUrl: "s",
    candidateSchemaUrl: "c",
    specPackage: { digest: "same", url: `https://example.com/facts/${hex}.json` },
    registryUrl: `https://example.com${registryPath}`,
    ...change,
  };
  return {
    publicUrl: "https://example.com",
    worker: "/w.js",
    domains: [domain as unknown as Domain],
  };
}

function serve(options: Options = {}) {
  const { spec = () => bytes, registry = () => registryBytes("1") } = options;
  return async (path: string): Promise<Response> => {
    const { rulesInForce } = options;
    if (rulesInForce !== undefined) {
      if (rulesInForce === "down") return new Response("", { status: 503 });
      if (path !== "/api/domains") return new Response("", { status: 404 });
      return Response.json({ domains: [{ ...name, ...(rulesInForce !== "none" && { specPackage: rulesInForce }) }] });
    }
    if (path !== registryPath) return new Response(new Uint8Array(spec()));
    const answer = registry();
    if (answer === "down") return new Response("", { status: 503 });
    if (answer === "too large") return new Response("", { headers: { "content-length": "4194305" } });
    return new Response(new Uint8Array(answer), {
      headers: { etag: `"${createHash("sha256").update(answer).digest("hex")}"` },
    });
  };
}

const registryPath = "/facts/registry";

function registryBytes(revision: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ ...registryFile(), revision }));
}

function listChecks({ sent }: FakeWorker): readonly string[] {
  return sent.flatMap((message: ToWorker) => (message.kind === "check" ? [message.text] : []));
}

/** Answers the last check that the worker received. */
function answerCheck(worker: FakeWorker): void {
  const check = worker.sent.findLast((message) => message.kind === "check");
  const rules = worker.sent.findLast((message) => message.kind === "rules");
  assert.ok(check?.kind === "check" && rules?.kind === "rules");
  worker.emitMessage({ kind: "checked", checkId: check.checkId, rulesId: rules.rulesId, result: buildVerdict() });
}

const compiled = engine.compileSpec(bytes);

function buildVerdict(): CheckResult {
  assert.ok(compiled.kind === "ok");
  const registry = registryFromSnapshot(registryFile());
  const built = engine.build({ spec: compiled.spec, registry, candidate: candidateFile("loyalty-card") });
  return { kind: "verdict", built, ms: 1 };
}
