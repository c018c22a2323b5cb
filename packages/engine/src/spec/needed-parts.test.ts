import assert from "node:assert/strict";
import { test } from "node:test";
import { formats, type Json, type JsonObject } from "@assay/contract";
import { createEngine } from "@assay/engine";
import { specFile } from "@assay/testing/cases/golden-cases";
import { sha256 } from "@assay/testing/sha256";
import { neededParts } from "./needed-parts.ts";

const engine = createEngine({ sha256 });

test("a package needs exactly the parts without which the engine refuses it", () => {
  const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as JsonObject;
  const withFormat = (format: string): Json => ({
    ...datamint,
    rules: [],
    fieldTypes: { text: { schema: { type: "string", maxLength: 100, format } } },
  });
  for (const document of [...formats.map(withFormat), datamint]) {
    const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
    const codes = compiled.kind === "broken" ? compiled.problems.map(({ code }) => code) : [];
    const refused = { cel: codes.includes("spec.cel-unavailable") };
    assert.deepEqual(neededParts(document), refused);
  }
});
