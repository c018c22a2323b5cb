import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type JsonObject, limits, type Rule, type Verdict } from "@assay/contract";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { sha256 } from "@assay/testing/sha256";
import { checkProblemTexts } from "@assay/testing/verdicts/check-texts";
import { createEngine, noRegistry, registryFromSnapshot } from "../index.ts";

const registry = registryFromSnapshot(registryFile());
const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as JsonObject;
const loyaltyCard = candidateFile("loyalty-card") as JsonObject;

/** Validates a candidate under Datamint's package with `rule` as its only rule. */
function validateRule(rule: Partial<Rule> & { readonly assert: string }, candidate: Json, view = registry): Verdict {
  const { tests, rules, ...rest } = datamint;
  const [accepted, , refused] = tests as readonly Json[];
  const document = {
    ...rest,
    rules: [{ id: "mine", check: "cel", at: "", message: "No.", ...rule }],
    tests: [accepted, refused],
  };
  const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  return engine.validate({ spec: compiled.spec, registry: view, candidate });
}

test("skips a rule where an id is not looked up, unless the rest of the rule decides", () => {
  for (const [assertion, expected] of [
    ["registered(self.generatorId)", "skipped"],
    ["!registered(self.generatorId)", "skipped"],
    ["self.outputFields.all(f, !registered(f.name))", "skipped"],
    ["registered(self.generatorId) == false", "skipped"],
    ["self.generatorName != '' || registered(self.generatorId)", "met"],
    ["!registered(self.generatorId) || self.generatorName != ''", "met"],
    ["self.generatorName == '' && registered(self.generatorId)", "violated"],
  ] as const) {
    const rule = { assert: assertion, severity: "warning" } as const;
    const { skippedRules = [], diagnostics } = validateRule(rule, loyaltyCard, noRegistry);
    const isViolated = diagnostics.some(({ code }) => code === "rule.violated");
    assert.equal(skippedRules.includes("mine") ? "skipped" : isViolated ? "violated" : "met", expected, assertion);
    assert.ok(!diagnostics.some(({ code }) => code === "check.failed"), assertion);
    assert.ok(!validateRule(rule, loyaltyCard).skippedRules?.includes("mine"), assertion);
  }
});

function listCodes({ diagnostics }: Verdict): readonly string[] {
  return diagnostics.map(({ code, path }) => `${code} ${path}`);
}

test("reads properties with any name, such as __proto__ or constructor", () => {
  const names = ["$typeName", "constructor", "__proto__", "toString", "hasOwnProperty", "self", "@result"];
  const record = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}: "x"`).join(", ")}, "$unknown": null}`);
  const candidate = { ...loyaltyCard, sampleRecords: [record, record, record] };
  for (const name of names) {
    const equal = validateRule(
      { assert: `self.sampleRecords.all(r, !(${JSON.stringify(name)} in r) || r[${JSON.stringify(name)}] == 'x')` },
      candidate,
    );
    assert.deepEqual(listCodes(equal), [], name);
    const present = validateRule(
      { assert: `self.sampleRecords.all(r, size(r) == 4 || ${JSON.stringify(name)} in r)` },
      candidate,
    );
    assert.deepEqual(listCodes(present), [], name);
    const absent = validateRule({ assert: `!self.sampleRecords.exists(r, ${JSON.stringify(name)} in r)` }, candidate);
    assert.deepEqual(listCodes(absent), ["rule.violated /sampleRecords"], name);
    assert.deepEqual(
      listCodes(validateRule({ assert: `!self.sampleRecords.exists(r, ${JSON.stringify(name)} in r)` }, loyaltyCard)),
      [],
      name,
    );
  }
});

test("treats a property whose value is null as present", () => {
  const candidate = { ...loyaltyCard, sampleRecords: [{ note: null }] };
  assert.deepEqual(
    listCodes(validateRule({ assert: "self.sampleRecords.all(r, !('note' in r) || r.note == null)" }, candidate)),
    [],
  );
  assert.deepEqual(listCodes(validateRule({ assert: "self.sampleRecords.all(r, !has(r.note))" }, candidate)), [
    "rule.violated /sampleRecords",
  ]);
});

test("reports unexpected types in the values that a rule reads, instead of throwing", () => {
  const rule = {
    assert: "self.outputFields.all(f, f.name != '' && size(self.sampleRecords) > 0 && size(self.owner.kind) > 0)",
  };
  const values: readonly Json[] = [7, -0, 1.5, "text", true, null, [], {}, [[]], [7], [null], { 0: "x", length: 3 }];
  for (const value of values) {
    for (const member of ["outputFields", "sampleRecords", "owner"]) {
      const verdict = validateRule(rule, { ...loyaltyCard, [member]: value });
      assert.equal(verdict.valid, false, `${member}: ${JSON.stringify(value)}`);
      assert.ok(
        !listCodes(verdict).some((code) => code.startsWith("check.failed")),
        JSON.stringify(listCodes(verdict)),
      );
    }
    assert.equal(validateRule(rule, value).valid, false);
  }
});

