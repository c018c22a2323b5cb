import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { limits } from "@assay/contract";
import { seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { estimateUnfoldedSize } from "./estimate-unfolded-size.ts";
import { getRe2Program } from "./re2-program.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

test("patterns share a program only if they have the same text", () => {
  const program = getRe2Program("^[a-z]{1,9}$");
  assert.equal(getRe2Program("^[a-z]{1,9}$"), program);
  assert.notEqual(getRe2Program("^[a-z]{1,8}$"), program);
});

test("releases a program that is no longer used", async () => {
  const weak = new WeakRef(getRe2Program("^given-up[0-9]{4}$"));
  const used = getRe2Program("^in-use[0-9]{4}$");
  for (let round = 0; weak.deref() && round < 20; round += 1) {
    await setImmediate();
    collect();
  }
  assert.equal(weak.deref(), undefined);
  assert.equal(getRe2Program("^in-use[0-9]{4}$"), used);
});

test("patterns cache only a few megabytes, however many strings they are matched against", () => {
  // RE2JS runs no automaton on a string without the literal that a pattern ends in, so these end in a class.
  const programs = Array.from({ length: 8 }, (_, index) => getRe2Program(`[ab]*a[ab]{${12 + index}}[cd]`));
  const random = createRandom(seed);
  const createText = () => Array.from({ length: 1_000 }, () => "ab"[random.below(2)]).join("");
  collect();
  const before = process.memoryUsage().heapUsed;
  for (const program of programs) for (let text = 0; text < 8; text += 1) program.test(createText());
  collect();
  const growth = process.memoryUsage().heapUsed - before;
  assert.ok(growth < 2 * 2 ** 20, `${growth} bytes`);
  // Used again, so that the programs were not garbage-collected before their memory was measured.
  assert.ok(programs.every((program) => program.test(`${"a".repeat(20)}c`)));
});

test("estimates the size of repetitions before RE2 expands them", () => {
  for (const [source, size] of [
    ["abc", 3],
    ["a{10}", 10],
    ["(?:ab){10}", 50],
    ["(?:a{10}){10,20}", 260],
    ["a{10}{20}", 200],
    ["[a-z{9}]{3}", 3],
    ["\\p{L}", 129],
    ["\\{9}", 3],
    ["", 0],
  ] as const) {
    assert.equal(estimateUnfoldedSize(source), size, source);
  }
  assert.throws(
    () => getRe2Program(`(?:${"[ab]?".repeat(600)}){1000}`),
    new RegExp(`${limits.schema.patternUnfolded}`),
  );
  assert.throws(() => getRe2Program(`${"(".repeat(2_000)}`), /missing closing/);
});
