import {
  type Diagnostic,
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

type Example = NonNullable<DiagnosticEntry["example"]>;

/** Returns the verdicts on an example of the catalogue, before and after the correction. */
export function exampleVerdicts({ spec, before, after }: Example): {
  readonly before: Verdict;
  readonly after: Verdict | undefined;
} {
  const rules = compileCached(spec ? patchSpec(spec) : datamint);
  return { before: validate(rules, before), after: after && validate(rules, after) };
}

/** Returns the diagnostic that each code's example triggers, by code. */
export function exampleDiagnostics(): { readonly [code: string]: Diagnostic } {
  const entries = Object.entries<DiagnosticEntry>(diagnosticCatalogue);
  return Object.fromEntries(
    entries.flatMap(([code, { example }]) => {
      if (!example) return [];
      const diagnostic = exampleVerdicts(example).before.diagnostics.find((each) => each.code === code);
      if (diagnostic === undefined) throw new Error(`The example of ${code} does not trigger it.`);
      return [[code, diagnostic]];
    }),
  );
}

/** Patches Datamint's spec package, and keeps only two tests that do not depend on its rules. */
function patchSpec(patch: JsonObject): JsonObject {
  const [accepted, , refused] = datamint.tests as readonly Json[];
  return mergePatch({ ...datamint, tests: [accepted ?? null, refused ?? null] }, patch) as JsonObject;
}

function validate(spec: CompiledSpec, patch: JsonObject): Verdict {
  return engine.validate({ spec, registry, candidate: mergePatch(loyaltyCard, patch), caller });
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
