import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { specFile } from "@assay/testing/cases/golden-cases";
import { waitUntil } from "@assay/testing/wait-until";
import { type CutShort, createVettingThread } from "./vetting-thread.ts";
import type { Job } from "./vetting-worker.ts";

const bounds = { memoryMb: 128, processorSeconds: 60, seconds: 600, idleSeconds: 0 };
const job: Job = {
  kind: "spec-package",
  bytes: specFile("datamint/generator-option/1.0.0"),
  targetProduct: "datamint",
  domainId: "generator-option",
};
const failing = { ...job, bytes: undefined } as unknown as Job;
// Large when it is read. If the engine itself did not fit while it is loaded, V8 could end the whole process.
const large: Job = { kind: "registry", bytes: registryOf(100_000), targetProduct: "datamint", withRanges: false };

function registryOf(count: number): Uint8Array {
  const entries = Array.from({ length: count }, (_, index) => ({ id: `generator-number-${index}`, state: "active" }));
  const about = { format: "generator-registry/v1", targetProduct: "datamint", revision: "1", complete: true };
  return Buffer.from(JSON.stringify({ ...about, entries, pending: [] }));
}

// Those of this process that run.
function threads(): number {
  return (process.report.getReport() as unknown as { readonly workers: readonly unknown[] }).workers.length;
}

type Answer = { readonly kind: "ok" } | { readonly kind: "refused"; readonly reason: string } | CutShort;

test("a job that fails, or takes too much, is cut short, and the next one has a thread again", async () => {
  for (const [name, tight, cut, reason] of [
    ["failing", bounds, failing, /^checking it failed: ./],
    ["memory", { ...bounds, memoryMb: 48 }, large, /^checking it needs more than 48 MB/],
    // Below zero, so that it is used up however quick the machine is.
    [
      "processor time",
      { ...bounds, processorSeconds: -1 },
      job,
      /more than -1 s of processor time.*machine may be too slow/,
    ],
    ["time", { ...bounds, seconds: 0 }, job, /did not end within 0 s.*machine may be too slow/],
  ] as const) {
    const thread = createVettingThread(tight);
    for (let round = 0; round < 2; round += 1) {
      const answer = await thread.run<Answer>(cut);
      assert.ok("cutShort" in answer && answer.kind === "refused", name);
      assert.match(answer.reason, reason);
    }
    if (tight === bounds) assert.equal((await thread.run<Answer>(job)).kind, "ok");
  }
});

test("jobs are done in the order in which they came, and one that continues another goes first", async () => {
  const thread = createVettingThread(bounds);
  const done: string[] = [];
  const run = (name: string, options?: { readonly continues: boolean }) =>
    thread.run<Answer>({ ...job, domainId: name }, options).then(() => done.push(name));
  await Promise.all([run("a"), run("b"), run("c"), run("next of a", { continues: true })]);
  assert.deepEqual(done, ["a", "next of a", "b", "c"]);
});

test("a service that shuts down ends its own jobs at once, and no other's", async () => {
  const thread = createVettingThread(bounds);
  const closing = new AbortController();
  const { signal } = closing;
  const running = thread.run<Answer>(large, { signal });
  const waiting = thread.run<Answer>(job, { signal });
  const others = thread.run<Answer>(job);
  closing.abort();
  for (const ended of [await running, await waiting]) {
    assert.deepEqual(ended, {
      kind: "refused",
      reason: "the service is shutting down",
      problems: [],
      cutShort: true,
    });
  }
  assert.equal((await others).kind, "ok");
});

test("a thread without jobs ends, and the next job has a thread again", async () => {
  const thread = createVettingThread(bounds);
  const answered = thread.run<Answer>(job);
  await waitUntil("the thread runs", () => threads() === 1);
  assert.equal((await answered).kind, "ok");
  await waitUntil("no thread runs", () => threads() === 0);
  assert.equal((await thread.run<Answer>(job)).kind, "ok");
});

test("a thread that has nothing to do keeps no process alive", async () => {
  const script = `
    import { createVettingThread } from ${JSON.stringify(import.meta.resolve("./vetting-thread.ts"))};
    const { kind } = await createVettingThread().run({ kind: "registry", bytes: Buffer.from("{}"), targetProduct: "datamint" });
    process.stdout.write(kind);`;
  const args = ["--conditions=assay-source", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 120_000 });
  assert.equal(stdout, "refused");
});
