import { type CompileResult, createEngine, type EngineParts } from "@assay/engine";

/** Checks a spec package in full, with its tests. A file of its own: the checks of packages are loaded for new ones only. */
export function admitPackage(bytes: Uint8Array, parts: EngineParts): CompileResult {
  return createEngine(parts).compileSpec(bytes);
}
