import type { Json, Rule, SpecPackage } from "@assay/contract";
import type { Check, CheckParts, Checks, FieldTest } from "../checks/check.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import { fixedPrefix, parsePattern } from "../json/pointer-pattern.ts";
import { evaluateProfile } from "../schema/evaluate-profile.ts";
import { createIsOwnerDecision } from "../schema/owner-decisions.ts";
import { createSizeGate } from "../schema/size-gate.ts";
import type { Sha256 } from "../sha256.ts";
import { createAllowedAt } from "../spec/allowed-at.ts";
import { type CompiledRule, CompiledSpec, type SpecParts } from "../spec/compiled-spec.ts";
import { fieldTypesOf } from "../spec/field-types.ts";
import { createNormalizer } from "../spec/normalizer.ts";

/** What compiling uses: hashing, and the part that an engine may be created without. */
export interface CompileParts {
  readonly sha256: Sha256;
  readonly cel?: Checks["cel"];
}

/** Makes a compiled spec of a package without problems. */
export function assembleSpec(
  document: SpecPackage,
  { sha256, checks }: { readonly sha256: Sha256; readonly checks: Checks },
): CompiledSpec {
  // Neither changes a rule: one announces, the other is for editors.
  const { next, $schema, ...rules } = document;
  const digest = `sha256:${sha256(canonicalJson(rules as unknown as Json))}`;
  const findSchemaErrors = evaluateProfile(document.candidateSchema).findErrors;
  const sizeGate = createSizeGate(document.candidateSchema);
  const tests = new Map<string, FieldTest>();
  for (const [name, { schema }] of Object.entries(document.fieldTypes ?? {})) {
    tests.set(name, evaluateProfile(schema).accepts);
  }
  const fieldTypes = fieldTypesOf(document, tests);
  const normalizer = createNormalizer(document.normalize ?? []);
  return new CompiledSpec({
    document,
    digest,
    normalizer,
    sizeGate,
    findSchemaErrors,
    fieldTypes,
    allowedAt: createAllowedAt(document),
    isOwnerDecision: createIsOwnerDecision(document.candidateSchema),
    rules: compileRules({ document, fieldTypes }, checks),
  });
}

/** Makes the rules of a package ready to run; `onTried` receives the results of their expressions. */
export function compileRules(
  { document, fieldTypes }: Pick<SpecParts, "document" | "fieldTypes">,
  checks: Checks,
  onTried?: CheckParts["onTried"],
): readonly CompiledRule[] {
  const parts = { candidateSchema: document.candidateSchema, fieldTypes, onTried };
  return (document.rules ?? []).map((rule, index) =>
    compileRule(rule, index, checks, { ...parts, declaresFields: declaresFields(document, rule.at) }),
  );
}

function declaresFields({ rules = [] }: SpecPackage, at: string): boolean {
  return rules.some((rule) => rule.check === "records-match-fields" && rule.fieldsAt === at);
}

function compileRule(rule: Rule, index: number, checks: Checks, parts: Omit<CheckParts, "origin">): CompiledRule {
  const { id, why, needs } = rule;
  const origin = {
    id,
    at: `/rules/${index}`,
    ...(why === undefined ? {} : { why }),
    ...(needs === undefined ? {} : { needs }),
  };
  const check = checks[rule.check] as Check<Rule>;
  const { run, dependsOn } = check.compile(rule, { origin, ...parts });
  const first = dependsOn.map(([token = "*"]) => token);
  return {
    origin,
    reads: check.reads(rule).map((pointer) => fixedPrefix(parsePattern(pointer))),
    properties: first.includes("*") ? undefined : new Set(first),
    run,
  };
}
