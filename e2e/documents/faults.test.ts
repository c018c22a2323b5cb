import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { limits } from "@assay/contract";
import { startApp } from "@assay/server";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { waitUntil } from "@assay/testing/wait-until";
import { createCandidate } from "../http/create-envelope.ts";
import { type Caller, createCaller } from "./create-caller.ts";
import { createDomainSettings } from "./create-domain-settings.ts";
import {
  type Document,
  type Fault,
  startCanary,
  startUnreliableProduct,
  type UnreliableProduct,
} from "./unreliable-product.ts";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";

const candidateWithTakenId = createCandidate({ generatorId: "person-basic" });

interface Fixture {
  readonly product: UnreliableProduct;
  readonly clock: VirtualClock;
  readonly caller: Caller;
  readonly refreshSeconds: number;
  /** How long the last good copy of each document may be used. */
  readonly maxStaleSeconds: { readonly specPackage: number; readonly registry: number };
  readonly fetchTimeoutMs: number;
  readonly operatorUrl: string;
}

// For slow documents, whose refreshes last for the whole timeout. The long timeout suits a busy machine.
const shortFetchTimeoutMs = 800;

async function startFixture(
  scope: AsyncDisposableStack,
  refreshSeconds: number,
  fetchTimeoutMs: number = longTimeouts.fetchTimeoutMs,
): Promise<Fixture> {
  const product = scope.use(await startUnreliableProduct());
  const clock = createVirtualClock();
  // While a document hangs, every refresh takes the whole timeout, so the copy should expire after a few refreshes.
  const specPackage = fetchTimeoutMs === shortFetchTimeoutMs ? 3 * refreshSeconds : 3_600;
  const maxStaleSeconds = { specPackage, registry: 300 };
  const domain = createDomainSettings(product, { refreshSeconds, maxStaleSeconds });
  const { now, sleep } = clock;
  const options = { limit: generousLimit, ...longTimeouts, fetchTimeoutMs };
  const app = scope.use(await startApp({ ...options, domains: [domain], now, sleep }));
  const { url, operatorUrl } = app;
  return { product, clock, caller: createCaller(url), refreshSeconds, maxStaleSeconds, fetchTimeoutMs, operatorUrl };
}

type Faults = { readonly [name: string]: Fault };

const slowFaults: Faults = {
  "that hangs": { kind: "hung" },
  "that arrives a byte at a time": { kind: "slow" },
};

const createEditFault = (from: string | RegExp, to: string): Fault => ({
  kind: "edited",
  edit: (text) => text.replace(from, to),
});

/** The faults that any document can have. */
const commonFaults: Faults = {
  ...slowFaults,
  "whose URL returns status 500": { kind: "status", status: 500 },
  "that is garbage": { kind: "garbage" },
  "that is cut off halfway": { kind: "half" },
  "that never ends": { kind: "endless" },
  "that is a decompression bomb": { kind: "bomb" },
  "with an unexpected content type": { kind: "content type", contentType: "text/html" },
  "whose URL returns status 304 with an unknown entity tag": { kind: "not modified", etag: '"another"' },
  "for another product": createEditFault('"targetProduct":"datamint"', '"targetProduct":"mintdata"'),
};

const faultsByDocument: { readonly [document in Exclude<Document, "next">]: Faults } = {
  "spec package": {
    ...commonFaults,
    "whose own tests fail": createEditFault('"owner.kind-not-allowed"', '"field.missing"'),
  },
  registry: {
    ...commonFaults,
    "that is not complete": createEditFault('"complete":true', '"complete":false'),
  },
};

