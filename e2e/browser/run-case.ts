import type { Json, Registry } from "@assay/contract";
import { type CompileResult, createEngine, readJson, registryFromSnapshot, type Sha256 } from "@assay/engine";
import { cel } from "@assay/engine/cel";

/** What goes into a golden case, in a form that travels as JSON. */
export type CaseInput =
  | { readonly kind: "body"; readonly hex: string }
  | { readonly kind: "spec"; readonly specHex: string }
  | {
      readonly kind: "candidate";
      readonly specHex: string;
      readonly nextHex?: string;
      readonly upcoming?: boolean;
      readonly registry: Registry;
      readonly candidate: Json;
      readonly fixes: boolean | "repair";
    };

/** A function that answers golden cases as JSON text. Node and the worker run this same code, each with its own hash. */
export function createCaseRunner(sha256: Sha256): (input: CaseInput) => string {
  const engine = createEngine({ sha256, cel });
  const compiledByHex = new Map<string, CompileResult>();
  const compile = (hex: string): CompileResult => {
    const compiled = compiledByHex.get(hex) ?? engine.compileSpec(bytesOf(hex));
    compiledByHex.set(hex, compiled);
    return compiled;
  };

  return (input) => {
    if (input.kind === "body") return JSON.stringify(readJson(bytesOf(input.hex)));
    const compiled = compile(input.specHex);
    if (compiled.kind === "broken") return JSON.stringify({ problems: compiled.problems });
    if (input.kind === "spec") return JSON.stringify({ problems: [] });

    const validateInput = {
      spec: compiled.spec,
      registry: registryFromSnapshot(input.registry),
      candidate: input.candidate,
      fixes: input.fixes,
    };
    if (input.nextHex === undefined) return JSON.stringify(engine.build(validateInput));
    const next = compile(input.nextHex);
    if (next.kind === "broken") return JSON.stringify({ problems: next.problems });
    return JSON.stringify(engine.build({ ...validateInput, next: next.spec, upcoming: input.upcoming }));
  };
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
