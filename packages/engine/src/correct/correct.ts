import type { Json, JsonObject } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isArray, isContainer } from "../json/json.ts";
import { toPathKey } from "../json/pointer.ts";
import { countMemberSteps, spend } from "../meter.ts";
import type { Spelling } from "../names/find-listed.ts";
import { isSameName } from "../names/folding.ts";
import { toLosslessSlug } from "../registry/slug.ts";
import { findPlace, type Part, type Place } from "../schema/place.ts";
import { choose, findInner, findViolations, type VisitedValue } from "../schema/visit.ts";
import type { CheckedCandidate, Trail } from "../schema-errors/check-candidate.ts";
import { type ExplainInput, explainViolation } from "../schema-errors/explain-violation.ts";
import { mergeMisspelled } from "../schema-errors/merge-misspelled.ts";
import { keepRootCauses } from "../schema-errors/root-causes.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { correctRecords, type MetRecords } from "./correct-records.ts";
import { findSpelling, mightBeRespelled } from "./find-spelling.ts";
import type { Move } from "./moves.ts";
import { renameMembers, Walk } from "./walk.ts";

/** A candidate in the form that the rules accept, as far as it can be written so without changing what it says. */
export interface Corrected {
  readonly candidate: Json;
  /** An error with its fix for each correction, and a question for each name that is only near a known one. */
  readonly corrections: readonly AnyFinding[];
  /** The properties that have another name in the corrected candidate. */
  readonly moves: readonly Move[];
  /** Whether an array or object in it exceeds its limits. */
  readonly isCut: boolean;
  readonly met: MetRecords;
}

/** Leads to every value. */
export const everything: Trail = { get: () => everything };

const nothing: Trail = { get: () => undefined };
const stepsPerValue = 6;
const stepsPerCopiedMember = 6;
// Keywords that report unknown names; a `oneOf` does if its tag is unknown.
const unknownKeywords = new Set(["additionalProperties", "oneOf"]);
const presenceKeywords = new Set(["required", "dependentRequired"]);

/**
 * Writes each name and each value that is refused in the first equal spelling that everything at its place accepts. Visits
 * only what the trail leads to, and everything whose places a correction changes.
 */
