import { type Json, type JsonObject, unpatchableNames } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { readMember } from "../json/json.ts";
import { comparePaths } from "../json/pointer.ts";
import { spend } from "../meter.ts";
import { type Match, matchNames } from "../names/match-names.ts";
import type { Place } from "../schema/place.ts";
import type { ExplainInput } from "./explain-violation.ts";

const stepsPerObject = 128;

/**
 * Reports an unknown property as misspelled if it resembles a known property that is absent. This finding replaces the
 * findings on both. The findings on all other unknown properties of an object get the same content and form a group.
 */
export function mergeMisspelled(
  findings: readonly AnyFinding[],
  object: JsonObject,
  places: readonly Place[],
  input: ExplainInput,
): readonly AnyFinding[] {
  const unknown = findings.filter(isUnknown);
  if (unknown.length === 0) return findings;
  const missing = new Map(
    findings.flatMap((finding) => (finding.code === "field.missing" ? [[readName(finding), finding]] : [])),
  );
  const known = listKnown(unknown);
  spend(input.meter, stepsPerObject + known.length);
  const matched = matchNames(
    {
      unknown: [...new Set(unknown.map(readName))].filter((name) => !unpatchableNames.has(name)),
      absent: [...new Set([...known.filter((name) => !Object.hasOwn(object, name)), ...missing.keys()])],
      present: [...known, ...places.flatMap((place) => place.required)].filter((name) => Object.hasOwn(object, name)),
      isNumber: (name) => typeof readMember(object, name) === "number",
    },
    input.meter,
  );
  const accepts = (name: string) => places.every((place) => place.acceptsName(name, input.meter));
  const matches = new Map([...matched].filter(([, match]) => accepts(match.name)));
  const replaced = new Set<AnyFinding>(unknown);
  const misspelled = [...matches].map(([name, match]) => {
    const finding = unknown.find((each) => readName(each) === name) as AnyFinding;
    const absent = missing.get(match.name);
    if (absent) replaced.add(absent);
    missing.delete(match.name);
    return createMisspelled(finding, match, absent ?? finding, readMember(object, name) ?? null, input);
  });
  const others = unknown.filter((finding) => !matches.has(readName(finding)));
  const instead = findInstead(others, missing, input);
  if (instead) replaced.add(instead);
  const merged = mergeUnknown(others, missing, instead, input);
  return [...findings.filter((finding) => !replaced.has(finding)), ...misspelled, ...merged];
}

function isUnknown({ code, keyword }: AnyFinding): boolean {
  return code === "field.unknown" && (keyword === "additionalProperties" || keyword === "oneOf");
}

// All findings from one schema list the same known properties, so one finding per schema is enough.
function listKnown(unknown: readonly AnyFinding[]): readonly string[] {
  const lists = new Map(unknown.map(({ rule, params }) => [rule.at, (params.known ?? []) as readonly string[]]));
  return [...new Set([...lists.values()].flat())];
}

function createMisspelled(
  finding: AnyFinding,
  { name, isSame }: Match,
  { rule }: AnyFinding,
  value: Json,
  { isOwnerDecision }: ExplainInput,
): AnyFinding {
  const correctedPath = [...finding.path.slice(0, -1), name];
  const isForOwner = correctedPath[0] === "owner" || isOwnerDecision(correctedPath);
  return {
    code: "field.misspelled",
    // A number with a similar name might be in a different unit.
    message: !isSame && typeof value === "number" ? "number" : "default",
    severity: "error",
    path: finding.path,
    params: { name: readName(finding), expected: name },
    rule,
    groupKey: name,
    didYouMean: name,
    needs: isForOwner ? "owner-decision" : undefined,
  };
}

// If exactly one property is unknown and one is missing, they are one thing.
function findInstead(
  unknown: readonly AnyFinding[],
  missing: ReadonlyMap<string, AnyFinding>,
  { isOwnerDecision }: ExplainInput,
): AnyFinding | undefined {
  const [finding, ...others] = missing.values();
  const isOnly =
    others.length === 0 &&
    new Set(unknown.map(readName)).size === 1 &&
    unknown.every(({ params }) => params.names !== undefined);
  return finding && isOnly && finding.path[0] !== "owner" && !isOwnerDecision(finding.path) ? finding : undefined;
}

// Gives all findings the same content.
function mergeUnknown(
  unknown: readonly AnyFinding[],
  missing: ReadonlyMap<string, AnyFinding>,
  instead: AnyFinding | undefined,
  { isDeclared }: ExplainInput,
): readonly AnyFinding[] {
  // Sorted, so that the order of properties in the candidate does not matter.
  const named = [...new Map(unknown.map((finding) => [readName(finding), finding])).values()].sort((a, b) =>
    comparePaths(a.path, b.path),
  );
  const unmerged = named.filter(({ params }) => params.names === undefined);
  const [first, ...others] = named.filter(({ params }) => params.names !== undefined);
  if (!first) return unmerged;
  const names = [first, ...others].map(readName);
  const absent = [...missing.keys()];
  const known = listKnown(unknown).filter((name) => !absent.includes(name));
  const isMisplaced = names.every(isDeclared);
  const message =
    others.length > 0 ? (isMisplaced ? "severalMisplaced" : "several") : isMisplaced ? "misplaced" : "default";
  const { form, allowed, only } = instead?.params ?? {};
  const shared = {
    params: {
      ...{ names, absentForm: form, allowed, only },
      absent: instead && absent[0],
      missing: absent.length > 0 && !instead ? absent : undefined,
      known: known.length > 0 ? known : undefined,
      patterns: first.params.patterns,
    },
    message: instead ? "instead" : message,
    covers: instead?.path,
    groupKey: `together ${names.join()} ${absent.join()}`,
  } as const;
  return [...unmerged, ...[first, ...others].map((finding) => ({ ...finding, ...shared }) as AnyFinding)];
}

function readName({ path }: AnyFinding): string {
  return path.at(-1) ?? "";
}
