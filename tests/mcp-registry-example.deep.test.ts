import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type JsonObject, type SpecPackage, specPackageSchema } from "@assay/contract";
import { type CompileResult, registryFromSnapshot } from "@assay/engine";
import { engine } from "@assay/testing/cases/run-case";
import { printFigure } from "@assay/testing/print-figure";
import { Ajv2020 } from "ajv/dist/2020.js";

const root = join(import.meta.dirname, "..");
const folder = join(root, "examples/mcp-registry");
const document = JSON.parse(readFileSync(join(folder, "spec-package.json"), "utf8")) as SpecPackage;
const { spec, tests } = compileDocument();

test("the spec package for the MCP registry is valid and passes its tests", () => {
  const published = JSON.parse(readFileSync(join(folder, document.$schema ?? ""), "utf8"));
  assert.deepEqual(published, JSON.parse(JSON.stringify(specPackageSchema)));
  const ajv = new Ajv2020({ strict: false });
  assert.ok(ajv.validate(published, document), ajv.errorsText());
  printFigure("mcp-registry: rules", document.rules?.length ?? 0, "some 35");
  printFigure("mcp-registry: tests", document.tests.length, "at least 40");
  assert.ok(document.tests.length >= 40);
});

test("the tests in the spec package violate every rule at least once", () => {
  const findings = tests.flatMap((result) => (result.outcome === "not-run" ? [] : [...result.got, ...result.warned]));
  const reported = new Set(findings.map(({ rule }) => rule));
  const unreported = (document.rules ?? []).map(({ id }) => id).filter((id) => !reported.has(id));
  assert.deepEqual(unreported, []);
});

test("Assay's own server.json is valid, and publishing the same version twice is refused", () => {
  const server = JSON.parse(readFileSync(join(root, "server.json"), "utf8"));
  const candidate = toCandidate(server);
  const validate = (registeredIds: readonly string[]) => {
    const entries = registeredIds.map((id) => ({ id, state: "active" as const }));
    return engine.validate({
      spec,
      registry: registryFromSnapshot({ revision: "1", entries, pending: [] }),
      candidate,
    });
  };
  assert.deepEqual(validate([]).diagnostics, []);
  assert.ok(validate([]).valid);
  const again = validate([`${server.name}@${server.version}`]);
  assert.deepEqual(
    again.diagnostics.map(({ code, path }) => [code, path]),
    [["registry.id-taken", "/generatorId"]],
  );
});

/** Turns a server.json into a candidate, as the README describes: its namespace becomes the owner. */
function toCandidate(server: JsonObject): JsonObject {
  const id = String(server.name).split("/")[0] ?? "";
  const kind = id.startsWith("io.github.") ? "github" : "domain";
  return { ...server, generatorId: `${server.name}@${server.version}`, owner: { kind, id } };
}

function compileDocument(): Extract<CompileResult, { kind: "ok" }> {
  const result = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  assert.ok(result.kind === "ok", JSON.stringify(result));
  return result;
}
