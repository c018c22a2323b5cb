import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mock, test } from "node:test";
import type { RegistryRange } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { registryRange } from "@assay/testing/cases/registry-ranges";
import { engine } from "@assay/testing/cases/run-case";
import { sha256 } from "@assay/testing/sha256";
import { createFakeWorker, type FakeWorker } from "../../test/fake-worker.ts";
import { createVirtualTime } from "../../test/virtual-time.ts";
import type { CheckResult, ToWorker } from "../engine/messages.ts";
import type { DomainFacts, PageFacts } from "../page/page-facts.ts";
import { createSession } from "./session.ts";

const bytes = specFile("datamint/generator-option/1.0.0");
// The platform's own hash takes another thread, whose time no test knows.
mock.method(crypto.subtle, "digest", async (_: string, data: Uint8Array) => createHash("sha256").update(data).digest());
const name = { targetProduct: "datamint", domainId: "generator-option" };

test("a text is checked 80 ms after the last key, and the newest text wins", async () => {
  const { session, worker, time } = await ready();
  session.edit("1");
  await time.pass(60);
  session.edit("12");
  await time.pass(60);
  assert.deepEqual(checks(worker()), []);
  assert.equal(session.isChecking.value, true);
  await time.pass(30);
  assert.deepEqual(checks(worker()), ["12"]);
  session.edit("123");
  session.edit("1234");
  await time.pass(100);
  assert.deepEqual(checks(worker()), ["12"], "one check at a time");
  answer(worker());
  assert.equal(session.checked.value?.text, "12");
  assert.equal(session.isChecking.value, true);
  await time.pass(0);
  assert.deepEqual(checks(worker()), ["12", "1234"]);
  answer(worker());
  assert.deepEqual([session.checked.value?.text, session.isChecking.value], ["1234", false]);
});

test("a check that takes longer than four seconds is stopped, said, and not repeated for the same text", async () => {
  const { session, workers, worker, time } = await ready();
  session.edit("slow");
  await time.pass(4_000);
  assert.equal(workers.length, 1);
  await time.pass(100);
  assert.equal(workers.length, 2);
  assert.equal(workers[0]?.isTerminated, true);
  assert.match(session.notice.value ?? "", /longer than 4 seconds/);
  assert.deepEqual([session.engine.value.kind, session.isChecking.value], ["loading", false]);
  load(worker());
  await time.pass(1_000);
  assert.deepEqual(checks(worker()), []);
  session.edit("quick");
  await time.pass(100);
  answer(worker());
  assert.deepEqual([session.notice.value, session.checked.value?.text], [undefined, "quick"]);
});

test("a worker that crashes again and again is given up with a reason, and retry starts it again", async () => {
  const { session, workers, worker, time } = open();
  for (let crashes = 1; crashes <= 4; crashes += 1) {
    worker().crash("SyntaxError: no");
    await time.pass(10_000);
    assert.equal(workers.length, Math.min(crashes + 1, 4));
  }
  assert.ok(session.engine.value.kind === "failed" && session.engine.value.reason.includes("SyntaxError: no"));
  assert.equal(session.rules.value.kind, "ready", "completion and descriptions still work");
  assert.equal(session.isChecking.value, false);
  session.edit("1");
  await time.pass(100);
  session.retry();
  load(worker());
  assert.equal(workers.length, 5);
  assert.deepEqual(checks(worker()), ["1"]);
});

test("messages of another shape change nothing", async () => {
  const { session, worker, time } = await ready();
  session.edit("1");
  await time.pass(100);
  const good = verdict();
  assert.ok(good.kind === "verdict");
  const { built } = good;
  const results: unknown[] = [
    undefined,
    { kind: "verdict" },
    { ...good, ms: "1" },
    { ...good, missingRanges: ["../../x"] },
    { ...good, built: { ...built, valid: !built.valid } },
    { ...good, built: { ...built, verdict: { ...built.verdict, diagnostics: [{ code: "x" }] } } },
    { ...good, built: { ...built, verdict: { ...built.verdict, counts: { error: Number.NaN } } } },
    { ...good, ownerReview: { toString: "x" } },
    { ...good, review: [{ title: "x", lines: [{ depth: 0, value: "x" }] }] },
    { kind: "unreadable", problem: { kind: "unreadable", code: "c", message: "m", at: {} } },
  ];
  for (const result of results) worker().say({ kind: "checked", turn: 1, rules: 1, result });
  for (const message of [null, "checked", { kind: "unknown" }, { kind: ["loaded"] }]) worker().say(message);
  worker().say({ kind: "checked", turn: 2, rules: 1, result: good });
  worker().say({ kind: "checked", turn: 1, rules: 2, result: good });
  assert.equal(session.checked.peek(), undefined);
  answer(worker());
  assert.equal(session.checked.value?.text, "1");
});

