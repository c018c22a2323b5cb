import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject, SpecProblem } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";

const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as JsonObject;
const [accepted, , refused] = datamint.tests as readonly [JsonObject, Json, JsonObject];

const number = { type: "integer", minimum: 0, maximum: 9 };
const createBranch = (tag: string, ...names: readonly string[]): JsonObject => ({
  type: "object",
  properties: { kind: { const: tag }, ...Object.fromEntries(names.map((name) => [name, number])) },
  required: ["kind", ...names],
  additionalProperties: false,
});
const box: JsonObject = {
  type: "object",
  properties: {
    n: number,
    some: { type: "integer" },
    text: { type: "string", maxLength: 20 },
    list: { type: "array", items: number, maxItems: 9 },
    pair: { type: "array", items: number, minItems: 2, maxItems: 9 },
    way: { type: "string", enum: ["sea", "air"] },
    tagged: { oneOf: [createBranch("a", "x"), createBranch("b")] },
  },
  required: ["n", "text", "list", "pair", "way", "tagged"],
  additionalProperties: false,
};
const fullBox: JsonObject = {
  ...{ n: 3, some: 4, text: "a-b", list: [1], pair: [1, 2, 3], way: "sea" },
  tagged: { kind: "a", x: 1 },
};

/** Compiles a package that has one rule about a box and a passing test for each of `boxes`, and returns its problems. */
function findProblems(assertion: string, ...boxes: readonly JsonObject[]): readonly SpecProblem[] {
  const { properties, required, ...schema } = datamint.candidateSchema as JsonObject & { required: readonly string[] };
  const document = {
    ...datamint,
    candidateSchema: { ...schema, required, properties: { ...(properties as JsonObject), box } },
    rules: [{ id: "mine", check: "cel", at: "/box", assert: assertion, message: "No." }],
    tests: [
      ...boxes.map((value, index) => ({
        ...accepted,
        name: `No. ${index}`,
        candidate: { ...(accepted.candidate as JsonObject), box: value },
      })),
      refused,
    ],
  };
  const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  return compiled.kind === "ok" ? [] : compiled.problems;
}

function checkRefused(assertion: string, ...boxes: readonly JsonObject[]): void {
  const problems = findProblems(assertion, ...boxes).map(({ code, at }) => `${code} ${at}`);
  assert.deepEqual(problems, ["spec.rule /rules/0/assert"], assertion);
}

function checkAccepted(assertion: string, ...boxes: readonly JsonObject[]): void {
  assert.deepEqual(findProblems(assertion, ...boxes), [], assertion);
}

test("refuses an expression that fails on a variant of a valid test candidate", () => {
  for (const assertion of [
    "self.some > 0",
    "self.list[0] > 0",
    "self.pair[2] > 0",
    "10 / self.n > 0",
    "self.text.split('-')[1] != ''",
    "self.text.split('')[0] != ''",
    "self.list.all(item, self.some >= item)",
    "{'a': 1}[self.way == 'sea' && size(self.list) > 0 ? 'a' : 'b'] == 1",
  ]) {
    checkRefused(assertion, fullBox);
  }
});

test("a problem names the test and the change to its candidate, and points to the part that failed", () => {
  const [problem] = findProblems("self.n > 0 || self.some > 0", fullBox);
  assert.match(problem?.message ?? "", /"No\. 0", without "\/box\/some"/);
  assert.equal(problem?.span?.from, "self.n > 0 || self.".length);
});

test("accepts an expression with a guard, whether or not the tests cover both of its outcomes", () => {
  for (const assertion of [
    "!has(self.some) || self.some > 0",
    "self.some > 0 || !has(self.some)",
    "self.way == 'sea' || !has(self.some) || self.some > 0",
    "has(self.some) ? self.some > 0 : true",
    "'some' in self && self.some > 0 || self.n < 10",
    "size(self.list) == 0 || self.list[0] > 0",
    "size(self.pair) < 3 || self.pair[2] > 0",
    "self.n == 0 || 10 / self.n > 0",
    "self.tagged.kind != 'a' || self.tagged.x > 0",
    "self.tagged.kind == 'a' ? self.tagged.x > 0 : true",
  ]) {
    checkAccepted(assertion, fullBox);
    checkAccepted(assertion, { ...fullBox, tagged: { kind: "b" } });
    checkAccepted(assertion, fullBox, { ...fullBox, tagged: { kind: "b" } });
  }
});

test("refuses an operand that fails even if another operand hides the failure in every test", () => {
  checkRefused("self.way == 'sea' || self.some > 0", fullBox);
  checkRefused("!(self.way != 'sea' && self.some > 0)", fullBox);
  checkRefused("self.way != 'sea' ? self.some > 0 : true", fullBox);
  checkRefused("self.way == 'sea' || self.list[0] > 0", fullBox);
  checkAccepted("self.way == 'sea' || (has(self.some) && self.some > 0)", fullBox);
});

test("judges an operand by variants of the test whose result it decides", () => {
  const boxes = [fullBox, { ...fullBox, way: "air" }];
  checkRefused("self.way == 'sea' || self.some > 0", ...boxes);
  checkAccepted("self.way == 'sea' || self.text != 'x'", ...boxes);
});

test("refuses an expression that reads a property of one oneOf branch if a test uses another branch", () => {
  checkRefused("self.tagged.x > 0", fullBox, { ...fullBox, tagged: { kind: "b" } });
});
