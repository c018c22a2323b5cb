import type { SpecPackage } from "@assay/contract";
import { createArgumentError, describeKind } from "../argument-error.ts";
import type { CompiledRule } from "../checks/check.ts";
import type { RuleOrigin } from "../findings/finding.ts";
import type { IsOwnerDecision } from "../schema/find-places.ts";
import type { Part, Place } from "../schema/place.ts";
import type { Normalizer } from "./normalizer.ts";

/**
 * A spec package that is ready to validate candidates: the `spec` in a result of `compileSpec`. Callers can read its document
 * and digest; everything else is private to the engine.
 */
export class CompiledSpec {
  /** The spec package as its author wrote it. */
  readonly document: SpecPackage;
  /** `sha256:` and the hexadecimal SHA-256 of the RFC 8785 form without `next` and `$schema`. */
  readonly digest: string;
  readonly #parts: SpecParts;

  constructor(parts: SpecParts) {
    this.document = parts.document;
    this.digest = parts.digest;
    this.#parts = parts;
  }

  static readParts(value: unknown): SpecParts | undefined {
    return typeof value === "object" && value !== null && #parts in value ? value.#parts : undefined;
  }
}

/** The content of a compiled spec, which only the engine can read. */
export interface SpecParts {
  readonly document: SpecPackage;
  readonly digest: string;
  readonly normalizer: Normalizer;
  /** The candidate schema. */
  readonly root: Part;
  /** The place of the candidate: the candidate schema, with the closed lists of the rules. */
  readonly place: Place;
  /** The place of a value of each declared field type. */
  readonly fieldPlaces: ReadonlyMap<string, Place>;
  /** Declared aliases of field types, each with its type. */
  readonly typeAliases: ReadonlyMap<string, string>;
  readonly isOwnerDecision: IsOwnerDecision;
  /** The names of all properties that the schema declares, anywhere. */
  readonly declaredNames: ReadonlySet<string>;
  /** The origin of each rule in the document. */
  readonly origins: readonly RuleOrigin[];
  readonly rules: readonly CompiledRule[];
}

/** Returns the content of a compiled spec. Throws a TypeError with advice if the value is not a compiled spec. */
export function openSpec(spec: unknown, argument = "spec"): SpecParts {
  const parts = CompiledSpec.readParts(spec);
  if (parts) return parts;
  const remedy = "Pass the `spec` of a result of compileSpec whose `kind` is `ok`.";
  throw createArgumentError(argument, "a compiled spec", describeKind(spec), remedy);
}
