import { type CompileResult, createCompileSpec } from "./compile/compile-spec.ts";
import { createRuntimeEngine, type EngineParts, type RuntimeEngine } from "./runtime-engine.ts";

/**
 * Compiles spec packages, validates candidates and builds packages. No call throws for anything that a spec package or a
 * candidate contains; an argument of the wrong kind is a TypeError that says what to pass.
 */
export interface Engine extends RuntimeEngine {
  /**
   * Reads and checks a spec package: a compiled one, or all problems that its author has to fix.
   *
   * @example
   * const compiled = engine.compileSpec(readFileSync("spec-package.json"));
   * if (compiled.kind === "broken") throw new Error(compiled.problems.map(({ message }) => message).join("\n"));
   */
  compileSpec(bytes: Uint8Array): CompileResult;
}

/**
 * Creates an engine; hashing is yours to choose, because platforms differ.
 *
 * @example
 * const engine = createEngine({ sha256: (text) => hash("sha256", text) }); // `hash` from node:crypto
 * const compiled = engine.compileSpec(bytes);
 * if (compiled.kind === "ok") engine.validate({ spec: compiled.spec, registry, candidate });
 */
export function createEngine(parts: EngineParts): Engine {
  const engine = createRuntimeEngine(parts);
  const compileSpec = createCompileSpec(parts);
  return { compileSpec: (bytes) => compileSpec(bytes), ...engine };
}
