import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { listSpecDomains } from "@assay/testing/candidates/domains";
import { engine } from "@assay/testing/cases/run-case";
import { draftFromSchema } from "./draft-from-schema.ts";

for (const { name, spec, registry } of listSpecDomains()) {
  test(`the first draft for ${name} has every required property, and a blank owner that is one problem`, () => {
    const { candidate, blanks } = draftFromSchema(spec.document.candidateSchema as JsonObject);
    const { valid, diagnostics } = engine.validate({ spec, registry, candidate });
    assert.equal(valid, false);
    assert.deepEqual(
      diagnostics.filter(({ code }) => code === "field.missing" || code === "field.unknown").map(({ path }) => path),
      [],
    );
    assert.ok(diagnostics.some(({ needs }) => needs === "owner-decision"));
    assert.deepEqual(
      diagnostics.filter(({ path }) => path.startsWith("/owner")).map(({ code, path }) => [code, path]),
      [["field.type", "/owner"]],
    );
    assert.deepEqual(
      blanks.filter(({ isOwner }) => isOwner).map(({ pointer }) => pointer),
      ["/owner"],
    );
  });
}

test("a schema that refers to itself yields a finite draft", () => {
  const schema = { type: "object", required: ["a"], properties: { a: { $ref: "#" } } };
  assert.ok(draftFromSchema(schema).candidate);
  const loop = { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } };
  assert.equal(draftFromSchema(loop).candidate, "");
});

test("a small schema with repeated references yields a draft of limited size", () => {
  const names = ["a", "b", "c"];
  const recursive = {
    type: "object",
    required: names,
    properties: { a: { $ref: "#" }, b: { $ref: "#" }, c: { $ref: "#" } },
  };
  const { candidate, blanks } = draftFromSchema(recursive);
  assert.ok(blanks.length < 3_000, String(blanks.length));
  assert.ok(JSON.stringify(candidate).length < 50_000);
  const levels = Array.from({ length: 10 }, (_, level) => {
    const nextLevel = { $ref: `#/$defs/${level + 1}` };
    return { type: "object", required: names, properties: { a: nextLevel, b: nextLevel, c: nextLevel } };
  });
  const constants = { $ref: "#/$defs/0", $defs: { ...levels, 10: { const: 1 } } };
  assert.ok(JSON.stringify(draftFromSchema(constants).candidate).length < 50_000);
});

test("a first draft never consents on behalf of its author", () => {
  const schema = { type: "object", required: ["agreed"], properties: { agreed: { type: "boolean", const: true } } };
  const { candidate, blanks } = draftFromSchema(schema);
  assert.deepEqual(candidate, { agreed: null });
  assert.deepEqual(
    blanks.map(({ pointer }) => pointer),
    ["/agreed"],
  );
});

test("a property with a single possible value is filled in, except in the owner", () => {
  const schema = {
    type: "object",
    required: ["format", "kind", "size", "owner"],
    properties: {
      format: { const: "v1" },
      kind: { type: "string", enum: ["only"] },
      size: { type: "integer" },
      owner: { type: "object", required: ["kind"], properties: { kind: { enum: ["human"] } } },
    },
  };
  assert.deepEqual(draftFromSchema(schema).candidate, { format: "v1", kind: "only", size: null, owner: null });
});

test("the owner is filled in if the user confirmed that they are the owner", () => {
  const createSchema = (kinds: readonly string[]) => ({
    type: "object",
    required: ["owner", "name"],
    properties: {
      owner: {
        type: "object",
        required: ["kind", "id"],
        properties: { kind: { type: "string", enum: kinds }, id: { type: "string" } },
      },
      name: { type: "string" },
    },
  });
  const oneKind = draftFromSchema(createSchema(["human"]), "ada");
  assert.deepEqual(oneKind.candidate, { owner: { kind: "human", id: "ada" }, name: "" });
  assert.deepEqual(
    oneKind.blanks.map(({ pointer }) => pointer),
    ["/name"],
  );
  const twoKinds = draftFromSchema(createSchema(["human", "team"]), "ada");
  assert.deepEqual(twoKinds.candidate, { owner: { kind: "", id: "ada" }, name: "" });
  assert.deepEqual(draftFromSchema(createSchema(["human"])).candidate, { owner: null, name: "" });
});