test("missing ranges are fetched after 400 ms, and the text is checked again with them", async () => {
  const { session, worker, time, requests } = await ready();
  const ranges = () => requests.filter((path) => path.startsWith("/registry/"));
  session.edit("1");
  await time.pass(100);
  answer(worker(), ["00000", "0000f"]);
  assert.equal(session.registry.value.kind, "loading");
  await time.pass(300);
  assert.deepEqual(ranges(), []);
  await time.pass(200);
  assert.deepEqual(ranges(), ["/registry/00000", "/registry/0000f"]);
  assert.deepEqual(checks(worker()), ["1", "1"]);
  const sent = worker().sent.find((message) => message.kind === "registry");
  assert.ok(sent?.kind === "registry" && sent.ranges.length === 2);
  assert.equal(session.registry.value.kind, "ready");
  answer(worker());
  session.edit("12");
  await time.pass(100);
  answer(worker(), []);
  await time.pass(1_000);
  assert.equal(ranges().length, 2, "what is known is not fetched again");
});

test("an id that is being typed is looked up once, when its author pauses", async () => {
  const { session, worker, time, requests } = await ready();
  for (const range of ["00001", "00002", "00003"]) {
    session.edit(range);
    await time.pass(100);
    answer(worker(), [range]);
  }
  await time.pass(500);
  assert.deepEqual(
    requests.filter((path) => path.startsWith("/registry/")),
    ["/registry/00003"],
  );
});

test("when the revision moves, all ranges are fetched again, so that no verdict mixes two", async () => {
  let revision = "1";
  const { session, worker, time } = await ready({
    range: (range) => ({ ...registryRange(registryFile(), range), revision }),
  });
  session.edit("1");
  await time.pass(100);
  answer(worker(), ["00001"]);
  await time.pass(500);
  revision = "2";
  answer(worker(), ["00002"]);
  await time.pass(500);
  const last = worker().sent.findLast((message) => message.kind === "registry");
  assert.ok(last?.kind === "registry");
  assert.deepEqual(
    last.ranges.map((range) => [range.range, range.revision]),
    [
      ["00001", "2"],
      ["00002", "2"],
    ],
  );
});

test("a registry whose revision never stands still is a failure, after a bounded number of requests", async () => {
  let revision = 0;
  const { session, worker, time, requests } = await ready({
    range: (range) => {
      revision += 1;
      return { ...registryRange(registryFile(), range), revision: String(revision) };
    },
  });
  session.edit("1");
  await time.pass(100);
  answer(worker(), ["00001", "00002"]);
  await time.pass(500);
  assert.equal(session.registry.value.kind, "failed");
  assert.equal(requests.filter((path) => path.startsWith("/registry/")).length, 6);
});

test("ranges older than a minute are fetched again with the next check, and not without one", async () => {
  const { session, worker, time, requests } = await ready();
  session.edit("1");
  await time.pass(100);
  answer(worker(), ["00001"]);
  await time.pass(500);
  answer(worker());
  await time.pass(120_000);
  const count = () => requests.filter((path) => path.startsWith("/registry/")).length;
  assert.equal(count(), 1);
  session.edit("2");
  await time.pass(100);
  answer(worker());
  await time.pass(500);
  assert.equal(count(), 2);
  assert.ok(session.registry.value.kind === "ready" && time.now() - session.registry.value.fetchedAt < 1_000);
});

test("a registry that cannot be reached leaves the verdict, says why, and is tried again later", async () => {
  let isDown = true;
  const { session, worker, time } = await ready({
    range: (range) => (isDown ? undefined : registryRange(registryFile(), range)),
  });
  session.edit("1");
  await time.pass(100);
  answer(worker(), ["00001"]);
  await time.pass(500);
  assert.ok(session.registry.value.kind === "failed" && session.registry.value.reason.length > 0);
  assert.equal(session.checked.value?.text, "1");
  isDown = false;
  await time.pass(3_000);
  assert.equal(session.registry.value.kind, "ready");
});

test("a range of another product, revision or shape is not used", async () => {
  const good = registryRange(registryFile(), "00001");
  const wrong: unknown[] = [
    { ...good, targetProduct: "another" },
    { ...good, range: "00002" },
    { ...good, complete: false },
    { ...good, revision: "" },
    { ...good, entries: [{ id: 1, state: "active" }] },
    { ...good, pending: {} },
    [],
    null,
  ];
  for (const range of wrong) {
    const { session, worker, time } = await ready({ range: () => range as RegistryRange });
    session.edit("1");
    await time.pass(100);
    answer(worker(), ["00001"]);
    await time.pass(500);
    assert.equal(session.registry.value.kind, "failed");
  }
});