for (const document of ["spec package", "registry"] as const) {
  suite(`a ${document}`, () => {
    const scope = new AsyncDisposableStack();
    const part = document === "spec package" ? "specPackage" : "registry";
    let fixtureWithLongTimeout: Fixture;
    let fixtureWithShortTimeout: Fixture;
    let canary: Awaited<ReturnType<typeof startCanary>>;
    before(async () => {
      canary = scope.use(await startCanary());
      const refreshSeconds = document === "spec package" ? 240 : 100;
      fixtureWithLongTimeout = await startFixture(scope, refreshSeconds);
      fixtureWithShortTimeout = await startFixture(scope, refreshSeconds, shortFetchTimeoutMs);
    });
    after(() => scope.disposeAsync());

    const createRedirectFault = (): Fault => ({ kind: "redirect", to: `http://127.0.0.1:${canary.port}/` });
    for (const name of [...Object.keys(faultsByDocument[document]), "whose URL redirects"]) {
      test(`instead of a ${document} ${name}, the last good copy is used until it expires`, async () => {
        const fixture = Object.hasOwn(slowFaults, name) ? fixtureWithShortTimeout : fixtureWithLongTimeout;
        const { product, clock, caller, refreshSeconds, maxStaleSeconds } = fixture;
        product.setFault(document);
        await assertRecovers(fixture);
        const freshVerdict = await caller.validate(candidateWithTakenId);
        assert.equal(freshVerdict.status, 200);
        const freshVerdictTime = clock.now().getTime();

        product.setFault(document, faultsByDocument[document][name] ?? createRedirectFault());
        await clock.advance(2 * refreshSeconds + 1);
        assert.equal((await caller.fetchDomain()).status, "degraded");
        const staleVerdict = await caller.validate(candidateWithTakenId);
        const { asOf = "" } = staleVerdict.body[part];
        assert.deepEqual(staleVerdict.body, { ...freshVerdict.body, [part]: { ...freshVerdict.body[part], asOf } });
        assert.equal(staleVerdict.body.diagnostics[0]?.code, "registry.id-taken");

        const checkedAt = Date.parse(asOf);
        assert.ok(checkedAt <= freshVerdictTime);
        await clock.advance(maxStaleSeconds[part] - (clock.now().getTime() - checkedAt) / 1_000);
        assert.equal((await caller.validate(candidateWithTakenId)).status, 200, "just before it expires");
        await clock.advance(1);
        const { status, problem, headers } = await caller.validate(candidateWithTakenId);
        const code = document === "spec package" ? "spec-package-unavailable" : "registry-unavailable";
        assert.partialDeepStrictEqual({ status, problem }, { status: 503, problem: { code, retryable: true } });
        assert.match(headers.get("retry-after") ?? "", /^[1-9]\d*$/);
        const domain = await caller.fetchDomain();
        assert.partialDeepStrictEqual(domain, { status: "unavailable", problem: { code, detail: problem.detail } });
        assert.equal(domain.specPackage === undefined, document === "spec package");
        // The service stops reading at its limit. Socket buffers can hold a few MiB more.
        if (name === "that never ends") assert.ok(product.endlessBytes < limits.registry.bytes + 12 * 2 ** 20);

        product.setFault(document);
        await assertRecovers(fixture);
        assert.equal((await caller.validate(candidateWithTakenId)).body.diagnostics[0]?.code, "registry.id-taken");
        assert.equal(canary.hits, 0);
      });
    }
  });
}

async function countFailures({ operatorUrl }: Fixture, part: string): Promise<number> {
  const text = await (await fetch(`${operatorUrl}/metrics`, { headers: { connection: "close" } })).text();
  const labels = `product="datamint",domain="generator-option",part="${part}"`;
  const rows = text.split("\n").filter((line) => line.startsWith(`assay_refresh_failures_total{${labels},`));
  return rows.reduce((sum, row) => sum + Number(row.split(" ").at(-1)), 0);
}

// One refresh is enough, except with the short timeout, which a busy machine might exceed.
async function assertRecovers({ clock, caller, refreshSeconds, fetchTimeoutMs }: Fixture): Promise<void> {
  const refreshOnce = async () => {
    await clock.advance(refreshSeconds);
    return (await caller.fetchDomain()).status;
  };
  if (fetchTimeoutMs !== shortFetchTimeoutMs) assert.equal(await refreshOnce(), "ready");
  else await waitUntil("the domain is ready", refreshOnce, { isDone: (status) => status === "ready" });
}

test("while a product is down, its registry expires first, then its rules; both are back within one refresh", async () => {
  await using scope = new AsyncDisposableStack();
  const fixture = await startFixture(scope, 60);
  const { product, clock, caller } = fixture;
  const lastFetch = clock.now().toISOString();
  await product.kill();
  await clock.advance(300);
  assert.equal((await caller.fetchDomain()).status, "degraded");
  const lastBuild = await caller.build();
  assert.equal(lastBuild.status, 200);
  assert.ok(lastBuild.body.proposalPackage);
  assert.deepEqual([lastBuild.body.specPackage.asOf, lastBuild.body.registry.asOf], [lastFetch, lastFetch]);
  await clock.advance(1);
  assert.equal((await caller.build()).problem.code, "registry-unavailable");
  assert.equal((await caller.fetchDomain()).status, "unavailable");
  await clock.advance(3_299);
  assert.equal((await caller.build()).problem.code, "registry-unavailable");
  await clock.advance(1);
  assert.equal((await caller.build()).problem.code, "spec-package-unavailable");
  assert.equal((await caller.fetchDomain()).status, "unavailable");
  await product.revive();
  await assertRecovers(fixture);
  assert.equal((await caller.build()).status, 200);
});

