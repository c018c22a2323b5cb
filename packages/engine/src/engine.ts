import type { Json, Verdict } from "@assay/contract";
import { type BuildResult, build } from "./build/build.ts";
import type { Checks } from "./checks/check.ts";
import {
  type CompileOptions,
  type CompileResult,
  createCompileInTurns,
  createCompileSpec,
} from "./compile/compile-spec.ts";
import { registryKeys } from "./registry/registry-keys.ts";
import type { Idn } from "./schema/formats.ts";
import type { Sha256 } from "./sha256.ts";
import type { CompiledSpec } from "./spec/compiled-spec.ts";
import { type ValidateInput, validate } from "./verdict/validate.ts";

/** Compiles spec packages, validates candidates and builds packages; no call throws for anything that its input contains. */
export interface Engine {
  /** Reads and checks a spec package: a compiled one, or all problems that its author has to fix. */
  compileSpec(bytes: Uint8Array, options?: CompileOptions): CompileResult;
  /** Compiles a package that `compileSpec` accepted before, and awaits `turn` between its parts. */
  compileInTurns(bytes: Uint8Array, turn: () => Promise<void>): Promise<CompiledSpec>;
  /** Every comparison key that a verdict on this candidate may ask the registry for. */
  registryKeys(spec: CompiledSpec, candidate: Json): readonly string[];
  /** Everything that is wrong with a candidate, in one answer. */
  validate(input: ValidateInput): Verdict;
  /** The same verdict and, when it is valid, the package to submit. */
  build(input: ValidateInput): BuildResult;
}

/** What an engine is made of. */
export interface EngineParts {
  /** The SHA-256 of a text, in hexadecimal digits. */
  readonly sha256: Sha256;
  /** Rules written as CEL expressions: `cel` of `@assay/engine/cel`. It is large, so load it when a package has one. */
  readonly cel?: Checks["cel"];
  /** Internationalized domain names: `idn` of `@assay/engine/idn`. It is large; three formats need it. */
  readonly idn?: Idn | undefined;
}

/**
 * Creates an engine; hashing is yours to choose, because platforms differ.
 *
 * @example
 * const engine = createEngine({ sha256: (text) => hash("sha256", text) }); // `hash` of node:crypto
 * const compiled = engine.compileSpec(bytes);
 * if (compiled.kind === "ok") engine.validate({ spec: compiled.spec, registry, candidate });
 */
export function createEngine(parts: EngineParts): Engine {
  return {
    compileSpec: createCompileSpec(parts),
    compileInTurns: createCompileInTurns(parts),
    registryKeys: ({ document }, candidate) => registryKeys(document.candidateSchema, candidate),
    validate: (input) => validate(input).verdict,
    build: (input) => build(input, parts.sha256),
  };
}
