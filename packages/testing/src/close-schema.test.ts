import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { closeSchema } from "./close-schema.ts";

test("a closed schema notices properties that are not declared, at any depth", () => {
  const inner = { type: "object", properties: { b: { type: "integer" } } } as const;
  const open = { type: "object", properties: { a: { type: "array", items: inner }, any: { type: "object" } } } as const;
  const fits = new Ajv2020().compile(closeSchema(open));
  assert.equal(fits({ a: [{ b: 1 }], any: { c: 1 } }), true);
  assert.equal(fits({ a: [{ b: 1, c: 1 }] }), false);
  assert.equal(fits({ c: 1 }), false);
});
