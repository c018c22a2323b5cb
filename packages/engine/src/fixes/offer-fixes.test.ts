import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { candidate, field, membersOf, times } from "@assay/testing/corpora/honest-bodies";
import { compiled, datamint, registry } from "../../test/hostility.ts";
import { validate } from "../verdict/validate.ts";

/** How often a verdict walks through a record with 26 fixable and so many unknown properties, to read or to copy it. */
function walksOf(unknown: number): number {
  let walks = 0;
  const record = new Proxy(
    { ...membersOf(26, (i) => [`f${i}`, "1"]), ...membersOf(unknown, (i) => [`u${i}`, 1]) } as JsonObject,
    {
      ownKeys(target) {
        walks += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  const outputFields = times(26, (i) => field(`f${i}`, "integer"));
  validate({ spec: datamint, registry, candidate: candidate({ outputFields, sampleRecords: [record] }) });
  return walks;
}

test("a sample record with thousands of properties is not copied for one fix after another", () => {
  assert.ok(walksOf(30) > 30, "a record that is not too wide is copied for every fix");
  const walks = walksOf(6_000);
  assert.ok(walks <= 6, `${walks} walks`);
});

test("a verdict offers fixes up to 16 KiB together, and its summary counts those that are too large", () => {
  const outputFields = times(8, (i) => field(`count${i}`, "integer"));
  const records = times(50, () => membersOf(8, (i) => [`count${i}`, "1"]) as JsonObject);
  const verdict = validate({
    spec: datamint,
    registry,
    candidate: candidate({ outputFields, sampleRecords: records }),
  }).verdict;
  const patches = verdict.diagnostics.flatMap(({ fixes = [] }) =>
    fixes.map(({ patch }) => JSON.stringify(patch).length),
  );
  assert.equal(verdict.counts.error, 8);
  assert.ok(patches.length > 1 && patches.length < 8, `${patches.length} fixes`);
  assert.ok(patches.every((bytes) => bytes > 4_096 && bytes <= 8_192));
  assert.ok(patches.reduce((sum, bytes) => sum + bytes, 0) <= 16_384);
  assert.match(verdict.summary, new RegExp(`\\b${8 - patches.length} whose fix is too large to show`));
  assert.equal(verdict.repair?.remaining.error, 8 - patches.length);
});

test("lists in strings are split in all items of an array, or in none", () => {
  const spec = compiled(
    specFile("datamint/generator-option/1.0.0", [
      {
        op: "add",
        path: "/candidateSchema/properties/outputFields/items/properties/modes",
        value: { type: "array", maxItems: 4, items: { type: "string", enum: ["fast", "exact"] } },
      },
    ]),
  );
  const withModes = (modes: string) =>
    candidate({
      outputFields: times(3, (i) => ({ ...field(`f${i}`, "integer"), modes })),
      supportedStrategies: ["fast"],
      sampleRecords: [{ f0: 1, f1: 2, f2: 3 }],
    });
  const [diagnostic] = validate({ spec, registry, candidate: withModes("fast, exact") }).verdict.diagnostics;
  assert.equal(diagnostic?.count, 3);
  const written = diagnostic.fixes?.[0]?.patch?.flatMap((operation) =>
    operation.op === "replace" ? [operation.value] : [],
  );
  assert.deepEqual(
    written,
    times(3, () => ["fast", "exact"]),
  );
  const [other] = validate({ spec, registry, candidate: withModes("fast, slow") }).verdict.diagnostics;
  assert.equal(other?.fixes, undefined);
});
