import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { limits } from "@assay/contract";
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
  const programs = Array.from({ length: 400 }, (_, index) => getRe2Program(`(a|b)*a(a|b){7}${index}`));
  const createText = (seed: number) =>
    Array.from({ length: 200 }, (_, index) => ((seed * 31 + index * index) % 7 < 3 ? "a" : "b")).join("");
  collect();
  const before = process.memoryUsage().heapUsed;
  for (const [index, program] of programs.entries()) {
    for (let seed = 0; seed < 8; seed += 1) program.test(createText(index + seed));
  }
  collect();
  const growth = process.memoryUsage().heapUsed - before;
  assert.ok(growth < 16 * 2 ** 20, `${growth} bytes`);
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