test("a domain whose registry expires between two refreshes is not listed as ready while calls for it get 503", async () => {
  await using scope = new AsyncDisposableStack();
  const { clock, caller } = await startFixture(scope, 600);
  // The first wait ends at a random time; the next one takes nearly the whole refresh interval.
  await clock.wakeNext();
  assert.equal((await caller.fetchDomain()).status, "ready");
  assert.equal((await caller.validate(candidateWithTakenId)).status, 200);
  await clock.advance(300);
  assert.equal((await caller.fetchDomain()).status, "ready", "just before it expires");
  await clock.advance(1);
  assert.equal((await caller.fetchDomain()).status, "unavailable");
  assert.equal((await caller.validate(candidateWithTakenId)).status, 503);
  await clock.advance(299);
  assert.equal((await caller.fetchDomain()).status, "ready");
});

test("if announced rules cannot be fetched, the current rules stay in force, and the failure is counted", async () => {
  await using scope = new AsyncDisposableStack();
  const canary = scope.use(await startCanary());
  const fixture = await startFixture(scope, 60, shortFetchTimeoutMs);
  const { product, clock, caller } = fixture;
  await assertRecovers(fixture);
  assert.equal((await caller.fetchDomain()).nextSpecPackage?.version, "2.0.0");
  const faults: readonly Fault[] = [
    { kind: "status", status: 404 },
    { kind: "garbage" },
    { kind: "hung" },
    { kind: "redirect", to: `http://127.0.0.1:${canary.port}/` },
  ];
  for (const fault of faults) {
    const before = await countFailures(fixture, "next spec package");
    product.setFault("next", fault);
    await clock.advance(60);
    const domain = await caller.fetchDomain();
    assert.equal(domain.status, "ready", "the current rules are up to date");
    assert.equal(domain.nextSpecPackage?.version, "2.0.0", "the last good copy");
    assert.ok((await countFailures(fixture, "next spec package")) > before, "the failure is counted");
    const { rationaleNotes: _, ...candidate } = createCandidate();
    const { status, body } = await caller.validate(candidate);
    assert.equal(status, 200);
    assert.equal(body.upcoming?.version, "2.0.0");
  }
  assert.equal(canary.hits, 0);
  product.setFault("next");
  await assertRecovers(fixture);
});

test("a service that starts while a product is down serves the other domains at once, and that product's domain one refresh after the product is back", async () => {
  await using scope = new AsyncDisposableStack();
  const [down, working] = [scope.use(await startUnreliableProduct()), scope.use(await startUnreliableProduct())];
  const otherDomainFault = createEditFault(/"domainId":\s*"generator-option"/, '"domainId":"other-option"');
  working.setFault("spec package", otherDomainFault);
  working.setFault("next", otherDomainFault);
  await down.kill();
  const clock = createVirtualClock();
  const domains = [
    createDomainSettings(down, { refreshSeconds: 60 }),
    createDomainSettings(working, { refreshSeconds: 60, domainId: "other-option" }),
  ];
  const { now, sleep } = clock;
  const lines: string[] = [];
  const downDomain = "generator-option";
  const findLogLines = (name: string) =>
    lines.map((line) => JSON.parse(line)).filter(({ event, domainId }) => event === name && domainId === downDomain);
  const log = { level: "info" as const, to: { write: (line: string) => void lines.push(line) } };
  const app = scope.use(await startApp({ limit: generousLimit, ...longTimeouts, domains, now, sleep, log }));
  const caller = createCaller(app.url);
  const readiness = await fetch(`${app.operatorUrl}/readyz`);
  assert.equal(readiness.status, 200);
  assert.match(await readiness.text(), /datamint\/generator-option is unavailable, without a spec package \(/);
  const { status, problem, headers } = await caller.validate();
  assert.partialDeepStrictEqual({ status, problem }, { status: 503, problem: { code: "spec-package-unavailable" } });
  assert.ok(Number(headers.get("retry-after")) > 0);
  assert.partialDeepStrictEqual(findLogLines("call"), [{ targetProduct: "datamint", status: 503 }]);
  assert.equal((await caller.fetchDomain()).status, "unavailable");
  assert.equal((await caller.fetchDomain("other-option")).status, "ready");
  assert.equal((await caller.validate(candidateWithTakenId, { domainId: "other-option" })).status, 200);
  await clock.advance(600);
  assert.equal((await caller.validate()).status, 503);
  assert.equal((await caller.validate(candidateWithTakenId, { domainId: "other-option" })).status, 200);

  await down.revive();
  await clock.advance(60);
  assert.equal((await caller.fetchDomain()).status, "ready");
  assert.equal((await caller.validate()).status, 200);
  assert.partialDeepStrictEqual(findLogLines("domain-status"), [
    { status: "unavailable", lacks: "spec-package", level: 40 },
    { status: "ready", level: 30 },
  ]);
});
