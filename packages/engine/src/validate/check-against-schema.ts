import type { Json, JsonSchema, SpecPackage } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { isObject, member } from "../json/json.ts";
import { pointerOf, valueAt } from "../json/pointer.ts";
import { type Meter, memberSteps, overBudget, spend } from "../meter.ts";
import { maxErrors } from "../schema/schema-error.ts";
import { membersOf } from "../schema/subschemas.ts";
import { findWrapper, isNameOfCall, knownNames, type Wrapper } from "../schema/wrapper.ts";
import { explain } from "../schema-errors/explain.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import type { AppliedNormalization } from "../spec/normalizer.ts";
import { besideOpenTags } from "./beside-open-tags.ts";
import {
  atSubmittedPath,
  copyWith,
  notRenamed,
  type RenamedCandidate,
  renameProperties,
  unwrapped,
} from "./renamed-candidate.ts";

/** A candidate as the checks after the schema see it. */
export interface PreparedCandidate {
  /** Complete, with its strings normalized. */
  readonly candidate: Json;
  readonly normalizations: readonly AppliedNormalization[];
  /** The same, cut where an array or object was over its limit. */
  readonly withinLimits: Json;
  readonly renamed: RenamedCandidate;
  wasCut(path: readonly string[]): boolean;
}

// A misspelled property may hold misspelled properties of its own, and so may the branch of a misspelled tag.
const maxRounds = 3;

/** A candidate as it was submitted, before its schema is checked. */
export function notPrepared(submitted: Json): PreparedCandidate {
  const renamed = notRenamed(submitted);
  return { candidate: submitted, normalizations: [], withinLimits: submitted, renamed, wasCut: () => false };
}

/** Normalizes strings, cuts what is over its limit, and reports the schema errors at paths of the submitted candidate. */
export function checkAgainstSchema(
  spec: SpecParts,
  submitted: Json,
  meter: Meter,
  report: (finding: AnyFinding) => void,
): PreparedCandidate {
  const { candidateSchema: schema } = spec.document;
  const suggest = (text: string) => spec.fieldTypes.nameFor(text, meter);
  const outside = withoutSchemaAddress(submitted, schema, meter);
  const wrapper = findWrapper(outside, spec.document);
  if (wrapper) for (const finding of wrapperFindings(wrapper, spec.document)) report(finding);
  let renamed = wrapper ? unwrapped(outside, wrapper) : notRenamed(outside);
  if (wrapper) renamed = { ...renamed, candidate: withoutSchemaAddress(renamed.candidate, schema, meter) };
  for (let round = 0; ; round += 1) {
    const { candidate, normalizations } = spec.normalizer.strings(renamed.candidate, meter);
    const { candidate: withinLimits, errors: sizeErrors } = spec.sizeGate(candidate, meter);
    const isOwnerDecision = (path: readonly string[]) => spec.isOwnerDecision(path, meter);
    const cutAt = new Set(sizeErrors.map((error) => error.instancePath));
    const wasCut = (path: readonly string[]) => cutAt.size > 0 && cutAt.has(pointerOf(path));
    const input = { schema, meter, suggest, allowedAt: spec.allowedAt, isOwnerDecision };
    const cut = { ...input, ...(cutAt.size > 0 ? { whole: { candidate, wasCut } } : {}) };
    const sizes = explain(sizeErrors, { ...input, candidate });
    const errors = spec.findSchemaErrors(withinLimits, meter);
    const others = [...explain(errors.slice(0, maxErrors), { ...cut, candidate: withinLimits })];
    const misspelled = round < maxRounds ? others.filter(({ code }) => code === "field.misspelled") : [];
    const corrected = round < maxRounds ? others.filter(isCorrected) : [];
    const decisive = [...misspelled, ...corrected];
    const explainWith = (tagged: readonly AnyFinding[]) => {
      const changed = correctValues(withinLimits, tagged, meter);
      return explain(spec.findSchemaErrors(changed, meter).slice(0, maxErrors), { ...cut, candidate: changed });
    };
    if (decisive.length === 0) others.push(...besideOpenTags(others, explainWith));
    for (const finding of decisive.length > 0 ? decisive : [...sizes, ...others]) {
      if (!isLeftToOwnerRule(finding, spec, withinLimits)) report(atSubmittedPath(finding, renamed));
    }
    if (errors.length > maxErrors) throw overBudget;
    if (decisive.length === 0) return { candidate, normalizations, withinLimits, renamed, wasCut };
    renamed = { ...renamed, candidate: correctValues(renamed.candidate, corrected, meter) };
    if (misspelled.length > 0) renamed = renameProperties(renamed, misspelled, meter);
  }
}

