import type { JsonObject } from "@assay/contract";
import { type Comparison, compareNames, type Names } from "../did-you-mean/match-names.ts";
import { isUnit, unitInWords } from "../did-you-mean/other-meaning.ts";
import { wordsOf } from "../did-you-mean/part-of-name.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, member } from "../json/json.ts";
import { pathKey, valueAt } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";
import { type ExplainInput, patternOf, schemasFor } from "./explain-input.ts";

// These names are never suggested for a property; a patch may not move them either.
const neverRenamed = new Set(["__proto__", "constructor", "prototype"]);

// Who owns a proposal is a fact: nothing becomes the owner because a part of its name is the same.
const spelledOnly: { readonly [parent: string]: ReadonlySet<string> } = {
  [pathKey([])]: new Set(["owner"]),
  [pathKey(["owner"])]: new Set(["kind", "id"]),
};

const stepsPerObject = 128;

/** Joins the findings on an unknown property, and on the absent one that it is under another name, into one. */
export function findRenamed(findings: readonly AnyFinding[], input: ExplainInput): readonly AnyFinding[] {
  const unknownIn = groupByParent(findings, "field.unknown");
  if (unknownIn.size === 0) return findings;
  const missingIn = groupByParent(findings, "field.missing");
  const match = createMatchNames(input.meter);
  const replaced = new Set<AnyFinding>();
  const replacements: AnyFinding[] = [];
  for (const [parent, unknown] of unknownIn) {
    const object = valueAt((input.whole ?? input).candidate, unknown[0]?.path.slice(0, -1) ?? []);
    if (!isObject(object)) continue;
    const missing = new Map((missingIn.get(parent) ?? []).map((finding) => [nameOf(finding), finding]));
    const held = heldIn(object, unknown, missing, input.meter);
    const names = namesIn(object, unknown, missing, parent);
    spend(input.meter, stepsPerObject + names.absent.length + names.present.length);
    // What holds missing properties is not one of them, whatever its name.
    const around = patternOf(unknown[0]?.path.slice(0, -1) ?? [], input);
    const { matches, doubts } = match(pathKey(around), {
      ...names,
      unknown: names.unknown.filter((name) => !held.has(name)),
      isNumber: (name) => isNumberAt([...around, name], input),
      isOwners: (name) => input.isOwnerDecision([...around, name]),
    });
    const isElsewhere = around.length === 0 && matches.size === 0 && isOfOtherDomain(object, unknown, missing);
    for (const finding of unknown) {
      const expected = matches.get(nameOf(finding));
      const required = expected === undefined ? undefined : missing.get(expected);
      replaced.add(finding);
      if (required) replaced.add(required);
      if (expected !== undefined) replacements.push(misspelled(finding, expected, required));
      else {
        const doubt = doubts.get(nameOf(finding));
        const isForeign = isElsewhere && finding.code === "field.unknown" && finding.message === "default";
        const own: AnyFinding = isForeign ? { ...finding, message: "otherDomain" } : finding;
        const asked = doubt === undefined ? own : askAbout(finding, doubt, input);
        replacements.push(describeUnknown(asked, held.get(nameOf(finding))));
      }
    }
  }
  return [...findings.filter((finding) => !replaced.has(finding)), ...replacements];
}

// The owner and the id are properties of every domain.
const everywhere = new Set(["owner", "generatorId"]);

// Not a single property of the candidate says that it is for this domain.
function isOfOtherDomain(
  object: JsonObject,
  unknown: readonly AnyFinding[],
  missing: ReadonlyMap<string, AnyFinding>,
): boolean {
  const own = Object.keys(object).filter((name) => !everywhere.has(name));
  const others = [...missing.keys()].filter((name) => !everywhere.has(name));
  const names = new Set(unknown.map(nameOf));
  return own.length >= minForeign && others.length >= minForeign && own.every((name) => names.has(name));
}

const minForeign = 2;