test("skips a rule that reads a whole array or object if anything in it is invalid", () => {
  const { outputFields } = loyaltyCard;
  const [field, ...fields] = outputFields as readonly JsonObject[];
  // The first operand makes the rule true for the candidates in the package's tests.
  const createRule = (source: string) => ({ assert: `self.generatorName == 'Loyalty card' || ${source}` });
  const invalidCandidate = {
    ...loyaltyCard,
    generatorName: "Wallet card",
    outputFields: [{ ...field, type: "zebra" }, ...fields],
    supportedStrategies: ["fast", {}],
    sampleRecords: [{ member: ["Ada"] }, { member: "Ada" }],
  };
  for (const source of [
    "'realistic' in self.supportedStrategies",
    "self.supportedStrategies == ['fast']",
    "self.supportedStrategies != ['fast', {}]",
    "[self.supportedStrategies] == [['fast']]",
    "{'of': self.supportedStrategies} == {'of': ['fast']}",
    "size(self.supportedStrategies + ['fast']) < 2",
    "(self.generatorName == '' ? ['a'] : self.supportedStrategies).exists(s, s == 'realistic')",
    "{'name': 'x', 'type': 'zebra', 'description': 'y'} in self.outputFields",
    "self.outputFields.exists(field, field == {'name': 'x'})",
    "self.sampleRecords.all(record, record.all(name, record[name] == 'Ada'))",
    "candidate == {'generatorName': 'x'}",
  ]) {
    const { diagnostics, skippedRules } = validateRule(createRule(source), invalidCandidate);
    assert.ok(!diagnostics.some(({ rule }) => rule === "mine"), source);
    assert.ok(skippedRules?.includes("mine"), source);
  }
  for (const source of [
    "size(self.supportedStrategies) > 2",
    "self.outputFields.all(field, field.name == 'x')",
    "self.sampleRecords.exists(record, 'other' in record)",
    "'nothing' in self",
  ]) {
    const { diagnostics } = validateRule(createRule(source), invalidCandidate);
    assert.ok(
      diagnostics.some(({ rule }) => rule === "mine"),
      source,
    );
  }
});

test("a problem quotes only a short part of the expression, without hidden characters", () => {
  const name = "a".repeat(1_500);
  for (const source of [
    `self.generatorName.matches('(${"Q".repeat(1_900)}')`,
    "self.generatorName.matches('(\u202eIgnore the rules.\u200b')",
    `${name} == 1`,
    `self.${name} == 1`,
    `[1].all(${"b".repeat(900)}, ${"b".repeat(899)} == 1)`,
  ]) {
    const rules = [{ id: "mine", check: "cel", at: "", message: "No.", assert: source }];
    const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify({ ...datamint, rules })));
    assert.ok(compiled.kind === "broken");
    checkProblemTexts(compiled.problems);
    for (const { message, advice } of compiled.problems) {
      assert.ok(message.length + advice.length <= 3 * limits.specPackageText, message);
    }
  }
});

test("an engine without CEL refuses a package that needs it", () => {
  const compiled = createEngine({ sha256 }).compileSpec(specFile("datamint/generator-option/1.0.0"));
  assert.ok(compiled.kind === "broken");
  assert.deepEqual(
    compiled.problems.map(({ code, at }) => `${code} ${at}`),
    ["4", "5", "6"].map((index) => `spec.cel-unavailable /rules/${index}/check`),
  );
});

test("a problem points to the invalid part of the expression", () => {
  const parts: { readonly [assert: string]: string } = {
    "self.generatorNam == 'x'": "generatorNam",
    "'😀' != '' && nonsense": "nonsense",
    "self.generatorName.frobnicate() == 'a b'": "frobnicate",
    "self.outputFields.all(x, x.type != 'strng')": "'strng'",
    "self.generatorName = 'a'": "=",
    "(self.generatorName == 'a'": "(",
    "self.generatorName ==": "==",
    "self.generatorName": "generatorName",
    "self.generatorName.matches('(')": "'('",
    [Array.from({ length: 130 }, () => "true").join("&&")]: Array.from({ length: 130 }, () => "true").join("&&"),
  };
  for (const [assertion, part] of Object.entries(parts)) {
    const rules = [{ id: "r", check: "cel", at: "", assert: assertion, message: "m" }];
    const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify({ ...datamint, rules })));
    assert.ok(compiled.kind === "broken", assertion);
    const { at, span } = compiled.problems[0] ?? assert.fail();
    assert.equal(at, "/rules/0/assert");
    assert.equal(span && assertion.slice(span.from, span.to), part, assertion);
  }
});

test("refuses syntax and functions from other languages that CEL does not have", () => {
  for (const assertion of [
    "!self.description.contains('\n')",
    "self.description != 'a",
    "sum(self.sampleRecords) == 1",
    "self.generatorName === 'x'",
    "self.generatorName = 'x'",
    "self.generatorName.length > 3",
    "self.outputFields.length > 3",
    "self.in == 3",
    "self.generatorName.trim() == 'x'",
    "now() > 3",
    "now > 3",
  ]) {
    const rules = [{ id: "r", check: "cel", at: "", assert: assertion, message: "m" }];
    const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify({ ...datamint, rules })));
    assert.deepEqual(compiled.kind === "broken" && compiled.problems.map(({ code }) => code), ["spec.rule"], assertion);
  }
});
