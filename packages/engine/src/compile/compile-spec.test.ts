import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { makeMembers } from "@assay/testing/corpora/build-values";
import { ref, specForX } from "@assay/testing/corpora/hostile-spec";
import { figure } from "@assay/testing/figure";
import { registryFromSnapshot } from "../index.ts";

const registry = registryFromSnapshot(registryFile());

test("an accepted package that is compiled again judges like the first time", () => {
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

test("180 plain properties are admitted, and so are 30 properties that refer to a definition with 30 members", () => {
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
// A currency sign stands for the hidden character.
const textsOfAPackage: readonly (readonly [path: string, value: Json])[] = [
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
const hiddenOnes = [
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
];

test("no string of a package has a character that a reader cannot see", () => {
  const compileWithText = ([path, value]: (typeof textsOfAPackage)[number], character: string) => {
    const [edit] = JSON.parse(
      JSON.stringify([{ op: "add", path, value }]).replaceAll("¤", JSON.stringify(character).slice(1, -1)),
    );
    return engine.compileSpec(specFile(datamint, [edit]));
  };
  const accepted: (typeof textsOfAPackage)[number][] = [];
  for (const [index, text] of textsOfAPackage.entries()) {
    assert.equal(compileWithText(text, "").kind, "ok", JSON.stringify(text));
    if (compileWithText(text, hiddenOnes[index % hiddenOnes.length] ?? "").kind === "ok") accepted.push(text);
  }
  figure(`accepted packages of ${textsOfAPackage.length} with a hidden character in a text`, accepted.length, 0);
  assert.deepEqual(accepted, []);
});

test("the candidates and registries of tests may have characters that a reader cannot see", () => {
  const [withRegistry, withPatch] = ["a\u200bb", "\u{e0041}"];
  const compiled = engine.compileSpec(
    specFile(datamint, [
      { op: "add", path: "/tests/0/registry/-", value: withRegistry },
      { op: "replace", path: "/tests/0/candidate/description", value: "Members of a shop's \u202eloyalty programme." },
      {
        op: "add",
        path: "/tests/-",
        value: {
          name: "a name with tags",
          base: "a complete proposal is accepted",
          patch: [{ op: "replace", path: "/generatorName", value: `Card ${withPatch}` }],
          expect: [],
        },
      },
    ]),
  );
  assert.equal(compiled.kind, "ok", JSON.stringify(compiled));
});

test("each test of a package is returned with what it expected and got, and the rules that reported it", () => {
  const compiled = engine.compileSpec(specFile(datamint));
  assert.ok(compiled.kind === "ok");
  const { tests } = compiled.spec.document;
  assert.deepEqual(
    compiled.tests.map(({ name, outcome, expected }) => ({ name, outcome, expected })),
    tests.map(({ name, expect }) => ({ name, outcome: "passed", expected: expect })),
  );
  const got = compiled.tests.flatMap((test) => (test.outcome === "not-run" ? [] : test.got));
  assert.ok(got.some(({ code, rule }) => code === "rule.violated" && rule === "id-fields-hold-ids"));
});

test("a package of which only tests fail is refused, and its author can still try its rules", () => {
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

test("tests that do not show both outcomes are run all the same", () => {
  const accepting = [11, 10, 1, 0];
  const compiled = engine.compileSpec(
    specFile(
      datamint,
      accepting.map((index) => ({ op: "remove" as const, path: `/tests/${index}` })),
    ),
  );
  assert.ok(compiled.kind === "broken" && compiled.tests.every(({ outcome }) => outcome === "passed"));
});

test("no test is run while a package has other problems", () => {
  const compiled = engine.compileSpec(
    specFile(datamint, [{ op: "remove", path: "/candidateSchema/properties/owner" }]),
  );
  assert.ok(compiled.kind === "broken" && compiled.tests.length > 0);
  assert.ok(compiled.tests.every(({ outcome }) => outcome === "not-run"));
  assert.equal(compiled.rejectedSpec, undefined);
});
