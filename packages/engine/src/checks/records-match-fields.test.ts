import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { specFile } from "@assay/testing/cases/golden-cases";
import { candidate } from "@assay/testing/corpora/honest-candidates";
import { compileSpec, datamint, registry } from "../../test/validate-body.ts";
import { validate } from "../verdict/validate.ts";

test("many invalid field names do not exhaust the steps of a verdict", () => {
  const text = { type: "string", maxLength: 20 };
  const field = {
    ...{ type: "object", required: ["name"], additionalProperties: false },
    properties: {
      name: { ...text, pattern: "^[a-z]+$" },
      type: { enum: Object.keys(datamint.document.fieldTypes ?? {}) },
    },
  };
  const record = { type: "object", maxProperties: 9, additionalProperties: text };
  const createList = (items: JsonObject) => ({ type: "array", maxItems: 1_000, items });
  const rule = { id: "r", check: "records-match-fields", at: "/records", fieldsAt: "/fields", missing: "allow" };
  const spec = compileSpec(
    specFile("datamint/generator-option/1.0.0", [
      { op: "add", path: "/candidateSchema/properties/fields", value: createList(field) },
      { op: "add", path: "/candidateSchema/properties/records", value: createList(record) },
      { op: "add", path: "/rules/-", value: rule },
    ]),
  );
  const fields = Array.from({ length: 300 }, (_, index) => ({ name: `F${index}` }));
  const records = Array.from({ length: 400 }, () => ({}));
  const { verdict } = validate({ spec, registry, candidate: { ...candidate({}), fields, records } });
  assert.deepEqual(
    verdict.diagnostics.map(({ code }) => code),
    ["field.pattern"],
  );
});
