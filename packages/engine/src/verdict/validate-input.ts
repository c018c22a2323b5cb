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
  /** `spec` of what `compileSpec` returned. */
  readonly spec: CompiledSpec;
  /** The announced next version of the same spec package: the verdict says what it adds. Default: none. */
  readonly next?: CompiledSpec | undefined;
  /** A view, such as `registryFromSnapshot` makes. */
  readonly registry: RegistryView;
  /** Any value: one that is not a JSON object gets a verdict too. */
  readonly candidate: unknown;
  /**
   * True if the candidate is what `readJson` returned, or a part of it, and nothing has changed it since: then it is not
   * checked again that it is JSON. Default: false.
   */
  readonly isJson?: boolean | undefined;
  /**
   * The subject of the caller, for packages whose owner must be that person. Default: unknown, and the rule is skipped.
   */
  readonly caller?: string | undefined;
}

/** Checks everything but the candidate, which may be anything, and opens the compiled specs. */
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
