import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  resolvedTests,
  type SpecPackage,
  type SpecTest,
} from "@assay/contract";
import { createEngine } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { specFile } from "@assay/testing/cases/golden-cases";
import { patchJson } from "@assay/testing/cases/patch-json";
import { sha256 } from "@assay/testing/sha256";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { coverageOf } from "./coverage.ts";

const engine = createEngine({ sha256, cel });
const small = JSON.parse(new TextDecoder().decode(specFile("flagship/feature-flag/1.0.0"))) as SpecPackage;
const [accepted, refused] = [
  resolvedTests(small).find(({ expect }) => expect.length === 0),
  resolvedTests(small).find(({ expect }) => expect.length > 0),
];

function compiled(document: Json): CompiledSpec {
  const result = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  assert.ok(result.kind === "ok" || result.rejectedSpec, JSON.stringify(result.kind === "ok" || result.problems));
  return result.kind === "ok" ? result.spec : (result.rejectedSpec as CompiledSpec);
}

// The package with another property `x`, and candidates that have it.
function unreachedOf(x: JsonSchema, values: readonly Json[], $defs: JsonObject = {}): readonly string[] {
  const { candidateSchema } = small as unknown as { readonly candidateSchema: { readonly properties: JsonObject } };
  const schema = { ...candidateSchema, $defs, properties: { ...candidateSchema.properties, x } };
  const spec = compiled({ ...small, candidateSchema: schema, tests: [accepted, refused] } as never);
  const tests = values.map((value) => ({
    ...(accepted as SpecTest),
    candidate: { ...(accepted?.candidate as JsonObject), x: value },
  }));
  const inX = ({ pointer }: { readonly pointer: string }) =>
    pointer.startsWith("/properties/x") || pointer.startsWith("/$defs");
  return coverageOf(spec, tests)
    .places.filter((place) => inX(place) && !place.reached)
    .map(({ pointer }) => pointer.replace("/properties/x", ""));
}

const text = { type: "string", maxLength: 8 };
const closed = (properties: JsonObject, required: readonly string[] = []) => ({
  ...{ type: "object", properties, required: [...required], additionalProperties: false },
});

test("an optional property, an item and another property are reached by a value that matches", () => {
  const x = closed({ a: text, b: { type: "array", maxItems: 2, items: text } });
  assert.deepEqual(unreachedOf(x, []), ["", "/properties/a", "/properties/b", "/properties/b/items"]);
  assert.deepEqual(unreachedOf(x, [{ b: [] }]), ["/properties/a", "/properties/b/items"]);
  assert.deepEqual(unreachedOf(x, [{ a: "too long for it", b: ["fits"] }]), ["", "/properties/a"]);
  const map = {
    type: "object",
    maxProperties: 3,
    patternProperties: { "^a": text },
    additionalProperties: { type: "boolean" },
  };
  assert.deepEqual(unreachedOf(map, [{ a: "x" }]), ["/additionalProperties"]);
  assert.deepEqual(unreachedOf(map, [{ b: true }]), ["/patternProperties/^a"]);
});

test("of several schemas, those are reached that a value matches", () => {
  const tagged = (tag: string) => closed({ kind: { const: tag } }, ["kind"]);
  assert.deepEqual(unreachedOf({ oneOf: [tagged("a"), tagged("b")] }, [{ kind: "b" }]), [
    "/oneOf/0",
    "/oneOf/0/properties/kind",
  ]);
  assert.deepEqual(unreachedOf({ anyOf: [text, { type: "integer", minimum: 0, maximum: 5 }] }, [3, 9]), ["/anyOf/0"]);
  const either = {
    ...closed({ a: text, b: text }),
    if: { required: ["a"] },
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
    then: { required: ["b"] },
    else: { minProperties: 0 },
  };
  assert.deepEqual(unreachedOf(either, [{ b: "x" }]), ["/then", "/properties/a"]);
  assert.deepEqual(unreachedOf(either, [{ a: "x", b: "x" }]), ["/else"]);
});

test("a listed value is reached if a candidate has it there, through references too", () => {
  const x = closed({ a: { $ref: "#/$defs/size" }, b: { type: ["string", "null"], maxLength: 3 } });
  const size = { type: "string", enum: ["small", "large"] };
  assert.deepEqual(
    unreachedOf(x, [{ a: "small", b: null }], { size }),
    ["/$defs/size/enum/1", "/properties/b/type/0"].toSorted(),
  );
});

const share = { type: ["number", "null"], minimum: 0, maximum: 100 };
const kind = { type: "string", enum: ["word"] };
const listOf = (items: JsonObject) => ({ type: "array", maxItems: 4, items });
const lists = {
  x: listOf(closed({ n: text, m: text, share })),
  fields: listOf(closed({ name: text, type: kind }, ["name", "type"])),
  records: listOf({ type: "object", maxProperties: 4, additionalProperties: text }),
};

