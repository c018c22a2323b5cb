import { type Json, type JsonObject, unpatchableNames } from "@assay/contract";
import { type AnyFinding, isFixable } from "../findings/finding.ts";
import { isObject, readMember, toJsonType } from "../json/json.ts";
import { comparePaths, toPathKey, valueAt } from "../json/pointer.ts";
import { spend } from "../meter.ts";
import { type Match, matchNames } from "../names/match-names.ts";
import { findAcceptedTypes } from "../schema/find-accepted-types.ts";
import { findAllowedValues } from "./describe-form.ts";
import { type ExplainInput, lookUpSchemas, toPattern } from "./explain-input.ts";

const stepsPerObject = 128;

/**
 * Reports an unknown property as misspelled if it resembles a known property that is absent. This finding replaces the
 * findings on both. The findings on all other unknown properties of an object get the same content and form a group.
 */
export function mergeMisspelled(findings: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const unknownByParent = Map.groupBy(findings.filter(isUnknown), toParentKey);
  if (unknownByParent.size === 0) return findings;
  const missingByParent = Map.groupBy(
    findings.filter(({ code }) => code === "field.missing"),
    toParentKey,
  );
  const replaced = new Set<AnyFinding>();
  const replacements: AnyFinding[] = [];
  for (const [parentKey, unknown] of unknownByParent) {
    const parentPath = unknown[0]?.path.slice(0, -1) ?? [];
    const object = valueAt((input.uncut ?? input).candidate, parentPath);
    if (!isObject(object)) continue;
    const missing = new Map((missingByParent.get(parentKey) ?? []).map((finding) => [readName(finding), finding]));
    const known = listKnown(unknown);
    spend(input.meter, stepsPerObject + known.length);
    const matches = matchNames(
      {
        unknown: [...new Set(unknown.map(readName))].filter((name) => !unpatchableNames.has(name)),
        absent: [...new Set([...known.filter((name) => !Object.hasOwn(object, name)), ...missing.keys()])],
        present: known.filter((name) => Object.hasOwn(object, name)),
        isNumber: (name) => typeof readMember(object, name) === "number",
      },
      input.meter,
    );
    for (const [name, match] of matches) {
      const finding = unknown.find((each) => readName(each) === name) as AnyFinding;
      const absent = missing.get(match.name);
      if (absent) replaced.add(absent);
      missing.delete(match.name);
      replacements.push(createMisspelled(finding, match, absent ?? finding, readMember(object, name) ?? null, input));
    }
    const others = unknown.filter((finding) => !matches.has(readName(finding)));
    for (const finding of unknown) replaced.add(finding);
    replacements.push(...mergeUnknown(others, object, missing, input));
  }
  return [...findings.filter((finding) => !replaced.has(finding)), ...replacements];
}

function isUnknown({ code, keyword }: AnyFinding): boolean {
  return code === "field.unknown" && (keyword === "additionalProperties" || keyword === "discriminator");
}

// All findings from one schema list the same known properties, so one finding per schema is enough.
function listKnown(unknown: readonly AnyFinding[]): readonly string[] {
  const lists = new Map(unknown.map(({ rule, params }) => [rule.at, (params.known ?? []) as readonly string[]]));
  return [...new Set([...lists.values()].flat())];
}

function createMisspelled(
  finding: AnyFinding,
  { name, isSame }: Match,
  { rule, code }: AnyFinding,
  value: Json,
  { isOwnerDecision }: ExplainInput,
): AnyFinding {
  const correctedPath = [...finding.path.slice(0, -1), name];
  const isForOwner = correctedPath[0] === "owner" || isOwnerDecision(correctedPath);
  // An optional property that is null can be removed, whichever name was meant.
  const isEmpty = value === null && code !== "field.missing";
  const hasFix = isSame && !isForOwner && isFixable(correctedPath);
  return {
    code: "field.misspelled",
    message: "default",
    severity: "error",
    path: finding.path,
    params: { name: readName(finding), expected: name },
    rule,
    groupKey: name,
    didYouMean: hasFix ? undefined : name,
    fix: hasFix ? (isEmpty ? { kind: "remove" } : { kind: "rename", to: name }) : undefined,
    // A number with a similar name might be in a different unit.
    needs: isForOwner ? "owner-decision" : !isSame && typeof value === "number" ? "ask" : undefined,
  };
}

// Gives all findings the same content. The author has to be asked if one of the values might belong to a missing
// property, or if no property is missing.
function mergeUnknown(
  unknown: readonly AnyFinding[],
  object: JsonObject,
  missing: ReadonlyMap<string, AnyFinding>,
  input: ExplainInput,
): readonly AnyFinding[] {
  // Sorted, so that the order of properties in the candidate does not matter.
  const named = [...new Map(unknown.map((finding) => [readName(finding), finding])).values()].sort((a, b) =>
    comparePaths(a.path, b.path),
  );
  const unmerged = named.filter(({ params }) => params.names === undefined);
  const [first, ...others] = named.filter(({ params }) => params.names !== undefined);
  if (!first) return unmerged;
  const parent = toPattern(first.path.slice(0, -1), input);
  const names = [first, ...others].map(readName);
  const mightBelongToMissing = names.some((name) =>
    [...missing.keys()].some((absent) => canAccept([...parent, absent], readMember(object, name) ?? null, input)),
  );
  const absent = [...missing.keys()];
  const known = listKnown(unknown).filter((name) => !absent.includes(name));
  const shared = {
    params: {
      names,
      missing: absent.length > 0 ? absent : undefined,
      known: known.length > 0 ? known : undefined,
      patterns: first.params.patterns,
    },
    message: others.length > 0 ? "several" : "default",
    groupKey: `together ${names.join()} ${absent.join()}`,
    needs: absent.length === 0 || mightBelongToMissing ? "ask" : "edit",
  } as const;
  return [...unmerged, ...[first, ...others].map((finding) => ({ ...finding, ...shared }) as AnyFinding)];
}

// Whether the schemas at a pattern accept the value, judging only by its type or their list of allowed values.
function canAccept(pattern: readonly string[], value: Json, input: ExplainInput): boolean {
  const schemas = lookUpSchemas(pattern, input).map(({ schema }) => schema);
  return schemas.every((schema) => {
    const values = findAllowedValues(input.schema, schema);
    return values ? values.includes(value) : findAcceptedTypes(input.schema, schema).has(toJsonType(value));
  });
}

function toParentKey({ path }: AnyFinding): string {
  return toPathKey(path.slice(0, -1));
}

function readName({ path }: AnyFinding): string {
  return path.at(-1) ?? "";
}
