import type { CompiledSpec } from "@assay/engine";
import { engine } from "./run-case.ts";

/** Compiles a spec package, and throws an error that lists its problems if it is broken. */
export function compileValidSpec(bytes: Uint8Array): CompiledSpec {
  const compiled = engine.compileSpec(bytes);
  if (compiled.kind === "broken") throw new Error(JSON.stringify(compiled.problems));
  return compiled.spec;
}
