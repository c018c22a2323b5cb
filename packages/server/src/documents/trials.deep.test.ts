import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { test } from "node:test";
import { specFile } from "@assay/testing/cases/golden-cases";
import { createTrials } from "./trials.ts";

const domain = { targetProduct: "datamint", domainId: "generator-option" };
const bytes = specFile("datamint/generator-option/1.0.0");
const document = JSON.parse(new TextDecoder().decode(bytes));

test("one thread of the process tries every document, whichever service asks", async () => {
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  subscribe("worker_threads", count);
  const [one, other] = [createTrials(), createTrials()];
  const opened = await Promise.all([one, other, one, other].map((trials) => trials.openSpecPackage(bytes, domain)));
  for (const { kind } of opened) assert.equal(kind, "ok");
  one.close();
  assert.equal((await other.openRegistry(createRegistry(1), "datamint")).kind, "ok");
  other.close();
  assert.equal(threads, 1);
  unsubscribe("worker_threads", count);
});

test("a broken package, one whose tests fail and one of another domain are refused with the reason", async () => {
  const trials = createTrials();
  const findReason = async (changed: object, as = domain) => {
    const opened = await trials.openSpecPackage(Buffer.from(JSON.stringify({ ...document, ...changed })), as);
    return opened.kind === "refused" ? opened.reason : opened.kind;
  };
  assert.match(await findReason({ title: 5 }), /^1 problem: spec\.shape at "\/title": ./);
  assert.match(await findReason({ title: 5, version: "first" }), /^2 problems: spec\.shape at "\/version": ./);
  const rules = document.rules.map((rule: { readonly check: string }) =>
    rule.check === "cel" ? { ...rule, assert: "true" } : rule,
  );
  assert.match(await findReason({ rules }), /spec\.test-failed/);
  const other = { ...domain, domainId: "other-option" };
  assert.match(await findReason({}, other), /"datamint\/other-option", found "datamint\/generator-option"/);
  trials.close();
});

test("a trial that takes too much is cut short, and the next one has a thread again", async () => {
  for (const [limits, reason] of [
    [{ memoryMb: 32, seconds: 600 }, /more than 32 MB/],
    [{ memoryMb: 256, seconds: 0 }, /within 0 s/],
  ] as const) {
    // A thread has the limits with which it was started.
    const first = createTrials({ memoryMb: 256, seconds: 0 });
    assert.equal((await first.openRegistry(createRegistry(100_000), "datamint")).kind, "cut-short");
    const trials = createTrials(limits);
    const opened = await trials.openRegistry(createRegistry(100_000), "datamint");
    assert.ok(opened.kind === "cut-short");
    assert.match(opened.reason, reason);
    assert.equal((await createTrials().openSpecPackage(bytes, domain)).kind, "ok");
  }
});

test("what is tried or waits when the service stops ends at once", async () => {
  const trials = createTrials();
  const pending = Array.from({ length: 4 }, () => trials.openRegistry(createRegistry(100_000), "datamint"));
  trials.close();
  for (const ended of [...(await Promise.all(pending)), await trials.openSpecPackage(bytes, domain)]) {
    assert.ok(ended.kind === "cut-short");
    assert.match(ended.reason, /shutting down/);
  }
});

function createRegistry(count: number): Uint8Array {
  const entries = Array.from({ length: count }, (_, index) => ({ id: `generator-number-${index}`, state: "active" }));
  const about = { format: "generator-registry/v1", targetProduct: "datamint", revision: "1", complete: true };
  return Buffer.from(JSON.stringify({ ...about, entries, pending: [] }));
}
