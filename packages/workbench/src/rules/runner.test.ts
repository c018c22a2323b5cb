import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSpecPackage, resolvedTests, type SpecPackage } from "@assay/contract";
import { loadEngineParts } from "@assay/engine/load-parts";
import { sha256 } from "@assay/testing/sha256";
import { type FromRulesWorker, readRulesMessage } from "./messages.ts";
import { createRulesRunner } from "./runner.ts";

const published = firstSpecPackage("wayfinder", "route");
const [accepted] = resolvedTests(published);
const text = (edit: Partial<SpecPackage> = {}) => JSON.stringify({ ...published, ...edit });

const withAssert = (assert: string) =>
  (published.rules ?? []).map((rule) => (rule.check === "cel" ? { ...rule, assert } : rule));

/** The other end of the messages; what it receives has the shape that the page accepts. */
function createPage() {
  const received: FromRulesWorker[] = [];
  let heard = () => {};
  const send = createRulesRunner({
    sha256,
    loadParts: (packages) => loadEngineParts(sha256, packages),
    turn: () => new Promise(setImmediate),
    pause: () => new Promise(setImmediate),
    now: () => 0,
    fail(error) {
      throw error;
    },
    post(message) {
      received.push(readRulesMessage(structuredClone(message)) ?? assert.fail(JSON.stringify(message)));
      heard();
    },
  });
  async function next<Kind extends FromRulesWorker["kind"]>(kind: Kind, turn: number) {
    for (;;) {
      const found = received.find((message) => message.kind === kind && "turn" in message && message.turn === turn);
      if (found) return found as Extract<FromRulesWorker, { kind: Kind }>;
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  }
  return { send, next, received };
}

test("a package is checked, then the draft is tried under both, then both are compared", async () => {
  const { send, next } = createPage();
  send({ kind: "published", rules: 1, bytes: new TextEncoder().encode(text()) });
  send({ kind: "draft", text: JSON.stringify(accepted?.candidate) });
  send({ kind: "check", turn: 1, text: text({ rules: withAssert("size(self.steps) >= 3") }) });
  const { result } = await next("checked", 1);
  assert.equal(result.isAccepted, false);
  const outcomes = new Set(result.tests.map(({ outcome }) => outcome));
  assert.ok(outcomes.has("failed") && !outcomes.has("not-run"), "tests ran, and some fail");
  const tried = await next("tried", 1);
  assert.ok(tried.result.kind === "verdicts");
  assert.deepEqual([tried.result.published?.valid, tried.result.edited?.valid], [true, false]);
  assert.equal((await next("diffed", 1)).result.kind, "not-valid");

  send({ kind: "check", turn: 2, text: text({ version: "1.0.1" }) });
  const { result: compared } = await next("diffed", 2);
  assert.ok(compared.kind === "diff");
  assert.deepEqual([compared.diff.version.bump, compared.diff.version.verdict], ["patch", "justified"]);
});

test("no test of a package with other problems is run, and nothing is tried under it", async () => {
  const { send, next } = createPage();
  send({ kind: "published", rules: 1 });
  send({ kind: "draft", text: "{}" });
  send({ kind: "check", turn: 1, text: text({ rules: withAssert("self.") }) });
  const { result } = await next("checked", 1);
  assert.ok(result.tests.length > 0 && result.tests.every(({ outcome }) => outcome === "not-run"));
  const tried = await next("tried", 1);
  assert.deepEqual(tried.result, { kind: "verdicts", missingRanges: [] });
  assert.equal((await next("diffed", 1)).result.kind, "nothing-published");
});

test("of several texts that wait, only the newest is checked", async () => {
  const { send, next, received } = createPage();
  for (let turn = 1; turn <= 5; turn += 1) send({ kind: "check", turn, text: text({ version: `1.0.${turn}` }) });
  await next("checked", 5);
  assert.deepEqual(
    received.flatMap((message) => (message.kind === "checked" ? [message.turn] : [])),
    [5],
  );
});