export function correct(
  candidate: Json,
  { trail, kept }: Pick<CheckedCandidate, "trail" | "kept">,
  spec: SpecParts,
  input: ExplainInput,
): Corrected {
  const { meter } = input;
  const walk = new Walk(input, kept !== candidate);
  const { path } = walk;

  function correctValue(value: Json, places: readonly Place[], around: readonly Place[], inside: Trail): Json {
    spend(meter, stepsPerValue);
    if (typeof value === "string") return correctText(value, places, around);
    if (!isContainer(value)) return value;
    return walk.settle(value, places, false, (whole, chosen, round) => {
      if (!chosen.every((place) => place.acceptsType(whole))) return whole;
      const trailInside = round === 0 ? inside : everything;
      return isArray(whole)
        ? correctItems(whole, chosen, trailInside)
        : correctMembers(whole as JsonObject, chosen, trailInside, whole === value);
    });
  }

  function correctItems(list: readonly Json[], chosen: readonly Place[], inside: Trail): Json {
    const tokens = Object.keys(list).filter((token) => inside.get(token));
    return walk.changeInside(list, tokens, (token, item) => {
      const places = findInner(chosen, (place) => place.item(Number(token)));
      return correctValue(item, places, chosen, inside.get(token) ?? nothing);
    });
  }

  function correctMembers(object: JsonObject, chosen: readonly Place[], inside: Trail, isWhole: boolean): Json {
    // What is cut off depends on the names, so an object over its limit keeps them.
    const { renamed, written } = isWhole
      ? correctNames(removeEmpty(object, chosen, inside), chosen)
      : { renamed: object, written: new Map<string, string>() };
    // Where a tag is refused, the trail leads to its object.
    const tags = new Set(listTagged(chosen).map(({ name }) => name));
    const tokens = Object.keys(renamed).filter((name) => inside.get(name) || written.has(name) || tags.has(name));
    return walk.changeInside(renamed, tokens, (name, value) => {
      const isRenamed = written.has(name);
      const normalized = isRenamed ? spec.normalizer.normalizeStrings(value, meter, path) : value;
      const trailInside = isRenamed ? everything : (inside.get(name) ?? nothing);
      return correctValue(normalized, findMemberPlaces(chosen, name), chosen, trailInside);
    });
  }

  // An optional property that is null says nothing. An entry of a map is not optional, because the author chose its name.
  function removeEmpty(object: JsonObject, chosen: readonly Place[], inside: Trail): JsonObject {
    const removed = Object.keys(object).filter((name) => {
      if (object[name] !== null || !inside.get(name) || !walk.canCorrect(name)) return false;
      const finding = explainEmpty(name, object, chosen);
      if (finding) walk.record(finding, { kind: "remove" });
      return finding !== undefined;
    });
    return removed.length === 0 ? object : omit(object, removed);
  }

  // Explains why a property must not be null; returns undefined if it may be, or if the object needs it.
  function explainEmpty(name: string, object: JsonObject, chosen: readonly Place[]): AnyFinding | undefined {
    if (!chosen.some((place) => place.declares(name))) return undefined;
    spend(meter, stepsPerCopiedMember * countMemberSteps(Object.keys(object).length));
    const without = omit(object, [name]);
    const isNeeded = chosen
      .flatMap((place) => place.requirements.object)
      .filter(({ keyword }) => presenceKeywords.has(keyword))
      .some(({ list }) => list?.(without, meter).some((missing) => missing.name === name));
    if (isNeeded) return undefined;
    return walk.enter(name, () => {
      const refused = findRefused(null, findMemberPlaces(chosen, name), chosen);
      const finding = refused && explain(refused);
      return finding?.code === "field.type" || finding?.code === "field.value" ? finding : undefined;
    });
  }

  function correctNames(object: JsonObject, chosen: readonly Place[]) {
    const written = new Map<string, string>();
    const removed: string[] = [];
    for (const finding of findMisspelled(object, chosen)) {
      const name = finding.path.at(-1) ?? "";
      const expected = String(finding.params.expected);
      const value = object[name] as Json;
      const canCorrect = walk.canCorrect(name) && walk.canCorrect(expected);
      const isFixed = canCorrect && isSameName(name, expected, typeof value === "number");
      // Nothing is lost with null, whichever name was meant.
      if (canCorrect && value === null && explainEmpty(expected, object, chosen)) {
        walk.record(finding, { kind: "remove" });
        removed.push(name);
        continue;
      }
      walk.record(finding, isFixed ? { kind: "rename", to: expected } : undefined);
      written.set(expected, name);
      walk.rename(name, expected, !isFixed);
    }
    return { renamed: renameMembers(removed.length === 0 ? object : omit(object, removed), written), written };
  }

  function findMisspelled(object: JsonObject, chosen: readonly Place[]): readonly AnyFinding[] {
    for (const place of chosen) spend(meter, place.steps);
    const violations = findViolations(object, chosen, meter);
    if (!violations.some(({ requirement }) => unknownKeywords.has(requirement.keyword))) return [];
    const visited = { path, value: object, kept: object, chosen, container: [], violations };
    const explained = violations.flatMap((violation) => explainViolation(violation, visited, input));
    const inner = explained.filter((finding) => finding.path.length > path.length);
    return mergeMisspelled(inner, object, chosen, input).filter(({ code }) => code === "field.misspelled");
  }

  function correctText(text: string, places: readonly Place[], around: readonly Place[], explainText = explain): Json {
    const isId = path.length === 1 && path[0] === "generatorId";
    const hasSlug = isId && spec.document.generatorId.compare === "ascii-lower-separators";
    const slug = hasSlug ? toLosslessSlug(text) : undefined;
    if (!mightBeRespelled(text, places, slug) || !walk.canCorrect()) return text;
    const refused = findRefused(text, places, around);
    if (!refused) return text;
    const spelling = findSpelling(text, refused.chosen, slug, input);
    const finding = spelling && explainText(refused);
    if (!finding || finding.rule.needs === "owner-decision") return text;
    walk.record(describeSpelling(finding, spelling, text), { kind: "replace", value: spelling.value });
    return spelling.value;
  }

  // Returns what a value itself violates, if its places refuse it.
  function findRefused(value: Json, places: readonly Place[], container: readonly Place[]): VisitedValue | undefined {
    for (const place of places) spend(meter, place.steps);
    const chosen = choose(places, value, meter);
    const violations = findViolations(value, chosen, meter);
    return violations.length === 0 ? undefined : { path, value, kept: value, chosen, container, violations };
  }

  function explain(refused: VisitedValue): AnyFinding | undefined {
    const explained = refused.violations.flatMap((violation) => explainViolation(violation, refused, input));
    return keepRootCauses(explained, refused.value)[0];
  }

  // The places of a member, and the list of its values if it is a tag.
  function findMemberPlaces(chosen: readonly Place[], name: string): readonly Place[] {
    const tags = listTagged(chosen).filter((tagged) => tagged.name === name);
    return [...tags.map(({ list }) => findPlace(list)), ...findInner(chosen, (place) => place.member(name, meter))];
  }

  const corrected = trail ? correctValue(candidate, spec.place.alone, [], trail) : candidate;
  const { candidate: complete, met } = correctRecords(corrected, walk, {
    spec,
    hasErrors: trail !== undefined,
    correctText,
    correctValue: (value, places, around) => correctValue(value, places, around, everything),
  });
  const { moves, isCut } = walk;
  return { candidate: complete, corrections: mergeReplacements(walk.findings), moves, met, isCut };
}

function listTagged(chosen: readonly Place[]): readonly NonNullable<Part["tagged"]>[] {
  return chosen.flatMap((place) => place.parts).flatMap((part) => part.tagged ?? []);
}

// A value that was corrected twice is corrected once, from the value as it was.
function mergeReplacements(findings: readonly AnyFinding[]): readonly AnyFinding[] {
  const merged = new Map<unknown, AnyFinding>();
  for (const finding of findings) {
    const key = finding.fix?.kind === "replace" ? toPathKey(finding.path) : finding;
    const before = merged.get(key)?.params.actual;
    const params = before === undefined ? finding.params : { ...finding.params, actual: before };
    merged.set(key, { ...finding, params } as AnyFinding);
  }
  return [...merged.values()];
}

// Says in a finding on a value which value it is.
function describeSpelling(finding: AnyFinding, { value, isAlias }: Spelling, actual: string): AnyFinding {
  if (finding.code === "field.type") return { ...finding, message: "default", groupKey: undefined } as AnyFinding;
  if (finding.code === "field.value" && typeof value !== "string")
    return { ...finding, message: "text", params: { actual, expected: typeof value } };
  if (!isAlias || finding.code !== "field.value") return finding;
  return { ...finding, message: "alias", params: { actual, target: value } };
}

function omit(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
