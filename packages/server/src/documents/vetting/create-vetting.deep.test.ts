import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import { comparisonKey } from "@assay/engine";
import { specFile } from "@assay/testing/cases/golden-cases";
import { createVetting } from "./create-vetting.ts";

const domain = { targetProduct: "datamint", domainId: "generator-option" };
const bytes = specFile("datamint/generator-option/1.0.0");

/** Every thread that is started meanwhile. */
function countThreads(): Disposable & { readonly started: number; readonly alive: number } {
  let [started, alive] = [0, 0];
  const count = (message: unknown) => {
    started += 1;
    alive += 1;
    (message as { worker: Worker }).worker.once("exit", () => {
      alive -= 1;
    });
  };
  subscribe("worker_threads", count);
  return {
    get started() {
      return started;
    },
    get alive() {
      return alive;
    },
    [Symbol.dispose]: () => void unsubscribe("worker_threads", count),
  };
}

test("one thread of the process tries every spec package, whichever service asks, and all are admitted", async () => {
  using threads = countThreads();
  const services = [createVetting(), createVetting()] as const;
  assert.equal(threads.started, 0, "nothing was to be tried yet");
  const asked = [...services, ...services];
  const admitted = await Promise.all(asked.map((vetting) => vetting.vetSpecPackage(bytes, domain)));
  assert.deepEqual(
    admitted.map(({ kind }) => kind),
    ["ok", "ok", "ok", "ok"],
  );
  const registry = Buffer.from("{}");
  services[0].close();
  assert.equal((await services[1].vetRegistry(registry, "datamint")).kind, "refused");
  services[1].close();
  assert.deepEqual([threads.started, threads.alive], [1, 1]);
});

test("what waits to be tried when the service stops ends at once", async () => {
  const vetting = createVetting();
  const pending = Array.from({ length: 4 }, () => vetting.vetSpecPackage(bytes, domain));
  vetting.close();
  for (const ended of [...(await Promise.all(pending)), await vetting.vetSpecPackage(bytes, domain)]) {
    assert.ok(ended.kind === "refused" && ended.cutShort);
    assert.match(ended.reason, /shutting down/);
  }
});

test("an admitted spec package is compiled, and a refused one comes with its problems", async () => {
  const vetting = createVetting();
  const vetted = await vetting.vetSpecPackage(bytes, domain);
  assert.ok(vetted.kind === "ok");
  const spec = await vetting.compileSpecPackage(bytes, vetted);
  assert.equal(spec.document.version, "1.0.0");

  const refused = await vetting.vetSpecPackage(Buffer.from("{}"), domain);
  assert.ok(refused.kind === "refused");
  assert.ok(refused.problems.length > 0);
  assert.equal(refused.cutShort, undefined, "the package is to blame, not the machine");
  vetting.close();
});

test("a registry is read on another thread and searched here", async () => {
  const vetting = createVetting();
  const registry = {
    format: "generator-registry/v1",
    targetProduct: "datamint",
    revision: "r1",
    complete: true,
    entries: [{ id: "person-basic", state: "active" }],
    pending: [],
  };
  const admitted = await vetting.vetRegistry(Buffer.from(JSON.stringify(registry)), "datamint");
  assert.ok(admitted.kind === "ok");
  assert.equal(admitted.value.view.revision, "r1");
  assert.equal(admitted.value.range, undefined);
  assert.deepEqual(admitted.value.view.find(comparisonKey("personbasic")), {
    kind: "taken",
    id: "person-basic",
    state: "active",
  });
  const cut = await vetting.vetRegistry(Buffer.from(JSON.stringify(registry)), "datamint", { withRanges: true });
  assert.ok(cut.kind === "ok");
  assert.equal(JSON.parse(Buffer.from(cut.value.range?.("00000") ?? []).toString()).revision, "r1");
  assert.equal((await vetting.vetRegistry(Buffer.from(JSON.stringify(registry)), "mintdata")).kind, "refused");
  vetting.close();
});
