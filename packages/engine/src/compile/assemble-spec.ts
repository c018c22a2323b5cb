import { closedLists, type Json, type Rule, type SpecPackage } from "@assay/contract";
import type { Check, CheckParts, Checks, CompiledRule } from "../checks/check.ts";
import { toCanonicalJson } from "../json/canonical-json.ts";
import { toPathKey } from "../json/pointer.ts";
import { evaluateProfile } from "../schema/evaluate-profile.ts";
import { createIsOwnerDecision } from "../schema/owner-decisions.ts";
import { createSizeGate } from "../schema/size-gate.ts";
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
export function assembleSpec(document: SpecPackage, checks: Checks, sha256: Sha256): CompiledSpec {
  // The digest excludes what does not affect the rules: `next`, an announcement, and `$schema`, which is for editors.
  const { next, $schema, ...rules } = document;
  const { candidateSchema, normalize = [] } = document;
  const types = Object.entries(document.fieldTypes ?? {});
  const fieldTests = new Map(types.map(([name, { schema }]) => [name, evaluateProfile(schema).accepts]));
  const allowedValues = new Map(closedLists(document).map(({ pattern, values }) => [toPathKey(pattern), values]));
  return new CompiledSpec({
    document,
    digest: `sha256:${sha256(toCanonicalJson(rules as unknown as Json))}`,
    normalizer: createNormalizer(normalize),
    applySizeGate: createSizeGate(candidateSchema),
    findSchemaErrors: evaluateProfile(candidateSchema).findErrors,
    fieldTests,
    typeAliases: new Map(types.flatMap(([name, { aliases = [] }]) => aliases.map((alias) => [alias, name] as const))),
    allowedAt: (pattern) => allowedValues.get(toPathKey(pattern)),
    isOwnerDecision: createIsOwnerDecision(candidateSchema),
    rules: compileRules({ document, fieldTests }, checks),
  });
}

/** Compiles the rules of a package; during a dry run, `onDryRun` receives the results of their expressions. */
export function compileRules(
  { document: spec, fieldTests }: Pick<SpecParts, "document" | "fieldTests">,
  checks: Checks,
  onDryRun?: CheckParts["onDryRun"],
): readonly CompiledRule[] {
  return (spec.rules ?? []).map((rule, index) => {
    const { id, why, needs } = rule;
    const origin = { id, at: `/rules/${index}`, why, needs };
    const check = checks[rule.check] as Check<Rule>;
    const hasFixes = rule.check === "allowed-values" || rule.check === "records-match-fields";
    return { origin, hasFixes, ...check.compile(rule, { origin, spec, fieldTests, onDryRun }) };
  });
}