function namesIn(
  object: JsonObject,
  unknown: readonly AnyFinding[],
  missing: ReadonlyMap<string, AnyFinding>,
  parent: string,
): Names {
  // Each schema that closes the object lists the properties that it knows in every one of its findings.
  const lists = new Map(unknown.map(({ rule, params }) => [rule.at, (params.known ?? []) as readonly string[]]));
  const known = [...new Set([...lists.values()].flat())];
  return {
    unknown: unknown.map(nameOf).filter((name) => !neverRenamed.has(name)),
    absent: [...new Set([...known.filter((name) => !Object.hasOwn(object, name)), ...missing.keys()])],
    present: known.filter((name) => Object.hasOwn(object, name)),
    ...(Object.hasOwn(spelledOnly, parent) ? { spelledOnly: spelledOnly[parent] } : {}),
  };
}

// Items of an array often have the same names, and their names are compared once. Elsewhere the same names may have other
// schemas, and be numbers or the owner's.
function createMatchNames(meter: Meter): (place: string, names: Names) => Comparison {
  const known = new Map<string, Comparison>();
  return (place, names) => {
    const { unknown, absent, present } = names;
    const key = JSON.stringify([place, unknown, absent, present]);
    const comparison = known.get(key) ?? compareNames(names, meter);
    known.set(key, comparison);
    return comparison;
  };
}

function misspelled(finding: AnyFinding, expected: string, required: AnyFinding | undefined): AnyFinding {
  return {
    code: "field.misspelled",
    message: required ? "default" : "optional",
    severity: "error",
    path: finding.path,
    params: { name: nameOf(finding), expected },
    rule: (required ?? finding).rule,
    groupKey: expected,
  };
}

// The value may be in another unit, or the name that of another thing: nobody but its author knows.
function askAbout(finding: AnyFinding, expected: string, { isOwnerDecision }: ExplainInput): AnyFinding {
  const { known: _, ...params } = finding.params;
  const last = wordsOf(expected).at(-1) ?? "";
  const hasUnit = isUnit(last) && !isUnit(wordsOf(nameOf(finding)).at(-1) ?? "");
  const unit = hasUnit ? unitInWords(last) : undefined;
  const message = unit !== undefined ? "inUnit" : hasUnit ? "whichUnit" : "otherThing";
  return {
    ...finding,
    message,
    params: { ...params, expected, ...(unit === undefined ? {} : { unit }) },
    groupKey: expected,
    ...(isOwnerDecision([...finding.path.slice(0, -1), expected]) ? { needs: "owner-decision" } : {}),
  } as AnyFinding;
}

function isNumberAt(pattern: readonly string[], input: ExplainInput): boolean {
  return schemasFor(pattern, input).some(({ schema }) => {
    const types = acceptedTypes(input.schema, schema);
    return types.has("number") && !types.has("string") && !types.has("object");
  });
}

// Unknown properties that hold what is missing beside them: their content may be one level too deep.
function heldIn(
  object: JsonObject,
  unknown: readonly AnyFinding[],
  missing: ReadonlyMap<string, AnyFinding>,
  meter: Meter,
): ReadonlyMap<string, readonly string[]> {
  const held = new Map<string, readonly string[]>();
  if (missing.size < minHeld) return held;
  for (const name of unknown.map(nameOf)) {
    const value = member(object, name);
    if (!isObject(value)) continue;
    spend(meter, missing.size);
    const names = [...missing.keys()].filter((each) => Object.hasOwn(value, each));
    if (names.length >= minHeld) held.set(name, names);
  }
  return held;
}

const minHeld = 2;

function describeUnknown(finding: AnyFinding, held: readonly string[] | undefined): AnyFinding {
  if (!held) return finding;
  return { ...finding, message: "wrapper", params: { ...finding.params, held }, groupKey: held.join() } as AnyFinding;
}

function groupByParent(findings: readonly AnyFinding[], code: string): Map<string, AnyFinding[]> {
  return Map.groupBy(
    findings.filter((finding) => finding.code === code),
    (finding) => pathKey(finding.path.slice(0, -1)),
  );
}

function nameOf(finding: AnyFinding): string {
  return finding.path.at(-1) ?? "";
}
