import { type Json, type JsonObject, unpatchableNames } from "@assay/contract";
import { type AnyFinding, isFixable } from "../findings/finding.ts";
import { isObject, readMember, toJsonType } from "../json/json.ts";
import { comparePaths, toPathKey, valueAt } from "../json/pointer.ts";
import { spend } from "../meter.ts";
import { type Match, matchNames } from "../names/match-names.ts";
import { findAcceptedTypes } from "../schema/find-accepted-types.ts";
import { findSoleValues } from "./describe-form.ts";
import { type ExplainInput, lookUpSchemas, toPattern } from "./explain-input.ts";

const stepsPerObject = 128;

/**
 * Joins the finding on an unknown property, and the one on the absent property that it is or may be, into one; and those on
 * the other unknown properties of an object into one.
 */
export function findRenamed(findings: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const unknownIn = Map.groupBy(findings.filter(isUnknown), toParentKey);
  if (unknownIn.size === 0) return findings;
  const missingIn = Map.groupBy(
    findings.filter(({ code }) => code === "field.missing"),
    toParentKey,
  );
  const replaced = new Set<AnyFinding>();
  const replacements: AnyFinding[] = [];
  for (const [parent, unknown] of unknownIn) {
    const around = unknown[0]?.path.slice(0, -1) ?? [];
    const object = valueAt((input.whole ?? input).candidate, around);
    if (!isObject(object)) continue;
    const missing = new Map((missingIn.get(parent) ?? []).map((finding) => [readName(finding), finding]));
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
      const required = missing.get(match.name);
      if (required) replaced.add(required);
      missing.delete(match.name);
      replacements.push(createMisspelled(finding, match, required ?? finding, readMember(object, name) ?? null, input));
    }
    const others = unknown.filter((finding) => !matches.has(readName(finding)));
    for (const finding of unknown) replaced.add(finding);
    replacements.push(...joinUnknown(others, object, missing, input));
  }
  return [...findings.filter((finding) => !replaced.has(finding)), ...replacements];
}

function isUnknown({ code, keyword }: AnyFinding): boolean {
  return code === "field.unknown" && (keyword === "additionalProperties" || keyword === "discriminator");
}

// Each schema that closes the object lists the properties that it knows in every one of its findings.
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
  const right = [...finding.path.slice(0, -1), name];
  const isOwners = right[0] === "owner" || isOwnerDecision(right);
  // An optional property without a value says nothing, under either name.
  const isEmpty = value === null && code !== "field.missing";
  const hasFix = isSame && !isOwners && isFixable(right);
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
    // Names of numbers end in units.
    needs: isOwners ? "owner-decision" : !isSame && typeof value === "number" ? "ask" : undefined,
  };
}

// What is in them may belong to a property that is missing here, or nowhere: then somebody has to say.
function joinUnknown(
  unknown: readonly AnyFinding[],
  object: JsonObject,
  missing: ReadonlyMap<string, AnyFinding>,
  input: ExplainInput,
): readonly AnyFinding[] {
  // In the order of the answer, whatever the order of the properties.
  const named = [...new Map(unknown.map((finding) => [readName(finding), finding])).values()].sort((one, other) =>
    comparePaths(one.path, other.path),
  );
  const closed = named.filter(({ params }) => params.names === undefined);
  const [first, ...others] = named.filter((finding) => !closed.includes(finding));
  if (!first) return closed;
  const around = toPattern(first.path.slice(0, -1), input);
  const names = [first, ...others].map(readName);
  const mayBeMissing = names.some((name) =>
    [...missing.keys()].some((absent) => mayAccept([...around, absent], readMember(object, name) ?? null, input)),
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
    needs: absent.length === 0 || mayBeMissing ? "ask" : "edit",
  } as const;
  return [...closed, ...[first, ...others].map((finding) => ({ ...finding, ...shared }) as AnyFinding)];
}

// Whether a value has a type, or is one of the values, that are accepted there.
function mayAccept(pattern: readonly string[], value: Json, input: ExplainInput): boolean {
  const schemas = lookUpSchemas(pattern, input).map(({ schema }) => schema);
  return schemas.every((schema) => {
    const values = findSoleValues(input.schema, schema);
    return values ? values.includes(value) : findAcceptedTypes(input.schema, schema).has(toJsonType(value));
  });
}

function toParentKey({ path }: AnyFinding): string {
  return toPathKey(path.slice(0, -1));
}

function readName({ path }: AnyFinding): string {
  return path.at(-1) ?? "";
}
