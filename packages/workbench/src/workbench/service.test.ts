import assert from "node:assert/strict";
import { test } from "node:test";
import { type BuildResult, type Envelope, type Json, limits } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { createVirtualTime } from "../../test/virtual-time.ts";
import { compare, createService, isTooLarge, type PageVerdict } from "./service.ts";

const canary = "ai_canary-0123456789";
const digest = `sha256:${"a".repeat(64)}`;
const minute = 60_000;

test("the service agrees when verdict and package are the same, whatever else its answer says", async () => {
  for (const candidate of [valid, invalid]) {
    const { service } = createScene(() => json(200, answerTo(candidate)));
    assert.deepEqual(compare(await service.confirm(envelope(candidate)), verdictOn(candidate)), {
      kind: "agrees",
      moved: [],
    });
  }
});

test("another digest, revision or diagnostic is named with both sides", async () => {
  const answer = answerTo(invalid);
  const { service } = createScene(() =>
    json(200, {
      ...answer,
      summary: "Another.",
      diagnostics: [],
      evidence: {
        ...answer.evidence,
        specPackage: { ...answer.evidence.specPackage, digest: `sha256:${"b".repeat(64)}` },
      },
    }),
  );
  const confirmation = compare(await service.confirm(envelope(invalid)), verdictOn(invalid));
  assert.ok(confirmation.kind === "differs");
  assert.deepEqual(
    confirmation.what.map(({ what, service }) => [what, service]),
    [
      ["rules", `sha256:${"b".repeat(64)}`],
      ["verdict", "Another."],
    ],
  );
});

test("without a verdict of the page, the verdict of the service is passed on", async () => {
  const answer = answerTo(invalid);
  const { service } = createScene(() => json(200, answer));
  assert.deepEqual(compare(await service.confirm(envelope(invalid))), {
    kind: "alone",
    valid: false,
    summary: answer.summary,
  });
});

test("an answer of a different shape is not a verdict", async () => {
  const answers = ["<!doctype html>", "null", "[]", "{}", '{"valid":true}', JSON.stringify({ title: 1, detail: 2 })];
  for (const text of answers) {
    for (const status of [200, 500]) {
      const { service } = createScene(() => new Response(text, { status }));
      assert.equal((await service.confirm(envelope(valid))).kind, "refused", text);
    }
  }
});

