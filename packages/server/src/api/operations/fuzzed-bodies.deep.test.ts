import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { diagnosticCatalogue, type ProblemCode } from "@assay/contract";
import { type CompiledSpec, createEngine, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { createFuzzedBodies } from "@assay/testing/corpora/fuzzed-bodies";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale, seed } from "@assay/testing/scale";
import type { Domain } from "../../documents/domain-source.ts";
import { Problem } from "../../problem.ts";
import { readBody } from "../read-body.ts";
import { type OperationResult, runOperation } from "./run-operation.ts";

const count = pickForScale({ ci: 5_000, full: 10_000_000 });
/** The problems that a body can be refused with. */
const refusals: readonly ProblemCode[] = [
  "malformed-json",
  "ambiguous-json",
  "json-too-deep",
  "invalid-envelope",
  "unknown-domain",
];

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });
const registry = registryFromSnapshot(registryFile());
const checkedAt = new Date(0);
const published = { sha256: "0".repeat(64), bytes: new Uint8Array() };
const domainWithNext: Domain = {
  targetProduct: "datamint",
  domainId: "generator-option",
  specPackageUrl: "https://datamint.example/spec",
  submissionUrl: "https://datamint.example/proposals",
  status: "ready",
  specPackage: { value: compile("datamint/generator-option/1.0.0"), checkedAt, published },
  next: {
    published,
    checkedAt,
    value: compile("datamint/generator-option/2.0.0"),
    effectiveFrom: "2027-03-01T00:00:00Z",
  },
  expiresMs: Number.POSITIVE_INFINITY,
  publishesRegistry: false,
  registry: { value: registry, checkedAt, published },
};
const { next: _, ...domainWithoutNext } = domainWithNext;

test("answers any request body with a verdict or a problem", async () => {
  const createBody = createFuzzedBodies();
  const outcomes: { [outcome: string]: number } = {};
  for (let index = 0; index < count; index += 1) {
    const body = createBody(seed + index);
    const outcome = await send(body, index).catch((reason: unknown) => {
      throw new Error(`The body with seed ${seed + index}: ${Buffer.from(body).toString("base64")}`, { cause: reason });
    });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (index % 500_000 === 499_999) printFigure(`outcomes of ${index + 1} bodies`, JSON.stringify(outcomes), "-");
  }
  printFigure("fuzzed bodies in process, each with a verdict or a problem with a code", count, count);
  printFigure("outcomes of all bodies", JSON.stringify(outcomes), "each at least once");
  for (const outcome of ["valid", "invalid", ...refusals]) assert.ok(outcomes[outcome], `no body got ${outcome}`);
});

/** Handles a body as the service does once the caller is known. Every fourth call builds, the rest validate. */
async function send(bytes: Uint8Array, index: number): Promise<string> {
  const operation = index % 4 === 1 ? "buildProposal" : "validateProposal";
  const domains = [index % 8 === 0 ? domainWithNext : domainWithoutNext];
  const deps = { engine, engineVersion: "1", domains, describeDomains: () => [] };
  const body = readBody(bytes);
  const result = body instanceof Problem ? body : await runOperation(operation, body, deps, {});
  if (!(result instanceof Problem)) return checkResult(result);
  assert.ok(refusals.includes(result.code), result.code);
  return result.code;
}

function checkResult(result: OperationResult): string {
  assert.ok("valid" in result);
  const { valid, diagnostics } = result;
  assert.equal(valid, !diagnostics.some(({ severity }) => severity === "error"));
  for (const { code } of diagnostics) assert.ok(Object.hasOwn(diagnosticCatalogue, code), code);
  assert.ok(JSON.stringify(result).length > 0);
  return valid ? "valid" : "invalid";
}

function compile(name: string): CompiledSpec {
  const compiled = engine.compileSpec(specFile(name));
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  return compiled.spec;
}
