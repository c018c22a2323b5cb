import type { Verdict } from "@assay/contract";
import { type BuildOutcome, build } from "./build/build.ts";
import { type PackageVerification, verifyPackage } from "./build/verify-package.ts";
import type { Checks } from "./checks/check.ts";
import { createCompileAsync } from "./compile/compile-async.ts";
import type { LookalikeKey } from "./registry/comparison-key.ts";
import { registryKeys } from "./registry/registry-keys.ts";
import type { RegistryView } from "./registry/registry-view.ts";
import type { Idn } from "./schema/formats.ts";
import { checkSha256, type Sha256 } from "./sha256.ts";
import { type CompiledSpec, partsOf } from "./spec/compiled-spec.ts";
import { validate } from "./verdict/validate.ts";
import type { ValidateInput } from "./verdict/validate-input.ts";
import { kindOf, wrongArgument } from "./wrong-argument.ts";

/** Validates candidates and builds packages, with spec packages that were accepted before. */
export interface RuntimeEngine {
  /**
   * Compiles a package that `compileSpec` accepted before, here or on another thread, and awaits `pause` between its parts.
   *
   * @example
   * const spec = await engine.compileAsync(bytes, () => new Promise(setImmediate));
   */
  compileAsync(bytes: Uint8Array, pause: () => Promise<void>): Promise<CompiledSpec>;
  /**
   * The lookalike key of every id that a verdict on this candidate may ask the registry for.
   *
   * @example
   * const ranges = engine.registryKeys(spec, candidate).map((key) => rangeOf(key, sha256));
   */
  registryKeys(spec: CompiledSpec, candidate: unknown): readonly LookalikeKey[];
  /**
   * Everything that is wrong with a candidate, in one answer.
   *
   * @example
   * const { valid, diagnostics } = engine.validate({ spec, registry, candidate });
   */
  validate(input: ValidateInput): Verdict;
  /**
   * The same verdict and, when it is valid, the package to submit.
   *
   * @example
   * const built = engine.build({ spec, registry, candidate });
   * if (built.valid) submit(built.proposalPackage, built.idempotencyKey);
   */
  build(input: ValidateInput): BuildOutcome;
  /**
   * Checks a package again, for products and voters: whether it is what building its candidate gives now. It may be any
   * value; nothing in it is trusted.
   *
   * @example
   * const verified = engine.verifyPackage(received.value, spec, registry);
   * if (verified.kind === "ok") console.log(describeProposal(verified.proposalPackage));
   */
  verifyPackage(proposalPackage: unknown, spec: CompiledSpec, registry: RegistryView): PackageVerification;
}

/** What an engine is made of. */
export interface EngineParts {
  /** The SHA-256 of a string, in hexadecimal digits. It has no default: platforms differ. */
  readonly sha256: Sha256;
  /**
   * Rules written as CEL expressions: `cel` of `@assay/engine/cel`. It is large, so load it when a package has one.
   * Default: packages with such rules are refused.
   */
  readonly cel?: Checks["cel"] | undefined;
  /**
   * Internationalized domain names: `idn` of `@assay/engine/idn`. It is large; three formats need it.
   * Default: packages with these formats are refused.
   */
  readonly idn?: Idn | undefined;
}

/**
 * Creates an engine for spec packages that `compileSpec` has accepted elsewhere, such as those that a service uses. In a
 * bundle it takes less than the whole engine, because it cannot check spec packages.
 *
 * @example
 * const engine = createRuntimeEngine({ sha256 });
 * const spec = await engine.compileAsync(bytes, () => new Promise((resolve) => setTimeout(resolve)));
 */
export function createRuntimeEngine(parts: EngineParts): RuntimeEngine {
  checkParts(parts);
  return {
    compileAsync: createCompileAsync(parts),
    registryKeys: (spec, candidate) => registryKeys(partsOf(spec).document, candidate),
    validate: (input) => validate(input).verdict,
    build: (input) => build(input, parts.sha256),
    verifyPackage: (proposalPackage, spec, registry) => verifyPackage(proposalPackage, spec, registry, parts.sha256),
  };
}

function checkParts(parts: unknown): void {
  if (typeof parts !== "object" || parts === null) {
    const remedy = 'Pass { sha256: (text) => hash("sha256", text) } with `hash` from node:crypto.';
    throw wrongArgument({ argument: "parts", expected: "an object", found: kindOf(parts), remedy });
  }
  checkSha256("sha256" in parts ? parts.sha256 : undefined);
  checkPart("cel" in parts ? parts.cel : undefined, "cel", "compile");
  checkPart("idn" in parts ? parts.idn : undefined, "idn", "isHostname");
}

// The module has the part as a member of the same name: passing the module is the usual mistake.
function checkPart(part: unknown, argument: "cel" | "idn", member: string): void {
  if (part === undefined || (typeof part === "object" && part !== null && member in part)) return;
  const remedy = `Write import { ${argument} } from "@assay/engine/${argument}".`;
  throw wrongArgument({
    argument,
    expected: `\`${argument}\` of @assay/engine/${argument}`,
    found: kindOf(part),
    remedy,
  });
}
