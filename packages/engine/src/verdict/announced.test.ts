import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonObject, limits } from "@assay/contract";
import { candidateFile, goldenCases, isReadingCase, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { arrange, engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";
import { createMeter } from "../meter.ts";
import { registryFromSnapshot } from "../registry/packed-registry.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { validate } from "./validate.ts";
import type { ValidateInput } from "./validate-input.ts";

const card = candidateFile("loyalty-card") as JsonObject;
const registry = registryFromSnapshot(registryFile());
const spec = compile("1.0.0");
const next = compile("2.0.0");

test("the option adds the diagnostics under the announced rules, and changes nothing else", () => {
  for (const input of drafts()) {
    const { upcoming, ...rest } = engine.validate({ ...input, next, upcoming: true });
    assert.equal(upcoming?.version, "2.0.0");
    if (rest.truncated) continue;
    assert.deepEqual(rest, engine.validate({ ...input, next }));
  }
});

test("a candidate that was read as JSON gets the same verdict without the check that it is", () => {
  for (const input of drafts()) assert.deepEqual(engine.validate({ ...input, isJson: true }), engine.validate(input));
});

test("whether fixes are asked for does not change what the summary says of the announced rules", () => {
  for (const input of drafts()) {
    const [first, second] = [true, false].map((fixes) => engine.validate({ ...input, next, fixes }).summary);
    const [, then] = /; ([^;]+)$/.exec(first ?? "") ?? [];
    assert.ok(then && second?.endsWith(`; ${then}`), `${first} ${second}`);
  }
});

test("the announced rules take what the current ones leave of the work; if it is too little, the summary says so", () => {
  const input = { spec, registry, candidate: card };
  const { verdict } = validate({ ...input, next }, createMeter(stepsFor(input) + 1));
  assert.equal(verdict.valid, true);
  assert.equal(verdict.summary, "Valid under 1.0.0; not fully checked under 2.0.0, from 2027-03-01.");
});

test("what the announced rules cost is known", () => {
  const ratios = drafts()
    .map((input) => ({ ...input, fixes: false }))
    .map((input) => stepsFor({ ...input, next }) / stepsFor(input))
    .sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
  figure("steps of a verdict with announced rules, x one without (median)", median.toFixed(2), "printed only");
  assert.ok(median > 1);
});

test("errors of two rules at one place are two errors", () => {
  const fields = card.outputFields as readonly JsonObject[];
  const duplicates = { ...card, outputFields: [...fields, fields[0] as JsonObject] };
  const cel = (id: string) => ({ id, check: "cel", at: "", assert: "size(self.outputFields) < 5", message: `${id}.` });
  const unique = (id: string) => ({ id, check: "unique-by", at: "/outputFields", by: "/name" });
  const changes = (now: readonly JsonObject[], then: readonly JsonObject[]) => {
    const [current, announced] = [withRules("1.0.0", now), withRules("2.0.0", then)];
    const verdict = engine.validate({ spec: current, next: announced, registry, candidate: duplicates });
    const { new: added = [], gone = [] } = verdict.announced ?? {};
    return [added.map(({ message }) => /^The rule "(.)"/.exec(message ?? "")?.[1]), gone.length];
  };
  assert.deepEqual(changes([cel("b")], [cel("a"), cel("b")]), [["a"], 0]);
  assert.deepEqual(changes([cel("a"), cel("b")], [cel("b")]), [[], 1]);
  assert.deepEqual(changes([cel("a")], [cel("b")]), [["b"], 1]);
  assert.deepEqual(changes([unique("a")], [unique("a"), unique("b")]), [[undefined], 0]);
  assert.deepEqual(changes([unique("a")], [unique("b")]), [[], 0], "a check that has moved to another rule");
});

// The golden cases under the current rules of Datamint.
function drafts(): readonly ValidateInput[] {
  return goldenCases().flatMap(({ content }) => {
    if (isReadingCase(content) || content.spec !== "datamint/generator-option/1.0.0" || content.specEdit) return [];
    const input = arrange(content);
    return "problems" in input ? [] : [{ spec, registry: input.registry, candidate: input.candidate }];
  });
}

function stepsFor(input: ValidateInput): number {
  const meter = createMeter(limits.steps);
  validate(input, meter);
  return limits.steps - meter.left;
}

function withRules(version: string, rules: readonly JsonObject[]): CompiledSpec {
  const { next: _, ...document } = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")));
  return compiledFrom(
    new TextEncoder().encode(JSON.stringify({ ...document, version, rules: [...document.rules, ...rules] })),
  );
}

function compile(version: string): CompiledSpec {
  return compiledFrom(specFile(`datamint/generator-option/${version}`));
}

function compiledFrom(bytes: Uint8Array): CompiledSpec {
  const compiled = engine.compileSpec(bytes);
  assert.ok(compiled.kind === "ok");
  return compiled.spec;
}
