import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticEntry,
  diagnosticCatalogue,
  type Json,
  type JsonObject,
  type Verdict,
} from "@assay/contract";
import { type CompiledSpec, registryFromSnapshot } from "@assay/engine";
import { candidateFile, registryFile, specFile } from "./golden-cases.ts";
import { mergePatch } from "./merge-patch.ts";
import { engine } from "./run-case.ts";

const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as JsonObject;
const registry = registryFromSnapshot(registryFile());
const loyaltyCard = candidateFile("loyalty-card") as JsonObject;
const caller = (loyaltyCard.owner as { readonly id: string }).id;

/** Returns the verdicts on the catalogue's example of a code, before and after the correction. */
export function exampleVerdicts(code: DiagnosticCode): {
  readonly before: Verdict;
  readonly after: Verdict | undefined;
} {
  const { example }: DiagnosticEntry = diagnosticCatalogue[code];
  const validatePatch = (patch: JsonObject) => validate(toInput(example, patch));
  return { before: validatePatch(example.before), after: example.after && validatePatch(example.after) };
}

/** Returns the diagnostic that each code's example triggers, by code. */
export function exampleDiagnostics(): { readonly [code: string]: Diagnostic } {
  const codes = Object.keys(diagnosticCatalogue) as DiagnosticCode[];
  return Object.fromEntries(
    codes.map((code) => {
      const diagnostic = exampleVerdicts(code).before.diagnostics.find((each) => each.code === code);
      if (diagnostic === undefined) throw new Error(`The example of ${code} does not trigger it.`);
      return [code, diagnostic];
    }),
  );
}

/** A candidate, and the rules for it unless they are Datamint's. */
interface ExampleInput {
  readonly candidate: Json;
  readonly specPackage?: JsonObject;
}

function toInput(example: DiagnosticEntry["example"], patch: JsonObject): ExampleInput {
  if (example.of === "spec-package") {
    return { candidate: createCandidate(example.sampleRecords), specPackage: patchSpec(patch) };
  }
  const candidate = mergePatch(loyaltyCard, patch);
  return example.spec ? { candidate, specPackage: patchSpec(example.spec) } : { candidate };
}

/** Patches Datamint's spec package, and keeps only two tests that do not depend on its rules. */
function patchSpec(patch: JsonObject): JsonObject {
  const [accepted, , refused] = datamint.tests as readonly Json[];
  return mergePatch({ ...datamint, tests: [accepted ?? null, refused ?? null] }, patch) as JsonObject;
}

function validate({ candidate, specPackage = datamint }: ExampleInput): Verdict {
  return engine.validate({ spec: compileCached(specPackage), registry, candidate, caller });
}

const compiledByText = new Map<string, CompiledSpec>();

function compileCached(specPackage: JsonObject): CompiledSpec {
  const text = JSON.stringify(specPackage);
  const cached = compiledByText.get(text);
  if (cached) return cached;
  const result = engine.compileSpec(new TextEncoder().encode(text));
  if (result.kind !== "ok") throw new Error(JSON.stringify(result));
  compiledByText.set(text, result.spec);
  return result.spec;
}

function createCandidate(sampleRecords: number): Json {
  const [record] = loyaltyCard.sampleRecords as readonly [JsonObject];
  return {
    ...loyaltyCard,
    sampleRecords: Array.from({ length: sampleRecords }, (_, index) => ({ ...record, member: `Member ${index + 1}` })),
  };
}
