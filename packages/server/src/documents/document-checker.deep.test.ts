import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { test } from "node:test";
import { specFile } from "@assay/testing/cases/golden-cases";
import { createDocumentChecker } from "./document-checker.ts";

const domain = { targetProduct: "datamint", domainId: "generator-option" };
const bytes = specFile("datamint/generator-option/1.0.0");
const document = JSON.parse(new TextDecoder().decode(bytes));

test("checks the documents of all services in a process on one shared thread", async () => {
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  subscribe("worker_threads", count);
  const [first, second] = [createDocumentChecker(), createDocumentChecker()];
  const opened = await Promise.all([first, second, first, second].map((each) => each.openSpecPackage(bytes, domain)));
  for (const { kind } of opened) assert.equal(kind, "ok");
  first.close();
  assert.equal((await second.openRegistry(createRegistry(1), "datamint")).kind, "ok");
  second.close();
  assert.equal(threads, 1);
  unsubscribe("worker_threads", count);
});

test("explains why it refuses a broken package, a package with failing tests and a package for another domain", async () => {
  const checker = createDocumentChecker();
  const findReason = async (changes: object, expected = domain) => {
    const opened = await checker.openSpecPackage(Buffer.from(JSON.stringify({ ...document, ...changes })), expected);
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
  checker.close();
});

test("interrupts a check that exceeds its memory or time, and checks the next document on a new thread", async () => {
  for (const [limits, reason] of [
    [{ memoryMb: 32, seconds: 600 }, /more than 32 MB/],
    [{ memoryMb: 256, seconds: 0 }, /within 0 s/],
  ] as const) {
    // A thread keeps the limits that it was started with, so end the old thread first.
    const first = createDocumentChecker({ memoryMb: 256, seconds: 0 });
    assert.equal((await first.openRegistry(createRegistry(100_000), "datamint")).kind, "interrupted");
    const documentChecker = createDocumentChecker(limits);
    const opened = await documentChecker.openRegistry(createRegistry(100_000), "datamint");
    assert.ok(opened.kind === "interrupted");
    assert.match(opened.reason, reason);
    assert.equal((await createDocumentChecker().openSpecPackage(bytes, domain)).kind, "ok");
  }
});

test("interrupts running and queued checks at once when the service closes", async () => {
  const documentChecker = createDocumentChecker();
  const pending = Array.from({ length: 4 }, () => documentChecker.openRegistry(createRegistry(100_000), "datamint"));
  documentChecker.close();
  for (const result of [...(await Promise.all(pending)), await documentChecker.openSpecPackage(bytes, domain)]) {
    assert.ok(result.kind === "interrupted");
    assert.match(result.reason, /shutting down/);
  }
});

function createRegistry(count: number): Uint8Array {
  const entries = Array.from({ length: count }, (_, index) => ({ id: `generator-number-${index}`, state: "active" }));
  const members = { format: "generator-registry/v1", targetProduct: "datamint", revision: "1", complete: true };
  return Buffer.from(JSON.stringify({ ...members, entries, pending: [] }));
}
