import { closedLists, type Json, type Rule, type SpecPackage } from "@assay/contract";
import type { Check, CheckParts, Checks, CompiledRule } from "../checks/check.ts";
import type { RuleOrigin } from "../findings/finding.ts";
import { toCanonicalJson } from "../json/canonical-json.ts";
import { createIsOwnerDecision } from "../schema/find-places.ts";
import { findPlace, Place } from "../schema/place.ts";
import { type ReadSchema, readLists, readSchema } from "../schema/read-schema.ts";
import type { Sha256 } from "../sha256.ts";
import { CompiledSpec, type SpecParts } from "../spec/compiled-spec.ts";
import { createNormalizer } from "../spec/normalizer.ts";

/** The parts that a program provides to an engine. */
export interface EngineParts {
  /** Returns the SHA-256 of a string in hexadecimal digits. There is no default, because platforms differ. */
  readonly sha256: Sha256;
  /**
   * The check for rules written in CEL: `cel` from `@assay/engine/cel`. It is large, so load it only if a package has such rules.
   * Default: packages with such rules are refused.
   */
  readonly cel?: Checks["cel"] | undefined;
}

/** Compiles a spec package that has no problems. */
export function assembleSpec(
  document: SpecPackage,
  checks: Checks,
  sha256: Sha256,
  schema: ReadSchema = readSchema(document.candidateSchema),
): CompiledSpec {
  // The digest excludes what does not affect the rules: `next`, an announcement, and `$schema`, which is for editors.
  const { next, $schema, ...rules } = document;
  const { normalize = [] } = document;
  const types = Object.entries(document.fieldTypes ?? {});
  const fieldPlaces = new Map(types.map(([name, { schema }]) => [name, findPlace(readSchema(schema).root)]));
  return new CompiledSpec({
    document,
    digest: `sha256:${sha256(toCanonicalJson(rules as unknown as Json))}`,
    normalizer: createNormalizer(normalize),
    root: schema.root,
    place: new Place([schema.root, readLists(listClosedLists(document))]),
    fieldPlaces,
    typeAliases: new Map(types.flatMap(([name, { aliases = [] }]) => aliases.map((alias) => [alias, name] as const))),
    isOwnerDecision: createIsOwnerDecision(schema),
    declaredNames: new Set(schema.parts.flatMap(({ members }) => [...members.keys()])),
    origins: (document.rules ?? []).map(createOrigin),
    rules: compileRules({ document, root: schema.root, fieldPlaces }, checks),
  });
}

function listClosedLists(document: SpecPackage): Parameters<typeof readLists>[0] {
  return closedLists(document).map((list) => {
    const rule = document.rules?.[list.rule ?? -1];
    return rule?.check === "allowed-values" ? { ...list, aliases: rule.aliases } : list;
  });
}

function createOrigin({ id, why, needs }: Rule, index: number): RuleOrigin {
  return { id, at: `/rules/${index}`, why, needs };
}

/** Compiles the rules of a package; during a dry run, `onDryRun` receives the results of their expressions. */
export function compileRules(
  { document: spec, root, fieldPlaces }: Pick<SpecParts, "document" | "root" | "fieldPlaces">,
  checks: Checks,
  onDryRun?: CheckParts["onDryRun"],
): readonly CompiledRule[] {
  return (spec.rules ?? []).map((rule, index) => {
    const origin = createOrigin(rule, index);
    const check = checks[rule.check] as Check<Rule>;
    return { origin, ...check.compile(rule, { origin, spec, root, fieldPlaces, onDryRun }) };
  });
}
