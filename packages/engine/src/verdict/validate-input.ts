import { checkRegistryView, type RegistryView } from "../registry/registry-view.ts";
import { type CompiledSpec, partsOf, type SpecParts } from "../spec/compiled-spec.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";

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
   * The subject of whoever calls, for packages whose owner must be that person. Default: nobody is known, and the rule is not
   * evaluated.
   */
  readonly caller?: string | undefined;
}

/** The same, checked, with compiled specs opened. */
export interface OpenInput {
  readonly spec: SpecParts;
  readonly next: SpecParts | undefined;
  readonly registry: RegistryView;
  readonly candidate: unknown;
  readonly isJson: boolean;
  readonly caller: string | undefined;
}

/** Checks everything but the candidate, which may be anything. A mistake of the caller is a TypeError that says what to pass. */
export function openInput(input: ValidateInput): OpenInput {
  if (typeof input !== "object" || input === null) {
    const remedy = "Pass { spec, registry, candidate }.";
    throw wrongArgument({ argument: "input", expected: "an object", found: kindOf(input), remedy });
  }
  const { registry, candidate, isJson = false, caller } = input;
  const spec = partsOf(input.spec);
  const next = input.next === undefined ? undefined : partsOf(input.next, "next");
  if (next) checkSameDomain(spec, next);
  checkRegistryView(registry);
  if (caller !== undefined && typeof caller !== "string") {
    const remedy = "Pass the subject of the caller, or leave it out.";
    throw wrongArgument({ argument: "caller", expected: "a string", found: kindOf(caller), remedy });
  }
  return { spec, next, registry, candidate, isJson: isJson === true, caller };
}

function checkSameDomain({ document: spec }: SpecParts, { document: next }: SpecParts): void {
  const [current, other] = [spec, next].map(({ targetProduct, domainId }) => `${targetProduct}/${domainId}`);
  if (current === other) return;
  throw wrongArgument({
    argument: "next",
    expected: `a spec package for ${current}`,
    found: `one for ${other}`,
    remedy: "Pass the next version of the same spec package, or leave `next` out.",
  });
}