test("the request has no credentials, no cache and no referrer, and goes to the path of the public URL", async () => {
  const { service, requests } = createScene(() => json(200, answerTo(valid)));
  await service.confirm(envelope(valid));
  const [request] = requests;
  assert.equal(request?.address, "/assay/api/build");
  const { method, credentials, cache, referrerPolicy, redirect } = request.init;
  assert.deepEqual(
    { method, credentials, cache, referrerPolicy, redirect },
    { method: "POST", credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer", redirect: "error" },
  );
  const { options } = JSON.parse(String(request.init.body));
  assert.deepEqual(options, { fixes: true, upcoming: true });
});

test("the key is nowhere but in one header: not in the address, the body, a result, a log or an error", async (t) => {
  const logged = (["log", "info", "warn", "error", "debug"] as const).map((name) => t.mock.method(console, name));
  const echo = json(400, { title: canary, detail: canary, status: 400, code: "invalid", retryable: false });
  const answers: (() => Response)[] = [
    () => json(200, answerTo(valid)),
    () => echo,
    () => json(200, { ...answerTo(valid), summary: `Key ${canary}` }),
    () => {
      throw new TypeError(`Bearer ${canary} is an invalid header value`);
    },
  ];
  for (const answer of answers) {
    const { service, requests } = createScene(answer);
    const confirmation = await service.confirm(envelope(valid));
    const { headers, ...init } = requests[0]?.init ?? {};
    assert.equal(new Headers(headers).get("authorization"), `Bearer ${canary}`);
    const seen = JSON.stringify([confirmation, init, requests[0]?.address, service]);
    assert.ok(!seen.includes(canary), seen);
  }
  assert.ok(!JSON.stringify(logged.map(({ mock }) => mock.calls)).includes(canary));
});

test("a draft that the page could not read is sent as it is written", async () => {
  const { service, requests } = createScene(() => json(200, answerTo(valid)));
  const text = '{ "a": 1.0, "a": 12345678901234567890 }';
  await service.confirm(envelope(JSON.parse(text)), text);
  const body = String(requests[0]?.init.body);
  assert.ok(body.endsWith(`,"candidate":${text}}`), body);
  assert.equal(JSON.parse(body).domainId, "generator-option");
});

test("a draft that contains the key is not sent", async () => {
  const { service, requests } = createScene(() => json(200, answerTo(valid)));
  const leaking = { ...valid, rationaleNotes: `Use ${canary}.` };
  const confirmation = await service.confirm(envelope(leaking));
  assert.equal(confirmation.kind, "refused");
  assert.ok(!JSON.stringify(confirmation).includes(canary));
  const text = `{"a":"${canary.replace("canary", "can\\u0061ry")}"}`;
  assert.equal((await service.confirm(envelope(JSON.parse(text)), text)).kind, "refused");
  assert.deepEqual(requests, []);
});

test("a draft is too large as the page sends it, not as it is laid out", () => {
  const { bodyBytes } = limits;
  assert.equal(isTooLarge(`{${" ".repeat(bodyBytes)}"a": "x"}`), false);
  assert.equal(isTooLarge(JSON.stringify({ a: "x".repeat(bodyBytes - 100) })), true);
  assert.equal(isTooLarge(JSON.stringify({ a: "é".repeat(bodyBytes / 2) })), true);
  assert.equal(isTooLarge(JSON.stringify({ a: "x".repeat(bodyBytes - 300) })), false);
});

test("a key is forgotten after fifteen minutes in which it was not used", async () => {
  const { service, time, requests } = createScene(() => json(200, answerTo(valid)));
  await time.pass(14 * minute);
  await service.confirm(envelope(valid));
  await time.pass(14 * minute);
  assert.equal(service.hasKey.value, true);
  await time.pass(2 * minute);
  assert.equal(service.hasKey.value, false);
  assert.equal((await service.confirm(envelope(valid))).kind, "refused");
  assert.equal(requests.length, 1);
});

test("a key is forgotten although no timer ran while the machine slept", async () => {
  let now = 0;
  const service = createService({
    publicUrl: "https://example.com",
    fetch: async () => assert.fail(),
    now: () => now,
    timers: { after: () => () => {} },
  });
  service.setKey(canary);
  now = 16 * minute;
  assert.equal((await service.confirm(envelope(valid))).kind, "refused");
  assert.equal(service.hasKey.value, false);
});

type Candidate = { readonly [name: string]: Json };
const valid = candidateFile("loyalty-card") as Candidate;
const invalid: Candidate = { ...valid, generatorId: "Loyalty Card" };
const registry = registryFile();

const [spec, next] = ["1.0.0", "2.0.0"].map((version) => {
  const compiled = engine.compileSpec(specFile(`datamint/generator-option/${version}`));
  return compiled.kind === "ok" ? compiled.spec : assert.fail();
});

function built(candidate: Candidate) {
  assert.ok(spec);
  return engine.build({
    spec,
    next,
    registry: registryFromSnapshot(registry),
    candidate,
    upcoming: true,
  });
}

function verdictOn(candidate: Candidate): PageVerdict {
  return { built: built(candidate), rulesDigest: digest, revision: registry.revision };
}

/** What the service answers: the same, with links and evidence, and members in another order. */
function answerTo(candidate: Candidate): BuildResult {
  const { verdict, proposalPackage } = built(candidate);
  const linked = <T extends { readonly code: string }>(list: readonly T[]) =>
    list.map((diagnostic) => ({ docs: "d", ...diagnostic }));
  const { registry: found, upcoming, ...members } = verdict;
  return {
    evidence: {
      engine: { name: "assay", version: "1.0.0" },
      specPackage: { version: "1.0.0", digest, url: "u", checkedAt: "c" },
      registry: { revision: registry.revision, generatorId: found.generatorId, checkedAt: "c" },
      evaluatedAt: "e",
    },
    ...members,
    diagnostics: linked(members.diagnostics),
    ...(upcoming && { upcoming: { ...upcoming, diagnostics: linked(upcoming.diagnostics) } }),
    ...(proposalPackage && { proposalPackage, ownerReview: "o", submission: {} }),
  } as unknown as BuildResult;
}

function envelope(candidate: Candidate): Envelope {
  return { targetProduct: "datamint", domainId: "generator-option", candidate };
}

function json(status: number, value: unknown): Response {
  return new Response(JSON.stringify(value), { status });
}

function createScene(answer: () => Response) {
  const requests: { readonly address: string; readonly init: RequestInit }[] = [];
  const time = createVirtualTime();
  const service = createService({
    publicUrl: "https://example.com/assay",
    fetch: async (address, init) => {
      requests.push({ address, init });
      return answer();
    },
    now: time.now,
    timers: time.timers,
  });
  assert.equal(service.setKey(canary), true);
  return { service, requests, time };
}