// `$schema` is for the author's editor. It is part of no package, unless the rules have a property of that name. A value
// that is not a string is no address, and is checked like any other property.
function withoutSchemaAddress(candidate: Json, schema: JsonSchema, meter: Meter): Json {
  if (!isObject(candidate) || typeof member(candidate, "$schema") !== "string") return candidate;
  if (Object.hasOwn(membersOf(schema, "properties"), "$schema")) return candidate;
  spend(meter, memberSteps(Object.keys(candidate).length));
  const { $schema: _, ...rest } = candidate;
  return rest;
}

// Nothing about the owner is taken for something else.
function isCorrected({ corrected, path }: AnyFinding): boolean {
  return corrected !== undefined && path[0] !== "owner";
}

// If a schema lists the owner kinds again, the owner rule has the better message for a kind that it refuses; a schema
// that is stricter than the rule still reports.
function isLeftToOwnerRule({ code, path }: AnyFinding, { document }: SpecParts, candidate: Json): boolean {
  if (code !== "field.value" || pointerOf(path) !== "/owner/kind") return false;
  const kind = valueAt(candidate, path);
  return typeof kind === "string" && !document.owner.kinds.includes(kind);
}

// What a wrapper is reported as. Whatever is beside the candidate would be lost with it, so that is reported too.
function wrapperFindings({ path, beside, held, isArray }: Wrapper, spec: SpecPackage): readonly AnyFinding[] {
  const rule = { id: "candidate-schema", at: "/candidateSchema" };
  const common = { code: "field.unknown", severity: "error", rule } as const;
  const params = { name: path.at(-1) ?? "" };
  if (isArray) return [{ ...common, message: "inArray", path, params }];
  if (held) return [{ ...common, message: "wrapper", path, params: { ...params, held: [...held] } }];
  const others = beside.map((other): AnyFinding => {
    const name = other.at(-1) ?? "";
    const shared = { ...common, path: other };
    return isNameOfCall(name)
      ? { ...shared, message: "anotherCall", params: { name, expected: spec[name] } }
      : { ...shared, message: "default", params: { name, known: knownNames(spec) } };
  });
  const isForAnother = beside.some((other) => isNameOfCall(other.at(-1) ?? ""));
  const message = isForAnother ? "wrappedForAnother" : beside.length === 0 ? "wrapped" : "wrappedBeside";
  return [{ ...common, message, path, params }, ...others];
}

/** A copy of a candidate in which the values that findings correct are replaced; their paths are those of the candidate. */
export function correctValues(candidate: Json, corrected: readonly AnyFinding[], meter: Meter): Json {
  return corrected.length === 0 ? candidate : replaced(candidate, corrected, 0, meter);
}

// Copies only the containers on the way to a corrected value, each of them once.
function replaced(value: Json, corrected: readonly AnyFinding[], depth: number, meter: Meter): Json {
  const here = corrected.find(({ path }) => path.length === depth);
  if (here) return here.corrected ?? value;
  const inside = Map.groupBy(corrected, ({ path }) => path[depth]);
  const change = (token: string, inner: Json) => {
    const some = inside.get(token);
    return some ? replaced(inner, some, depth + 1, meter) : inner;
  };
  return copyWith(value, change, meter);
}
