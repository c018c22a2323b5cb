import assert from "node:assert/strict";
import { test } from "node:test";
import { combineFixes, type Json, type JsonObject } from "@assay/contract";
import { candidateFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { compileSpec, datamint, registry } from "../../test/validate-body.ts";

const card = candidateFile("loyalty-card") as JsonObject;
const note = { type: "string", maxLength: 40 };
const properties = { level: { enum: ["low", "high"] }, note, other: note };

// Lists the errors in a draft, and the paths of all fix operations in the order in which they apply.
function validateWith(members: JsonObject, spec = datamint) {
  const { diagnostics } = engine.validate({ spec, registry, candidate: { ...card, ...members } });
  return {
    errors: diagnostics.map(({ code, path }) => `${code} ${path}`),
    fixed: combineFixes(diagnostics).map(({ path }) => path),
  };
}

// Does the same for a draft with a property `x` and with "Fast" in place of the strategy "fast".
function validateX(schema: JsonObject, x: Json) {
  const value = { type: "object", additionalProperties: false, properties, ...schema };
  const edit = { op: "add", path: "/candidateSchema/properties/x", value } as const;
  return validateWith(
    { supportedStrategies: ["Fast"], x },
    compileSpec(specFile("datamint/generator-option/1.0.0", [edit])),
  );
}

test("offers fixes that reveal further schema errors, and reports those errors in the same answer", () => {
  const [strategy, value] = ["field.value /supportedStrategies/0", "field.value /x/level"];
  const { errors, fixed } = validateX({ minProperties: 1 }, { note: null });
  assert.deepEqual(errors, [strategy, "object.size /x", "field.type /x/note"]);
  assert.deepEqual(fixed, ["/supportedStrategies/0", "/x/note"]);
  const condition = { if: { properties: { level: { enum: ["LOW", "high"] } } }, else: { required: ["note"] } };
  const conditional = validateX(condition, { level: "LOW" });
  assert.deepEqual(conditional.errors, [strategy, value, "field.missing /x/note"]);
  assert.deepEqual(conditional.fixed, ["/supportedStrategies/0", "/x/level"]);
});

test("fixes a value together with its misspelled name, and corrects the name last", () => {
  assert.deepEqual(validateX({}, { Level: "LOW" }).fixed, ["/supportedStrategies/0", "/x/Level", "/x/level"]);
});

test("reports a rule violation together with the error whose fix reveals it", () => {
  const [record] = card.sampleRecords as readonly JsonObject[];
  const tooFewRecords = validateWith({ supportedStrategies: ["Realistic"], sampleRecords: [record as JsonObject] });
  assert.ok(tooFewRecords.errors.some((error) => error.startsWith("rule.violated")));
  assert.deepEqual(tooFewRecords.fixed, ["/supportedStrategies/0"]);
});

test("offers no fix for a property with a name that patches must not contain", () => {
  const map = { properties: {}, additionalProperties: { type: "integer" }, maxProperties: 4 };
  const { errors, fixed } = validateX(map, JSON.parse('{"__proto__":"1","constructor":"2","prototype":"3","a":"4"}'));
  assert.deepEqual(errors, ["field.value /supportedStrategies/0", "field.type /x/__proto__", "field.type /x/a"]);
  assert.deepEqual(fixed, ["/supportedStrategies/0", "/x/a"]);
});
