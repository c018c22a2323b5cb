import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonObject, limits } from "@assay/contract";
import { candidateFile, goldenCases, isReadingCase, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine, prepareCase } from "@assay/testing/cases/run-case";
import { createMeter } from "../meter.ts";
import { registryFromSnapshot } from "../registry/packed-registry.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { validate } from "./validate.ts";
import type { ValidateInput } from "./validate-input.ts";

const card = candidateFile("loyalty-card") as JsonObject;
const registry = registryFromSnapshot(registryFile());
const spec = compile("1.0.0");
const next = compile("2.0.0");

test("reports problems under announced rules without changing the verdict under the current ones", () => {
  for (const input of listDrafts()) {
    const { upcoming, summary, ...rest } = engine.validate({ ...input, next });
    const { summary: now, ...withoutNext } = engine.validate(input);
    assert.deepEqual(rest, withoutNext);
    assert.ok(upcoming ? summary.startsWith(`${now} `) && upcoming.version === "2.0.0" : summary === now, summary);
  }
});

test("gives a JSON candidate the same verdict whether or not `isJson` skips the JSON check", () => {
  for (const input of listDrafts())
    assert.deepEqual(engine.validate({ ...input, isJson: true }), engine.validate(input));
});

test("checks announced rules with the remaining steps, and reports check.budget as upcoming if the steps run out", () => {
  const input = { spec, registry, candidate: card };
  const { verdict } = validate({ ...input, next }, createMeter(countSteps(input) + 1));
  assert.equal(verdict.valid, true);
  assert.deepEqual(
    verdict.upcoming?.diagnostics.map(({ code }) => code),
    ["check.budget"],
  );
});

test("reports a violation of an added CEL rule even at a path where another CEL rule is violated", () => {
  const fields = card.outputFields as readonly JsonObject[];
  const duplicates = { ...card, outputFields: [...fields, fields[0] as JsonObject] };
  const createCelRule = (id: string) => ({
    id,
    check: "cel",
    at: "",
    assert: "size(self.outputFields) < 5",
    message: `${id}.`,
  });
  const createUniqueRule = (id: string) => ({ id, check: "unique-by", at: "/outputFields", by: "/name" });
  const listAddedRules = (currentRules: readonly JsonObject[], announcedRules: readonly JsonObject[]) => {
    const [current, announced] = [compileWithRules("1.0.0", currentRules), compileWithRules("2.0.0", announcedRules)];
    const { upcoming } = engine.validate({ spec: current, next: announced, registry, candidate: duplicates });
    return upcoming?.diagnostics.map(({ rule }) => rule) ?? [];
  };
  assert.deepEqual(listAddedRules([createCelRule("b")], [createCelRule("a"), createCelRule("b")]), ["a"]);
  assert.deepEqual(listAddedRules([createCelRule("a"), createCelRule("b")], [createCelRule("b")]), []);
  assert.deepEqual(listAddedRules([createCelRule("a")], [createCelRule("b")]), ["b"]);
  assert.deepEqual(
    listAddedRules([createUniqueRule("a")], [createUniqueRule("b")]),
    [],
    "a check that has moved to another rule",
  );
});

// Lists the candidates of all golden cases for the current rules of Datamint.
function listDrafts(): readonly ValidateInput[] {
  return goldenCases().flatMap(({ content }) => {
    if (isReadingCase(content) || content.spec !== "datamint/generator-option/1.0.0" || content.specEdit) return [];
    const input = prepareCase(content);
    return "problems" in input ? [] : [{ spec, registry: input.registry, candidate: input.candidate }];
  });
}

function countSteps(input: ValidateInput): number {
  const meter = createMeter(limits.steps);
  validate(input, meter);
  return limits.steps - meter.left;
}

function compileWithRules(version: string, rules: readonly JsonObject[]): CompiledSpec {
  const { next: _, ...document } = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")));
  return compileBytes(
    new TextEncoder().encode(JSON.stringify({ ...document, version, rules: [...document.rules, ...rules] })),
  );
}

function compile(version: string): CompiledSpec {
  return compileBytes(specFile(`datamint/generator-option/${version}`));
}

function compileBytes(bytes: Uint8Array): CompiledSpec {
  const compiled = engine.compileSpec(bytes);
  assert.ok(compiled.kind === "ok");
  return compiled.spec;
}