test("rules whose bytes are not those that their path names are refused, and retry asks again", async () => {
  let sent: Uint8Array = new TextEncoder().encode("{}");
  const { session, worker, time } = open({ spec: () => sent });
  worker().say({ kind: "loaded" });
  await time.pass(0);
  const failed = session.rules.value;
  assert.ok(failed.kind === "failed" && failed.reason.includes("corrupted in transit"));
  assert.equal(session.engine.value.kind, "ready");
  sent = bytes;
  session.retry();
  assert.equal(session.rules.peek().kind, "loading");
  await time.pass(0);
  worker().say({ kind: "rules-ready", rules: 1 });
  assert.equal(session.rules.value.kind, "ready");
});

test("a domain without rules says what the service says about it", async () => {
  const problem = { code: "spec-package-unavailable", detail: "Datamint did not answer.", retryAfterSeconds: 5 };
  const { session, time } = open({ domain: { specPackagePath: undefined, problem } });
  await time.pass(0);
  assert.deepEqual(session.rules.value, { kind: "failed", reason: "Datamint did not answer." });
});

test("rules that the engine cannot use are a failure, and the check ends", async () => {
  const { session, worker, time } = open();
  session.edit("1");
  await time.pass(100);
  worker().say({ kind: "loaded" });
  worker().say({ kind: "rules-failed", rules: 1, reason: "The network is down." });
  assert.ok(session.rules.value.kind === "failed" && session.rules.value.reason.includes("network is down"));
  assert.equal(session.isChecking.value, false);
  session.retry();
  worker().say({ kind: "rules-ready", rules: 1 });
  assert.deepEqual(checks(worker()), ["1"]);
});

test("another choice forgets the verdict, and late answers about the earlier rules are not heard", async () => {
  const { session, worker, time } = await ready();
  session.edit("1");
  await time.pass(100);
  assert.equal(session.selectDomain({ ...name, domainId: "none" }), false);
  assert.equal(session.selectDomain(name), true);
  assert.deepEqual([session.checked.value, session.rules.value.kind], [undefined, "loading"]);
  worker().say({ kind: "checked", turn: 1, rules: 1, result: verdict() });
  assert.equal(session.checked.value, undefined);
  await time.pass(0);
  worker().say({ kind: "rules-ready", rules: 2 });
  assert.deepEqual(checks(worker()), ["1", "1"]);
});

test("rules that the service replaces are noticed, with a check or a look at the page, asked for once a minute", async () => {
  const edit = async ({ session, worker, time }: Scene) => {
    session.edit(String(time.now()));
    await time.pass(100);
    answer(worker());
  };
  for (const act of [edit, ({ session }: Scene) => session.refresh()]) {
    let inForce: Options["inForce"];
    const scene = await ready({
      get inForce() {
        return inForce;
      },
    });
    const { session, time, requests } = scene;
    const asked = async () => {
      const before = requests.length;
      await act(scene);
      await time.pass(0);
      return [requests.length - before, session.isOutdated.value];
    };
    const askedLater = async (service: Options["inForce"]) => {
      await time.pass(61_000);
      inForce = service;
      return await asked();
    };
    assert.deepEqual(await asked(), [0, false]);
    assert.deepEqual(await askedLater(undefined), [1, false]);
    inForce = { digest: "other" };
    assert.deepEqual(await asked(), [0, false]);
    assert.deepEqual(await askedLater("none"), [2, false], "no rules at all are no other ones");
    assert.deepEqual(await askedLater("down"), [2, false]);
    assert.deepEqual(await askedLater({ digest: "other" }), [2, true]);
    assert.deepEqual(await asked(), [0, true]);
    assert.deepEqual(await askedLater("none"), [2, true]);
    assert.deepEqual(await askedLater("down"), [2, true]);
    assert.deepEqual(await askedLater({ digest: "same" }), [2, false], "the same rules, written differently");
    assert.deepEqual(await askedLater({ digest: "other" }), [2, true]);
    assert.deepEqual(await askedLater(undefined), [1, false], "they are in force again");
    assert.deepEqual(await askedLater({ digest: "other" }), [2, true]);
    const taken = registryRange(registryFile(), "00001");
    session.useRules({ name: "x", current: bytes, registry: { revision: taken.revision, ranges: [taken] } });
    assert.equal(session.isOutdated.value, false, "the rules of an example do not change");
  }
});

