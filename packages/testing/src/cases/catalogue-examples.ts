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

/** The verdicts on the example of a code in the catalogue: on what triggers it, and on the same, fixed. */
export function exampleVerdicts(code: DiagnosticCode): { readonly before: Verdict; readonly after?: Verdict } {
  const { example }: DiagnosticEntry = diagnosticCatalogue[code];
  const verdictOn = (patch: JsonObject) =>
    example.of === "candidate"
      ? validate(specWith(example.spec), mergePatch(loyaltyCard, patch))
      : validate(specWith(patch), candidateWith(example.sampleRecords));
  return { before: verdictOn(example.before), ...(example.after && { after: verdictOn(example.after) }) };
}

/** For each code, the diagnostic that its example gets. */
export function exampleDiagnostics(): { readonly [code: string]: Diagnostic } {
  const codes = Object.keys(diagnosticCatalogue) as DiagnosticCode[];
  return Object.fromEntries(
    codes.map((code) => {
      const diagnostic = exampleVerdicts(code).before.diagnostics.find((found) => found.code === code);
      if (diagnostic === undefined) throw new Error(`The example of ${code} does not trigger it.`);
      return [code, diagnostic];
    }),
  );
}

function validate(spec: CompiledSpec, candidate: Json): Verdict {
  return engine.validate({ spec, registry, candidate });
}

const compiledByText = new Map<string, CompiledSpec>();

/** Datamint's package with a part replaced, and then only those of its own tests that do not depend on its rules. */
function specWith(patch: JsonObject | undefined): CompiledSpec {
  const [accepted, , refused] = datamint.tests as readonly Json[];
  const text = JSON.stringify(
    patch ? mergePatch({ ...datamint, tests: [accepted ?? null, refused ?? null] }, patch) : datamint,
  );
  const known = compiledByText.get(text);
  if (known) return known;
  const compiled = engine.compileSpec(new TextEncoder().encode(text));
  if (compiled.kind !== "ok") throw new Error(JSON.stringify(compiled));
  compiledByText.set(text, compiled.spec);
  return compiled.spec;
}

function candidateWith(sampleRecords: number): Json {
  const [record] = loyaltyCard.sampleRecords as readonly [JsonObject];
  return {
    ...loyaltyCard,
    sampleRecords: Array.from({ length: sampleRecords }, (_, index) => ({ ...record, member: `Member ${index + 1}` })),
  };
}
