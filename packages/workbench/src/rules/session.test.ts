import assert from "node:assert/strict";
import { test } from "node:test";
import { createFakeWorker, type FakeWorker } from "../../test/fake-worker.ts";
import { createVirtualTime } from "../../test/virtual-time.ts";
import type { FromRulesWorker, ToRulesWorker } from "./messages.ts";
import { createRulesSession } from "./session.ts";

type Worker = FakeWorker<ToRulesWorker, FromRulesWorker>;

test("a text is checked 150 ms after the last key, and the newest text wins", async () => {
  const { session, worker, time } = await ready();
  session.edit("1");
  await time.pass(100);
  session.edit("12");
  await time.pass(100);
  assert.deepEqual([checks(worker()), session.isChecking.value], [[], true]);
  await time.pass(60);
  assert.deepEqual(checks(worker()), ["12"]);
  session.edit("123");
  await time.pass(200);
  answer(worker());
  await time.pass(0);
  answer(worker());
  assert.deepEqual([session.checked.value?.text, session.isChecking.value], ["123", false]);
});

test("a worker that crashes while idle, and does not load again, is given up after three restarts", async () => {
  const { session, workers, worker, time } = await ready();
  session.edit("1");
  await time.pass(200);
  answer(worker());
  worker().crash("It broke.");
  await time.pass(600_000);
  assert.equal(workers.length, 4);
  assert.equal(session.engine.value.kind, "failed");
  assert.deepEqual([session.notice.value, session.isChecking.value], [undefined, false], "no check took too long");
});

test("after a crash while idle, the new worker is told everything and checks the text again", async () => {
  const { session, workers, worker, time } = await ready();
  session.tryDraft("{}");
  session.edit("1");
  await time.pass(200);
  answer(worker());
  worker().crash("It broke.");
  await time.pass(1_000);
  assert.equal(workers.length, 2);
  worker().say({ kind: "loaded" });
  assert.deepEqual(
    worker().sent.map(({ kind }) => kind),
    ["published", "draft", "check"],
  );
  answer(worker());
  assert.deepEqual([session.notice.value, session.isChecking.value], [undefined, false]);
  // A crash much later has three restarts of its own.
  for (let crashes = 1; crashes <= 3; crashes += 1) {
    worker().crash("It broke.");
    await time.pass(10_000);
  }
  worker().say({ kind: "loaded" });
  assert.deepEqual([workers.length, checks(worker())], [5, ["1"]]);
});

test("a worker that hangs while it loads again is replaced, nothing is said about a check, and the text is checked", async () => {
  const { session, workers, worker, time } = await ready();
  session.edit("1");
  await time.pass(200);
  answer(worker());
  worker().crash("It broke.");
  await time.pass(62_000);
  assert.deepEqual([workers.length, session.notice.value], [3, undefined]);
  worker().say({ kind: "loaded" });
  assert.deepEqual(checks(worker()), ["1"]);
});

test("a check that takes longer than 15 seconds is stopped, said, and not repeated for the same text", async () => {
  const { session, workers, worker, time } = await ready();
  session.edit("slow");
  await time.pass(15_100);
  assert.equal(workers.length, 1);
  await time.pass(100);
  assert.equal(workers.length, 2);
  assert.match(session.notice.value ?? "", /longer than 15 seconds/);
  worker().say({ kind: "loaded" });
  await time.pass(1_000);
  assert.deepEqual([checks(worker()), session.isChecking.value], [[], false]);
  session.edit("quick");
  await time.pass(200);
  answer(worker());
  assert.deepEqual([session.notice.value, session.checked.value?.text], [undefined, "quick"]);
});

test("a text at which the engine crashes is said, and not repeated", async () => {
  const { session, workers, worker, time } = await ready();
  session.edit("fatal");
  await time.pass(200);
  worker().crash("It broke.");
  await time.pass(10_000);
  worker().say({ kind: "loaded" });
  await time.pass(60_000);
  assert.deepEqual([workers.length, checks(worker())], [2, []]);
  assert.ok(session.notice.value);
});

test("what failed is tried again on demand, with the newest text", async () => {
  const { session, workers, worker, time } = open();
  for (let crashes = 1; crashes <= 4; crashes += 1) {
    worker().crash("SyntaxError: no");
    await time.pass(10_000);
  }
  assert.ok(session.engine.value.kind === "failed" && session.engine.value.reason.includes("SyntaxError: no"));
  session.edit("1");
  await time.pass(200);
  session.retry();
  worker().say({ kind: "loaded" });
  assert.deepEqual([workers.length, checks(worker())], [5, ["1"]]);
});

function open() {
  const time = createVirtualTime();
  const workers: Worker[] = [];
  const session = createRulesSession({
    startWorker: () => {
      const worker: Worker = createFakeWorker();
      workers.push(worker);
      return worker;
    },
    fetch: async () => new Response("", { status: 503 }),
    now: time.now,
    timers: time.timers,
  });
  return { session, workers, worker: () => workers.at(-1) ?? assert.fail(), time };
}

/** A session whose worker is loaded. */
async function ready() {
  const opened = open();
  await opened.time.pass(0);
  opened.worker().say({ kind: "loaded" });
  return opened;
}

function checks({ sent }: Worker): readonly string[] {
  return sent.flatMap((message) => (message.kind === "check" ? [message.text] : []));
}

/** Answers the check that the worker got last. */
function answer(worker: Worker): void {
  const check = worker.sent.findLast((message) => message.kind === "check");
  assert.ok(check?.kind === "check");
  const result = { isAccepted: true, problems: [], tests: [], canTry: true, ms: 1 };
  worker.say({ kind: "checked", turn: check.turn, result });
}
