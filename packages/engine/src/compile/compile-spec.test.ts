import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { makeMembers } from "@assay/testing/corpora/build-values";
import { ref, specForX } from "@assay/testing/corpora/hostile-spec";
import { printFigure } from "@assay/testing/print-figure";
import { registryFromSnapshot } from "../index.ts";

const registry = registryFromSnapshot(registryFile());

test("an accepted package gives the same verdicts when it is compiled again", () => {
  const candidates = [
    candidateFile("loyalty-card"),
    {},
    { ...(candidateFile("loyalty-card") as object), outputFields: 7 },
  ];
  for (const version of ["1.0.0", "2.0.0"]) {
    const bytes = specFile(`datamint/generator-option/${version}`);
    const compiled = engine.compileSpec(bytes);
    assert.ok(compiled.kind === "ok");
    const spec = engine.compileAccepted(bytes);
    assert.equal(spec.digest, compiled.spec.digest);
    for (const candidate of candidates) {
      assert.deepEqual(
        engine.validate({ spec, registry, candidate }),
        engine.validate({ spec: compiled.spec, registry, candidate }),
      );
    }
  }
});

const text = { type: "string", maxLength: 100 };
const createObject = (count: number, schema: JsonObject): JsonObject => ({
  type: "object",
  additionalProperties: false,
  properties: makeMembers(count, (i) => [`m${i}`, schema]),
});

test("accepts 180 plain properties, and 30 properties that refer to a definition with 30 properties", () => {
  const packages = {
    plain: specForX(createObject(180, text)),
    referring: specForX(createObject(30, ref("d")), { d: createObject(30, text) }),
  };
  for (const [name, document] of Object.entries(packages))
    assert.equal(engine.compileSpec(Buffer.from(JSON.stringify(document))).kind, "ok", name);
});

const datamint = "datamint/generator-option/1.0.0";

const note = "/candidateSchema/properties/note";
const createString = (schema: JsonObject): JsonObject => ({ type: "string", maxLength: 9, ...schema });
const createCelRule = (rule: JsonObject): JsonObject => ({
  id: "own",
  check: "cel",
  at: "",
  assert: "true",
  message: "m",
  ...rule,
});
// The test replaces the currency sign with a hidden character.
const packageTexts: readonly (readonly [path: string, value: Json])[] = [
  ["/title", "Generator¤ options"],
  ["/summary", "What a proposal contains.¤"],
  ["/next/url", "https://datamint.example/¤next"],
  ["/owner/kinds/-", "team¤"],
  ["/owner/why", "¤A person answers."],
  ["/generatorId/why", "Ids are ¤permanent."],
  ["/candidateSchema/title", "A ¤proposal"],
  ["/candidateSchema/description", "A ¤proposal."],
  ["/candidateSchema/properties/no¤te", createString({})],
  [note, createString({ description: "¤A note." })],
  [note, createString({ enum: ["red", "blu¤e"] })],
  [note, createString({ pattern: "^[a¤]+$" })],
  [note, createString({ pattern: "^a+$", message: "Only ¤a." })],
  [note, createString({ examples: [{ "¤": 1 }] })],
  ["/candidateSchema/$defs", { "no¤te": createString({}) }],
  ["/fieldTypes/string/aliases/-", "tex¤t2"],
  ["/rules/0/why", "A record¤ has one value for each name."],
  ["/rules/1/aliases", { "qui¤ck": "fast" }],
  ["/rules/-", createCelRule({ message: "¤Ask somebody else." })],
  ["/rules/-", createCelRule({ assert: "self.generatorName != '¤'" })],
  ["/tests/0/name", "a complete proposal¤ is accepted"],
];
const hiddenCharacters = [
  "\u{e0041}",
  "\u202e",
  "\u200b",
  "\u00ad",
  "\u2066",
  "\ufeff",
  "\u034f",
  "\ufe0f",
  "\ue000",
  "\u0007",
  "\u2800",
  "\u{1d159}",
  "\u0378",
];