test("an example brings its own rules and registry, and asks the service for nothing", async () => {
  const { session, worker, time, requests } = await ready();
  const before = requests.length;
  const taken = registryRange(registryFile(), "00001");
  session.useRules({ name: "field.missing", current: bytes, registry: { revision: taken.revision, ranges: [taken] } });
  assert.deepEqual([session.domain.value, session.example.value], [undefined, "field.missing"]);
  worker().say({ kind: "rules-ready", rules: 2 });
  session.edit("1");
  await time.pass(100);
  answer(worker(), ["00001", "00002"]);
  await time.pass(10);
  const sent = worker().sent.findLast((message) => message.kind === "registry");
  assert.ok(sent?.kind === "registry" && sent.ranges.length === 2);
  assert.equal(requests.length, before);
});

test("no request carries credentials", async () => {
  const { session, worker, time, inits } = await ready();
  session.edit("1");
  await time.pass(100);
  answer(worker(), ["00001"]);
  await time.pass(500);
  assert.deepEqual(
    inits.map(({ credentials }) => credentials),
    ["omit", "omit"],
  );
});

type Scene = Awaited<ReturnType<typeof ready>>;

interface Options {
  readonly domain?: { readonly [member in keyof DomainFacts]?: DomainFacts[member] | undefined };
  readonly spec?: () => Uint8Array;
  /** What the service has instead of the rules of the page; `down` if it answers nothing. */
  readonly inForce?: { readonly digest: string } | "none" | "down" | undefined;
  /** Undefined when the service answers 503. */
  readonly range?: (name: string) => RegistryRange | undefined;
}

function open(options: Options = {}) {
  const time = createVirtualTime();
  const workers: FakeWorker[] = [];
  const requests: string[] = [];
  const inits: RequestInit[] = [];
  const fetch = serve(options);
  const session = createSession({
    facts: facts(options.domain),
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

/** A session with the engine and the rules loaded. */
async function ready(options?: Options) {
  const opened = open(options);
  await opened.time.pass(0);
  load(opened.worker());
  return opened;
}

function load(worker: FakeWorker): void {
  worker.say({ kind: "loaded" });
  worker.say({ kind: "rules-ready", rules: 1 });
}

function facts(change: Options["domain"] = {}): PageFacts {
  const hex = sha256(new TextDecoder().decode(bytes));
  const domain = {
    ...name,
    status: "ready",
    specPackageUrl: "s",
    submissionUrl: "s",
    candidateSchemaUrl: "c",
    specPackage: { digest: "same" },
    specPackagePath: `/facts/${hex}.json`,
    registryPath: "/registry",
    ...change,
  };
  return {
    publicUrl: "https://example.com",
    worker: "/w.js",
    examples: "/e.json",
    domains: [domain as unknown as DomainFacts],
  };
}

function serve(options: Options = {}) {
  const { spec = () => bytes, range = (name) => registryRange(registryFile(), name) } = options;
  return async (path: string): Promise<Response> => {
    const { inForce } = options;
    if (inForce !== undefined) {
      if (inForce === "down") return new Response("", { status: 503 });
      if (path !== "/api/domains") return new Response("", { status: 404 });
      return Response.json({ domains: [{ ...name, ...(inForce !== "none" && { specPackage: inForce }) }] });
    }
    if (!path.startsWith("/registry/")) return new Response(new Uint8Array(spec()));
    const found = range(path.slice("/registry/".length));
    return found === undefined ? new Response("", { status: 503 }) : new Response(JSON.stringify(found));
  };
}

function checks({ sent }: FakeWorker): readonly string[] {
  return sent.flatMap((message: ToWorker) => (message.kind === "check" ? [message.text] : []));
}

/** Answers the check that the worker got last. */
function answer(worker: FakeWorker, missingRanges: readonly string[] = []): void {
  const check = worker.sent.findLast((message) => message.kind === "check");
  const rules = worker.sent.findLast((message) => message.kind === "rules");
  assert.ok(check?.kind === "check" && rules?.kind === "rules");
  worker.say({ kind: "checked", turn: check.turn, rules: rules.rules, result: verdict(missingRanges) });
}

const compiled = engine.compileSpec(bytes);

function verdict(missingRanges: readonly string[] = []): CheckResult {
  assert.ok(compiled.kind === "ok");
  const registry = registryFromSnapshot(registryFile());
  const built = engine.build({ spec: compiled.spec, registry, candidate: candidateFile("loyalty-card") });
  return { kind: "verdict", built, missingRanges, ms: 1 };
}
