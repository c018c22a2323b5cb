import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { limits } from "@assay/contract";
import { re2Program } from "./re2-program.ts";
import { unfoldedSize } from "./unfolded-size.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

test("patterns with the same text are one program, and another text is another", () => {
  const program = re2Program("^[a-z]{1,9}$");
  assert.equal(re2Program("^[a-z]{1,9}$"), program);
  assert.notEqual(re2Program("^[a-z]{1,8}$"), program);
});

test("a program that nothing uses any more is given up", async () => {
  const weak = new WeakRef(re2Program("^given-up[0-9]{4}$"));
  const used = re2Program("^in-use[0-9]{4}$");
  for (let round = 0; weak.deref() && round < 20; round += 1) {
    await setImmediate();
    collect();
  }
  assert.equal(weak.deref(), undefined);
  assert.equal(re2Program("^in-use[0-9]{4}$"), used);
});

test("many strings do not make patterns remember more than a few megabytes", () => {
  const programs = Array.from({ length: 400 }, (_, index) => re2Program(`(a|b)*a(a|b){7}${index}`));
  const text = (seed: number) =>
    Array.from({ length: 200 }, (_, at) => ((seed * 31 + at * at) % 7 < 3 ? "a" : "b")).join("");
  collect();
  const before = process.memoryUsage().heapUsed;
  for (const [index, program] of programs.entries()) {
    for (let seed = 0; seed < 8; seed += 1) program.test(text(index + seed));
  }
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  assert.ok(grown < 16 * 2 ** 20, `${grown} bytes`);
});

test("repetitions are counted before they are written out", () => {
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
    assert.equal(unfoldedSize(source), size, source);
  }
  assert.throws(() => re2Program(`(?:${"[ab]?".repeat(600)}){1000}`), new RegExp(`${limits.schema.patternUnfolded}`));
  assert.throws(() => re2Program(`${"(".repeat(2_000)}`), /missing closing/);
});
