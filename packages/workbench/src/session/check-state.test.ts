import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "@assay/testing/seeded-random";
import { type CheckEvent, initialState, reduce } from "./check-state.ts";

const run = (...events: readonly CheckEvent[]) => events.reduce(reduce, initialState);
const crash: CheckEvent = { kind: "gone", cause: "crashed", detail: "It broke." };
const hang: CheckEvent = { kind: "gone", cause: "stuck", detail: "" };
const edit = (text: string): CheckEvent => ({ kind: "edit", text });
const [start, loaded, paused] = [{ kind: "start" }, { kind: "loaded" }, { kind: "paused" }] as const;
const prepared = { kind: "prepare", preparation: "done" } as const;
const checking = [start, loaded, prepared, edit("1"), paused] as const;
const idle = [...checking, { kind: "checked", checkId: 1 }] as const;

test("a check starts once the worker and the rules are ready and the author has paused, in whichever order", () => {
  for (const events of [
    checking,
    [start, edit("1"), loaded, paused, prepared],
    [edit("1"), paused, start, loaded, prepared],
  ]) {
    assert.deepEqual(run(...(events as CheckEvent[])).sent, { checkId: 1, text: "1" });
  }
  assert.equal(run(start, loaded, prepared, edit("1")).sent, undefined);
});

test("a worker that crashes or hangs while idle leaves no notice, and the next worker checks the text again", () => {
  for (const gone of [crash, hang]) {
    const state = run(...idle, gone, start, loaded, prepared);
    assert.deepEqual([state.notice, state.sent?.text], [undefined, "1"]);
  }
});

test("whatever happens, checks run only in a ready worker, and only an interrupted check leaves a notice", () => {
  const random = createRandom(34);
  const kinds = ["loaded", "forget", "recheck", "paused", "retry"] as const;
  const preparations = ["sent", "done", "done", "failed"] as const;
  for (let round = 0; round < 500; round += 1) {
    let state = reduce(initialState, start);
    for (let step = 0; step < 60; step += 1) {
      const event: CheckEvent = random.pick<CheckEvent>([
        ...kinds.map((kind) => ({ kind })),
        ...preparations.map((preparation) => ({ kind: "prepare", preparation }) as const),
        ...[crash, hang, edit("1"), edit("2"), { kind: "checked", checkId: state.checkId } as const],
        ...(state.worker === "gone" ? [start, start, start] : []),
      ]);
      // A worker that has ended neither answers nor crashes.
      if (["gone", "failed"].includes(state.worker) && !["start", "retry", "edit", "paused"].includes(event.kind))
        continue;
      const before = state;
      state = reduce(state, event);
      if (state.sent) assert.deepEqual([state.worker, state.isTyping && !before.sent], ["ready", false], event.kind);
      if (state.sent) assert.notEqual(state.sent.text, state.skippedText);
      if (state.notice !== undefined && before.notice === undefined) assert.ok(before.sent && event.kind === "gone");
      assert.ok(state.restarts <= 4);
      if (event.kind === "gone") assert.equal(state.worker, before.restarts < 3 ? "gone" : "failed");
    }
  }
});