// How often a rule reported, and how often it passed, for candidates with these members.
function countsOf(rule: JsonObject, ...members: readonly JsonObject[]) {
  const { candidateSchema } = small as unknown as { readonly candidateSchema: { readonly properties: JsonObject } };
  const schema = { ...candidateSchema, properties: { ...candidateSchema.properties, ...lists } };
  const fieldTypes = { word: { schema: text } };
  const rules = [{ id: "tried", ...rule }];
  const spec = compiled({ ...small, candidateSchema: schema, fieldTypes, rules, tests: [accepted, refused] } as never);
  const tests = members.map((some) => ({
    ...(accepted as SpecTest),
    candidate: { ...(accepted?.candidate as JsonObject), ...some },
  }));
  const found = coverageOf(spec, tests).rules.find(({ id }) => id === "tried");
  return [found?.reported, found?.passed];
}

test("a rule is reached by a candidate that breaks it and one that it had something to check in", () => {
  const differ = { check: "unique-by", at: "/x", by: "/n" };
  assert.deepEqual(countsOf(differ, {}), [0, 0]);
  assert.deepEqual(countsOf(differ, { x: [{ n: "a" }, { n: "b" }] }, {}), [0, 1]);
  assert.deepEqual(countsOf(differ, { x: [{ n: "a" }, { n: "a" }] }, { x: [{ n: "a" }] }), [1, 1]);
});

test("a rule has nothing to check in a list without the values that it reads", () => {
  assert.deepEqual(countsOf({ check: "unique-by", at: "/x", by: "/n" }, { x: [] }, { x: [{ m: "a" }] }), [0, 0]);
  const several = { check: "unique-by", at: "/x", by: ["/n", "/m"] };
  assert.deepEqual(countsOf(several, { x: [{ n: "a" }, { m: "a" }] }, { x: [{ n: "a", m: "a" }] }), [0, 1]);
  const sum = { check: "sum-equals", at: "/x", of: "/share", total: 100 };
  const shares = (...values: readonly Json[]) => ({ x: values.map((value) => ({ share: value })) });
  assert.deepEqual(countsOf(sum, shares(), { x: [{ n: "a" }] }, shares(null)), [0, 0]);
  assert.deepEqual(countsOf(sum, shares(100), shares(99)), [1, 1]);
  const match = { check: "records-match-fields", at: "/records", fieldsAt: "/fields", missing: "allow" };
  const fields = [{ name: "a", type: "word" }];
  assert.deepEqual(countsOf(match, { fields, records: [] }, { fields, records: [{ a: "b" }] }), [0, 1]);
});

const packages = ["fieldlab/sensor/1.0.0", "pipeline/connector/1.0.0"];

test("accepted candidates need what is reached in the schema, and nothing else of it", () => {
  for (const name of packages) {
    const document = JSON.parse(new TextDecoder().decode(specFile(name))) as SpecPackage;
    const tests = resolvedTests(document).filter(({ expect }) => expect.length === 0);
    const { places } = coverageOf(compiled(document as never), tests);
    const without = (some: typeof places): readonly boolean[] => {
      // From the end, so that the places of the others stay.
      const edits = some.toReversed().map(({ pointer, kind }) => ({
        ...(kind === "value"
          ? { op: "replace", path: pointer, value: "of nobody" }
          : { op: "replace", path: pointer, value: false }),
      }));
      const schema = patchJson(document.candidateSchema as Json, edits as never) as JsonObject;
      const matches = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false }).compile(schema);
      return tests.map(({ candidate }) => matches(candidate));
    };
    const values = places.filter(({ kind, pointer }) => kind === "value" && !pointer.includes("/type/"));
    const branches = places.filter(
      ({ kind, pointer }) => kind === "branch" && pointer !== "" && !pointer.includes("/anyOf/"),
    );
    const unreached = [...branches, ...values].filter(({ reached }) => !reached);
    const outermost = unreached.filter(
      ({ pointer }) => !unreached.some((other) => pointer.startsWith(`${other.pointer}/`)),
    );
    assert.ok(without(outermost).every(Boolean), name);
    for (const place of [...branches, ...values].filter(({ reached }) => reached)) {
      assert.ok(without([place]).includes(false), `${name} ${place.pointer}`);
    }
  }
});

test("an editor's $schema in the candidate of a test changes nothing of what the test reaches", () => {
  const spec = compiled({ ...small, tests: [accepted, refused] } as never);
  const { candidate, ...rest } = accepted as SpecTest;
  const drafted = { ...rest, candidate: { $schema: "https://assay.example/x.json", ...(candidate as JsonObject) } };
  assert.deepEqual(coverageOf(spec, [drafted]), coverageOf(spec, [accepted as SpecTest]));
});