test("refuses a hidden character in any string of a package", () => {
  const compileWithText = ([path, value]: (typeof packageTexts)[number], character: string) => {
    const [edit] = JSON.parse(
      JSON.stringify([{ op: "add", path, value }]).replaceAll("¤", JSON.stringify(character).slice(1, -1)),
    );
    return engine.compileSpec(specFile(datamint, [edit]));
  };
  const accepted: (typeof packageTexts)[number][] = [];
  for (const [index, text] of packageTexts.entries()) {
    assert.equal(compileWithText(text, "").kind, "ok", JSON.stringify(text));
    if (compileWithText(text, hiddenCharacters[index % hiddenCharacters.length] ?? "").kind === "ok")
      accepted.push(text);
  }
  printFigure(`accepted packages of ${packageTexts.length} with a hidden character in a text`, accepted.length, 0);
  assert.deepEqual(accepted, []);
});

test("accepts hidden characters in the candidates, patches and registries of tests", () => {
  const compiled = engine.compileSpec(
    specFile(datamint, [
      { op: "add", path: "/tests/0/registry/-", value: "a\u200bb" },
      { op: "replace", path: "/tests/0/candidate/description", value: "Members of a shop's \u202eloyalty programme." },
      {
        op: "add",
        path: "/tests/-",
        value: {
          name: "a name with tags",
          base: "a complete proposal is accepted",
          patch: [{ op: "replace", path: "/generatorName", value: "Card \u{e0041}" }],
          expect: [],
        },
      },
    ]),
  );
  assert.equal(compiled.kind, "ok", JSON.stringify(compiled));
});

test("returns the expected and reported errors of each test, and the rules that reported them", () => {
  const compiled = engine.compileSpec(specFile(datamint));
  assert.ok(compiled.kind === "ok");
  const { tests } = compiled.spec.document;
  assert.deepEqual(
    compiled.tests.map(({ name, outcome, expected }) => ({ name, outcome, expected })),
    tests.map(({ name, expect }) => ({ name, outcome: "passed", expected: expect })),
  );
  const reported = compiled.tests.flatMap((test) => (test.outcome === "not-run" ? [] : test.got));
  assert.ok(reported.some(({ code, rule }) => code === "rule.violated" && rule === "id-fields-hold-ids"));
});

test("refuses a package if only a test fails, but still lets its author try the rules", () => {
  const compiled = engine.compileSpec(specFile(datamint, [{ op: "replace", path: "/tests/2/expect", value: [] }]));
  assert.ok(compiled.kind === "broken");
  assert.deepEqual(
    compiled.problems.map(({ code, at }) => [code, at]),
    [["spec.test-failed", "/tests/2"]],
  );
  assert.deepEqual(
    compiled.tests.map(({ outcome }) => outcome).filter((outcome, index) => (outcome === "failed") !== (index === 2)),
    [],
  );
  assert.ok(!("spec" in compiled) && compiled.rejectedSpec);
  const candidate = candidateFile("loyalty-card");
  assert.equal(engine.validate({ spec: compiled.rejectedSpec, registry, candidate }).valid, true);
});

test("runs the tests even if they do not cover both outcomes", () => {
  const acceptingTests = [11, 10, 1, 0];
  const compiled = engine.compileSpec(
    specFile(
      datamint,
      acceptingTests.map((index) => ({ op: "remove" as const, path: `/tests/${index}` })),
    ),
  );
  assert.ok(compiled.kind === "broken" && compiled.tests.every(({ outcome }) => outcome === "passed"));
});

test("does not run the tests of a package that has other problems", () => {
  const compiled = engine.compileSpec(
    specFile(datamint, [{ op: "remove", path: "/candidateSchema/properties/owner" }]),
  );
  assert.ok(compiled.kind === "broken" && compiled.tests.length > 0);
  assert.ok(compiled.tests.every(({ outcome }) => outcome === "not-run"));
  assert.equal(compiled.rejectedSpec, undefined);
});
