import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import { type CaseEdit, patchJson } from "@assay/testing/cases/patch-json";
import { engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";

const maxRounds = 2;
const folder = join(import.meta.dirname, "../packages/testing/first-packages");

/** A spec package as its author first wrote it, and what they changed after each round of problems. */
interface HandWritten {
  readonly title: string;
  readonly written: Json;
  readonly rounds: readonly (readonly CaseEdit[])[];
}

for (const file of globSync("*.json", { cwd: folder })) {
  const { title, written, rounds } = JSON.parse(readFileSync(join(folder, file), "utf8")) as HandWritten;
  test(`${title}: at most ${maxRounds} rounds of problems until it is accepted`, () => {
    let document = written;
    for (const edits of rounds) {
      assert.equal(compile(document).kind, "broken");
      document = patchJson(document, edits);
    }
    const compiled = compile(document);
    assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
    figure(`${title}: rounds of problems`, rounds.length, `at most ${maxRounds}`);
    assert.ok(rounds.length <= maxRounds);
  });
}

function compile(document: Json) {
  return engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
}
