import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type JsonObject, type Rule, resolvedTests, type SpecPackage } from "@assay/contract";
import { candidateFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { registryFromSnapshot } from "../index.ts";

const registry = registryFromSnapshot({ revision: "1", entries: [], pending: [] });

test("items that declare fields are called so wherever a package has them, and others are not", () => {
  const canvas = read("canvas/chart-type/1.0.0");
  const chart = resolvedTests(canvas).find(({ expect }) => expect.length === 0)?.candidate as JsonObject;
  assert.deepEqual(codesOf(canvas, "/dataFields", withCopy(chart, "dataFields")), ["output-field.duplicate"]);

  const datamint = read("datamint/generator-option/1.0.0");
  const card = withCopy(candidateFile("loyalty-card") as JsonObject, "outputFields");
  assert.deepEqual(codesOf(datamint, "/outputFields", card), ["output-field.duplicate"]);
  const withoutRecords = (rule: Rule) => rule.check !== "records-match-fields";
  assert.deepEqual(codesOf(datamint, "/outputFields", card, withoutRecords), ["list.duplicate"]);
});

function read(name: string): SpecPackage {
  return JSON.parse(new TextDecoder().decode(specFile(name)));
}

/** The candidate with the first item of a list once more. */
function withCopy(candidate: JsonObject, list: string): JsonObject {
  const items = candidate[list] as readonly Json[];
  return { ...candidate, [list]: [...items, ...items.slice(0, 1)] };
}

/** The codes of what is reported inside of a list under the rules about names and records. */
function codesOf(spec: SpecPackage, list: string, candidate: Json, isKept: (rule: Rule) => boolean = () => true) {
  const rules = (spec.rules ?? []).filter(isKept).filter((rule) => rule.check !== "unique-by" || rule.by === "/name");
  const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify({ ...spec, rules })));
  const usable = compiled.kind === "ok" ? compiled.spec : compiled.rejectedSpec;
  assert.ok(usable);
  const { diagnostics } = engine.validate({ spec: usable, registry, candidate });
  return diagnostics.filter(({ path }) => path.startsWith(`${list}/`)).map(({ code }) => code);
}
