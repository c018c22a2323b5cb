import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, SpecPackage } from "@assay/contract";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { sha256 } from "@assay/testing/sha256";
import { cel } from "../cel/index.ts";
import { type CompiledSpec, createEngine, type Engine, registryFromSnapshot } from "../index.ts";
import { idn } from "./index.ts";

const formats = ["hostname", "idn-hostname", "idn-email"];
const names: { readonly [format: string]: string } = {
  hostname: "xn--bcher-kva.example",
  "idn-hostname": "bücher.example",
  "idn-email": "ada@bücher.example",
};

test("an engine without IDN support refuses a package that needs it, and says where", () => {
  const compiled = createEngine({ sha256, cel }).compileSpec(specWith(formats));
  assert.ok(compiled.kind === "broken");
  assert.deepEqual(
    compiled.problems.map(({ code, at }) => `${code} ${at}`),
    formats.map((format) => `spec.idn-unavailable /candidateSchema/properties/${format}/format`),
  );
  assert.equal(createEngine({ sha256, cel }).compileSpec(specWith([])).kind, "ok");
});

test("with IDN support the formats accept international names, and refuse broken ones", () => {
  const engine = createEngine({ sha256, cel, idn });
  const compiled = engine.compileSpec(specWith(formats));
  assert.ok(compiled.kind === "ok");
  assert.deepEqual(codes(engine, compiled.spec, names), []);
  const broken = { hostname: "xn--x.example", "idn-hostname": "a..b", "idn-email": "ada@-bücher.example" };
  assert.deepEqual(
    codes(engine, compiled.spec, broken),
    formats.toSorted().map((format) => `field.format /${format}`),
  );
});

test("where a package was admitted elsewhere, an engine without IDN support refuses every name", async () => {
  const engine = createEngine({ sha256, cel });
  const spec = await engine.compileAsync(specWith(formats), async () => {});
  assert.deepEqual(
    codes(engine, spec, names),
    formats.toSorted().map((format) => `field.format /${format}`),
  );
});

function specWith(used: readonly string[]): Uint8Array {
  const spec = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as SpecPackage;
  const schema = spec.candidateSchema as JsonObject & { readonly properties: JsonObject };
  const added = used.map((format) => [format, { type: "string", maxLength: 253, format }] as const);
  const properties = { ...schema.properties, ...Object.fromEntries(added) };
  return new TextEncoder().encode(JSON.stringify({ ...spec, candidateSchema: { ...schema, properties } }));
}

function codes(engine: Engine, spec: CompiledSpec, values: JsonObject): readonly string[] {
  const registry = registryFromSnapshot(registryFile());
  const { diagnostics } = engine.validate({
    spec,
    registry,
    candidate: { ...(candidateFile("loyalty-card") as JsonObject), ...values },
  });
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code, path }) => `${code} ${path}`);
}
