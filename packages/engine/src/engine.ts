import type { Verdict } from "@assay/contract";
import { createArgumentError, describeKind } from "./argument-error.ts";
import { type BuildOutcome, build } from "./build/build.ts";
import { type PackageVerification, verifyPackage } from "./build/verify-package.ts";
import type { EngineParts } from "./compile/assemble-spec.ts";
import { type CompileResult, createCompileAccepted, createCompileSpec } from "./compile/compile-spec.ts";
import type { RegistryView } from "./registry/registry-view.ts";
import { checkSha256 } from "./sha256.ts";
import type { CompiledSpec } from "./spec/compiled-spec.ts";
import { validate } from "./verdict/validate.ts";
import type { ValidateInput } from "./verdict/validate-input.ts";

/**
 * Compiles spec packages, validates candidates and builds packages. Nothing in a spec package or candidate makes a call throw.
 * An argument of an incorrect type causes a TypeError that explains what to pass.
 */
export interface Engine {
  /**
   * Checks a spec package, and returns it compiled or lists all problems that its author has to fix.
   *
   * @example
   * const compiled = engine.compileSpec(readFileSync("spec-package.json"));
   * if (compiled.kind === "broken") throw new Error(compiled.problems.map(({ message }) => message).join("\n"));
   */
  compileSpec(bytes: Uint8Array): CompileResult;
  /**
   * Compiles a spec package that `compileSpec` has accepted, in this thread or another one. Nothing is checked again, so never
   * pass any other package.
   *
   * @example
   * const spec = engine.compileAccepted(bytes);
   */
  compileAccepted(bytes: Uint8Array): CompiledSpec;
  /**
   * Reports every problem in a candidate in one verdict.
   *
   * @example
   * const { valid, diagnostics } = engine.validate({ spec, registry, candidate });
   */
  validate(input: ValidateInput): Verdict;
  /**
   * Returns the same verdict as `validate` and, if it is valid, the package to submit.
   *
   * @example
   * const built = engine.build({ spec, registry, candidate });
   * if (built.valid) submit(built.proposalPackage, built.idempotencyKey);
   */
  build(input: ValidateInput): BuildOutcome;
  /**
   * For products and voters: checks whether rebuilding a package from its candidate gives the same package. The
   * package can be any value; nothing in it is trusted.
   *
   * @example
   * const verified = engine.verifyPackage(received.value, spec, registry);
   * if (verified.kind === "ok") console.log(describeProposal(verified.proposalPackage));
   */
  verifyPackage(proposalPackage: unknown, spec: CompiledSpec, registry: RegistryView): PackageVerification;
}

/**
 * Creates an engine that uses the SHA-256 function of the platform.
 *
 * @example
 * const engine = createEngine({ sha256: (text) => hash("sha256", text) }); // `hash` from node:crypto
 * const compiled = engine.compileSpec(bytes);
 * if (compiled.kind === "ok") engine.validate({ spec: compiled.spec, registry, candidate });
 */
export function createEngine(parts: EngineParts): Engine {
  checkParts(parts);
  return {
    compileSpec: createCompileSpec(parts),
    compileAccepted: createCompileAccepted(parts),
    validate: (input) => validate(input).verdict,
    build: (input) => build(input, parts.sha256),
    verifyPackage: (proposalPackage, spec, registry) => verifyPackage(proposalPackage, spec, registry, parts.sha256),
  };
}

function checkParts(parts: unknown): void {
  if (typeof parts !== "object" || parts === null) {
    const remedy = 'Pass { sha256: (text) => hash("sha256", text) } with `hash` from node:crypto.';
    throw createArgumentError("parts", "an object", describeKind(parts), remedy);
  }
  checkSha256("sha256" in parts ? parts.sha256 : undefined);
  checkCel("cel" in parts ? parts.cel : undefined);
}

// A common mistake is to pass the module `@assay/engine/cel` instead of its export `cel`.
function checkCel(part: unknown): void {
  if (part === undefined || (typeof part === "object" && part !== null && "compile" in part)) return;
  const remedy = 'Write import { cel } from "@assay/engine/cel".';
  throw createArgumentError("cel", "`cel` of @assay/engine/cel", describeKind(part), remedy);
}
