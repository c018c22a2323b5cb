import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Json } from "@assay/contract";
import { type CaseEdit, patchJson } from "@assay/testing/cases/patch-json";
import { engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";

const maxRounds = 2;
const folder = join(import.meta.dirname, "../packages/testing/generated-schemas");

/** A spec package around a candidate schema of a generator, and how its author followed the advice in each round. */
interface GeneratedSchema {
  readonly title: string;
  readonly generator: string;
  readonly written: { readonly candidateSchema: Json } & { readonly [member: string]: Json };
  readonly rounds: readonly (readonly {
    readonly code: string;
    readonly at: string;
    readonly advice: string;
    readonly edits: readonly CaseEdit[];
  }[])[];
}

for (const file of globSync("*.json", { cwd: folder })) {
  const fixture = JSON.parse(readFileSync(join(folder, file), "utf8")) as GeneratedSchema;
  const { title, generator, written, rounds } = fixture;

  test(`${title} of ${generator}: accepted after at most ${maxRounds} rounds of edits that follow the advice`, () => {
    let document: Json = written;
    for (const followed of rounds) {
      const compiled = compile(document);
      assert.ok(compiled.kind === "broken");
      const told = compiled.problems.map(({ code, at, advice }) => ({ code, at, advice }));
      const recorded = followed.map(({ code, at, advice }) => ({ code, at, advice }));
      assert.deepEqual(recorded.toSorted(byPlace), told.toSorted(byPlace));
      document = patchJson(
        document,
        followed.flatMap(({ edits }) => edits),
      );
    }
    const compiled = compile(document);
    assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
    figure(`${title} of ${generator}: rounds of problems`, rounds.length, `at most ${maxRounds}`);
    assert.ok(rounds.length <= maxRounds);
  });

  const [source] = globSync(file.replace(/\.json$/, ".ts"), { cwd: folder });
  if (source === undefined) continue;
  const { schema } = (await import(pathToFileURL(join(folder, source)).href)) as { schema: unknown };
  test(`${title} of ${generator} is what the generator writes`, () => {
    assert.deepEqual(JSON.parse(JSON.stringify(schema)), written.candidateSchema);
  });
}

function byPlace(a: { at: string; advice: string }, b: { at: string; advice: string }): number {
  return `${a.at} ${a.advice}` < `${b.at} ${b.advice}` ? -1 : 1;
}

function compile(document: Json) {
  return engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
}
