import { createArgumentError, describeKind } from "../argument-error.ts";
import { checkRegistryView, type RegistryView } from "../registry/registry-view.ts";
import { type CompiledSpec, openSpec, type SpecParts } from "../spec/compiled-spec.ts";

/**
 * A candidate, and everything that it is validated against.
 *
 * @example
 * const verdict = engine.validate({ spec: compiled.spec, registry, candidate });
 */
export interface ValidateInput {
  /** The `spec` in a result of `compileSpec`. */
  readonly spec: CompiledSpec;
  /** The announced next version of the same spec package. The verdict lists the problems that it adds. Default: none. */
  readonly next?: CompiledSpec | undefined;
  /** A registry view, for example from `registryFromSnapshot`. */
  readonly registry: RegistryView;
  /** Any value. A value that is not a JSON object gets a verdict, too. */
  readonly candidate: unknown;
  /**
   * True if the candidate is a value that `readJson` returned, or a part of one, and has not been changed since. The
   * engine then does not check that it is JSON. Default: false.
   */
  readonly isJson?: boolean | undefined;
  /**
   * The subject of the caller, for packages whose owner must be the caller. Default: unknown, and the rule is skipped.
   */
  readonly caller?: string | undefined;
}

/** Checks every argument except the candidate, which can be any value, and opens the compiled specs. */
export function openInput(input: ValidateInput) {
  if (typeof input !== "object" || input === null)
    throw createArgumentError("input", "an object", describeKind(input), "Pass { spec, registry, candidate }.");
  const spec = openSpec(input.spec);
  const next = input.next === undefined ? undefined : openSpec(input.next, "next");
  if (next && formatDomain(next) !== formatDomain(spec)) {
    const remedy = "Pass the next version of the same spec package, or leave `next` out.";
    throw createArgumentError(
      "next",
      `a spec package for ${formatDomain(spec)}`,
      `one for ${formatDomain(next)}`,
      remedy,
    );
  }
  checkRegistryView(input.registry);
  const { caller } = input;
  if (caller !== undefined && typeof caller !== "string")
    throw createArgumentError(
      "caller",
      "a string",
      describeKind(caller),
      "Pass the subject of the caller, or leave it out.",
    );
  return { ...input, spec, next, caller };
}

function formatDomain({ document }: SpecParts): string {
  return `${document.targetProduct}/${document.domainId}`;
}
