import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import {
  type Diagnostic,
  type Json,
  type JsonObject,
  parsePointer,
  type Rule,
  ruleMembersByCheck,
  specPackageSchema,
} from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { mergePatch } from "@assay/testing/cases/merge-patch";
import { engine } from "@assay/testing/cases/run-case";
import { checkDocs } from "../scripts/check-docs.ts";

const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as JsonObject;
const schema = datamint.candidateSchema as JsonObject;
const properties = schema.properties as JsonObject;
const registry = registryFromSnapshot(registryFile());
const loyaltyCard = candidateFile("loyalty-card") as JsonObject;

for (const [name, { description, example }] of Object.entries(checkDocs)) {
  const { rule, accepted, refused, code, path } = example;

  test(`${name}: the description mentions every property of its rules`, () => {
    const names = ["at", ...ruleMembersByCheck[name as Rule["check"]]];
    assert.deepEqual(
      names.filter((property) => !description.includes(`\`${property}\``)),
      [],
    );
  });

  test(`${name}: the example accepts one candidate and refuses the other`, () => {
    assert.equal(rule.check, name);
    const validate = createValidate(rule);
    assert.deepEqual(validate(patchCandidate(accepted)), []);
    const diagnostics = validate(patchCandidate(refused));
    assert.deepEqual(pickCodes(diagnostics), [{ code, rule: rule.id }]);
    assert.equal(diagnostics[0]?.path, path);
  });

  test(`${name}: with a * in every pointer, the rule finds the invalid item among valid ones`, () => {
    // Each item has the parts of the candidate that the rule reads.
    const names = listPointers(rule).map(([, pointer]) => String(parsePointer(pointer)?.[0]));
    const pickParts = (patch: JsonObject) => pick(patchCandidate(patch), names);
    const items = { type: "object", properties: pick(properties, names), additionalProperties: false };
    const validate = createValidate(
      { ...rule, ...Object.fromEntries(listPointers(rule).map(([at, pointer]) => [at, `/variants/*${pointer}`])) },
      { ...schema, properties: { ...properties, variants: { type: "array", maxItems: 3, items } } },
    );
    const validateItems = (...patches: readonly JsonObject[]) =>
      validate({ ...loyaltyCard, variants: patches.map(pickParts) });

    assert.deepEqual(validateItems(accepted, accepted, accepted), []);
    for (const index of [0, 1, 2]) {
      const diagnostics = validateItems(...[accepted, accepted, accepted].with(index, refused));
      assert.deepEqual(pickCodes(diagnostics), [{ code, rule: rule.id }], `item ${index}`);
      assert.ok(diagnostics[0]?.path.startsWith(`/variants/${index}/`), diagnostics[0]?.path);
    }
  });
}

test("properties of rules that contain pointer patterns are named `at` or end in `At`", () => {
  const { at, ...others } = specPackageSchema.properties.rules.items.properties;
  const omitDescription = ({ description, ...schema }: { readonly description: string }) => schema;
  const patterns = Object.entries(others).filter(([, member]) =>
    isDeepStrictEqual(omitDescription(member), omitDescription(at)),
  );
  assert.deepEqual(
    patterns.map(([name]) => name).filter((name) => !name.endsWith("At")),
    [],
  );
});

/** Creates the function that validates candidates under Datamint's package with `rule` as its only rule. */
function createValidate(rule: Rule, candidateSchema: Json = schema): (candidate: Json) => readonly Diagnostic[] {
  const [accepted, , refused] = datamint.tests as readonly Json[];
  const document = { ...datamint, candidateSchema, rules: [rule], tests: [accepted, refused] };
  const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  return (candidate) => engine.validate({ spec: compiled.spec, registry, candidate }).diagnostics;
}

function patchCandidate(patch: JsonObject): JsonObject {
  return mergePatch(loyaltyCard, patch) as JsonObject;
}

function pickCodes(diagnostics: readonly Diagnostic[]): readonly Pick<Diagnostic, "code" | "rule">[] {
  return diagnostics.map(({ code, rule }) => ({ code, ...(rule !== undefined && { rule }) }));
}

function listPointers(rule: Rule): readonly (readonly [name: string, pointer: string])[] {
  return Object.entries<string>(rule as never).filter(([name]) => /^at$|At$/.test(name));
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}
