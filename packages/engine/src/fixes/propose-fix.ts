import type { Applicability, DiagnosticCode, Json, JsonSchema } from "@assay/contract";
import { closest } from "../did-you-mean/closest.ts";
import { nameForm } from "../did-you-mean/near-spelling.ts";
import { numberFor, readNumberWithUnit } from "../did-you-mean/number-with-unit.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { inUnit } from "../findings/kind-of-value.ts";
import { meteredCanonicalJson } from "../json/canonical-json.ts";
import { conversionSteps, conversions, saysNothing } from "../json/conversions.ts";
import { isContainer, isObject, isOfType, jsonType, member } from "../json/json.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import { parsePattern } from "../json/pointer-pattern.ts";
import { type Meter, spend } from "../meter.ts";
import { losslessSlug } from "../registry/slug.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";
import { schemasAt } from "../schema/schemas-at.ts";
import { membersOf, requiredBy } from "../schema/subschemas.ts";
import type { SpecParts } from "../spec/compiled-spec.ts";
import { quoted } from "../text/outside-text.ts";
import { joinList, withArticle } from "../text/phrases.ts";
import { shown } from "../text/render-message.ts";
import { splitList } from "./split-list.ts";

/** A possible change at one path, not yet proven. */
export type Edit =
  | { readonly kind: "replace"; readonly path: readonly string[]; readonly value: Json }
  | { readonly kind: "remove"; readonly path: readonly string[] }
  | { readonly kind: "rename"; readonly path: readonly string[]; readonly to: string }
  /** Makes an object at the path, of properties that are beside it. */
  | { readonly kind: "gather"; readonly path: readonly string[]; readonly names: readonly string[] }
  /** Makes the value at the path the whole candidate. */
  | { readonly kind: "unwrap"; readonly path: readonly string[] };

/** An edit with its title, for one path and for several. */
export interface Proposal {
  readonly edit: Edit;
  readonly title: string;
  readonly titleOfMany: string;
  readonly applicability: Applicability;
  /** Whether something that the author wrote is gone afterwards. Only a reader can decide that, so no repair contains it. */
  readonly losesContent?: boolean;
  /** A string that must be refused as the only item of the array: if it is accepted too, the proposal is a guess. */
  readonly insteadOf?: string;
}

/** What a proposal may use. */
export interface FixContext {
  readonly submitted: Json;
  readonly spec: SpecParts;
  readonly meter: Meter;
}

interface ProposeInput extends FixContext {
  readonly finding: AnyFinding;
  readonly path: readonly string[];
  /** As submitted. */
  readonly value: Json;
}

const stepsPerSchema = 12;

type Propose = (input: ProposeInput) => Proposal | undefined;

/** The edit that would fix a finding at one of its paths, if there is an obvious one. */
export function proposeFix(finding: AnyFinding, path: readonly string[], context: FixContext): Proposal | undefined {
  if (finding.code === "field.missing") return finding.message === "beside" ? gather(finding, path) : undefined;
  const value = valueAt(context.submitted, path);
  if (value === undefined) return undefined;
  // Proposing a fix for a string reads, trims and rewrites it.
  spend(context.meter, conversionSteps(value));
  const proposal = proposals[finding.code]?.({ ...context, finding, path, value });
  const isOwnerDecision = (finding.needs ?? finding.rule.needs) !== undefined;
  return proposal && isOwnerDecision && !keepsContent(proposal.edit, value) ? undefined : proposal;
}

// What only the owner can give is never rewritten; its name and the whitespace around it say nothing.
function keepsContent(edit: Edit, before: Json): boolean {
  if (edit.kind === "replace") return typeof before === "string" && edit.value === before.trim();
  return edit.kind === "remove" ? before === null : true;
}

const proposals: { readonly [Code in DiagnosticCode]?: Propose } = {
  "field.misspelled": ({ finding, path }) => rename(path, String(finding.params.expected)),
  "field.unknown": (input) => {
    if (input.finding.message === "wrapped") return unwrap(input.path, quoted(input.path.at(-1) ?? ""));
    if (input.finding.message === "inArray") return unwrap(input.path);
    // In a map every name is the author's choice, and the value under a wrong one is content.
    return input.finding.message === "noValue" ? removeEmpty(input, "property") : undefined;
  },
  "field.type": (input) => {
    const { finding, path, value } = input;
    if (value === null) return leaveOut(input);
    if (finding.message === "decimals") return undefined;
    const expected = [finding.params.expected ?? []].flat();
    const typeOf = (candidate: Json) => expected.find((type) => isOfType(candidate, type));
    const converted = conversions(value).find((candidate) => typeOf(candidate) !== undefined);
    if (converted !== undefined) return convert(path, value, converted, String(typeOf(converted)));
    const measured = finding.groupKey === inUnit && typeof value === "string" ? readNumberWithUnit(value) : undefined;
    const number = measured && numberFor(nameAt(input), measured);
    if (number !== undefined && typeOf(number) !== undefined)
      return convert(path, value, number, String(typeOf(number)));
    return expected.includes("array") && typeof value === "string" ? split(path, value) : undefined;
  },
  "field.value": (input) => {
    const { finding, path, value } = input;
    const { didYouMean } = finding.params;
    if (value === null) return leaveOut(input);
    const converted = convertToAllowed(input);
    const intended = converted ?? didYouMean;
    if (intended === undefined) return undefined;
    // The tag may be right, and the properties beside it wrong.
    if (finding.message === "otherBranch") return { ...replace(path, intended), losesContent: true };
    // The product itself says that both mean the same.
    if (finding.message === "alias") return { ...replace(path, intended), applicability: "safe" };
    return (
      asKnownItem(input, intended) ??
      (converted === undefined ? replace(path, intended) : convert(path, value, converted, jsonType(converted)))
    );
  },
  "field.pattern": (input) => slugOf(input) ?? trimText(input.path, input.value) ?? nearListed(input),
  "field.format": ({ path, value }) => trimText(path, value),
  "field.length": ({ path, value }) => trimText(path, value),
  "list.duplicate": (input) => removeCopy(input),
  "output-field.duplicate": (input) => removeCopy(input),
  "sample.field-undeclared": (input) => {
    const { didYouMean } = input.finding.params;
    // If no field is declared at all, the declarations are missing, not the records wrong; or one of them may be misspelled.
    if (input.finding.message === "none" || input.finding.message === "either") return undefined;
    return didYouMean === undefined ? removeEmpty(input, "sample field") : rename(input.path, String(didYouMean));
  },
  "sample.value-type": ({ finding, path, value, spec, meter }) => {
    const type = String(finding.params.expected);
    const fits = (candidate: Json) => spec.fieldTypes.holds(type, candidate, meter);
    const converted = conversions(value).find(fits);
    return converted === undefined ? undefined : convert(path, value, converted, type);
  },
};

// The findings of a group may be under different keys of a map, and only a declared name can be misspelled.
function nameAt({ finding, path }: ProposeInput): string {
  const { correctedPath = finding.path } = finding;
  return (path.at(-1) === finding.path.at(-1) ? correctedPath : path).at(-1) ?? "";
}

function rename(path: readonly string[], to: string): Proposal {
  const title = `Rename ${quoted(path.at(-1) ?? "")} to ${quoted(to)}`;
  const edit = { kind: "rename", path, to } as const;
  return { edit, title: `${title}.`, titleOfMany: `${title} everywhere.`, applicability: "review" };
}

function remove(path: readonly string[], title: string, titleOfMany: string, applicability: Applicability): Proposal {
  return { edit: { kind: "remove", path }, title, titleOfMany, applicability };
}

// What somebody wrote is content, and only they know whether it is needed.
function removeEmpty({ path, value }: ProposeInput, what: string): Proposal | undefined {
  if (value !== null) return undefined;
  const title = `Remove the ${what} ${quoted(path.at(-1) ?? "")}`;
  return remove(path, `${title}.`, `${title} everywhere.`, "safe");
}

function gather({ params }: AnyFinding, path: readonly string[]): Proposal {
  const names = [params.held ?? []].flat().map(String);
  const title = `Move ${joinList(
    names.map((name) => quoted(name)),
    "and",
  )} into ${quoted(path.at(-1) ?? "")}`;
  const edit = { kind: "gather", path, names } as const;
  return { edit, title: `${title}.`, titleOfMany: `${title} everywhere.`, applicability: "review" };
}

function unwrap(path: readonly string[], name?: string): Proposal {
  const title = `Use the ${name === undefined ? "only item of the array" : `value of ${name}`} as the candidate.`;
  return { edit: { kind: "unwrap", path }, title, titleOfMany: title, applicability: "review" };
}

function replace(path: readonly string[], value: Json): Proposal {
  const title = `Change it to ${shown(value)}`;
  const edit = { kind: "replace", path, value } as const;
  return { edit, title: `${title}.`, titleOfMany: `${title} everywhere.`, applicability: "review" };
}

function trim(path: readonly string[], value: string): Proposal {
  const title = "Remove the surrounding whitespace.";
  const edit = { kind: "replace", path, value } as const;
  return { edit, title, titleOfMany: "Remove the surrounding whitespace everywhere.", applicability: "safe" };
}

function convert(path: readonly string[], before: Json, value: Json, type: string): Proposal {
  if (typeof before === "string" && before.trim() === value) return trim(path, value);
  const applicability = "review";
  const edit = { kind: "replace", path, value } as const;
  if (value === null) {
    return { edit, title: "Change it to null.", titleOfMany: "Change each to null.", applicability };
  }
  return {
    edit,
    title:
      typeof value === "object"
        ? `Change it to ${Array.isArray(value) ? "an array" : "an object"}.`
        : `Change it to the ${type} ${shown(value)}.`,
    titleOfMany: `Change each to ${withArticle(type)}.`,
    applicability,
  };
}

function split(path: readonly string[], text: string): Proposal | undefined {
  const value = splitList(text);
  if (!value) return undefined;
  const title = `Change it to an array of ${value.length} strings.`;
  const edit = { kind: "replace", path, value } as const;
  return { edit, title, titleOfMany: "Change each to an array of strings.", applicability: "review", insteadOf: text };
}

// An allowed value, or one of an allowed type, that says what the value says.
function convertToAllowed({ finding, value, spec }: ProposeInput): Json | undefined {
  const { allowed } = finding.params;
  const candidates = conversions(value).filter((candidate) => typeof candidate !== "object" || candidate === null);
  if (Array.isArray(allowed)) return candidates.find((candidate) => allowed.includes(candidate));
  if (finding.message !== "noForm" && finding.message !== "noneOfForms") return undefined;
  const { candidateSchema: root } = spec.document;
  const schema = valueAt({ candidateSchema: root }, parsePointer(finding.rule.at)?.slice(0, -1) ?? []);
  if (!isObject(schema)) return undefined;
  const types = acceptedTypes(root, schema);
  const [only, ...others] = candidates.filter((candidate) => types.has(jsonType(candidate)));
  return others.length === 0 ? only : undefined;
}

// Without null nothing is lost if the property is optional; an entry of a map has a name that its author chose, so it stays.
function leaveOut(input: ProposeInput): Proposal | undefined {
  const { path, correctedPath = path } = input.finding;
  const name = correctedPath.at(-1) ?? "";
  const schemas = schemasAround(input).filter(isObject);
  const isDeclared = schemas.some((schema) => Object.hasOwn(membersOf(schema, "properties"), name));
  const isRequired = schemas.some((schema) => requiredBy(schema).includes(name));
  if (!isDeclared || isRequired) return undefined;
  const title = `Leave out the optional property ${quoted(name)}`;
  return remove(input.path, `${title}.`, `${title} everywhere.`, "safe");
}

// A string that cannot be what it is may be one of those that a rule lists for its place.
function nearListed(input: ProposeInput): Proposal | undefined {
  const { finding, value, spec, meter } = input;
  if (typeof value !== "string") return undefined;
  const { path, correctedPath = path } = finding;
  for (const rule of spec.document.rules ?? []) {
    if (rule.check !== "allowed-values" || !isMatch(parsePattern(rule.at), correctedPath)) continue;
    const listed = rule.values.filter((each) => typeof each === "string");
    const near = closest(value, listed, meter);
    if (near !== undefined) return asKnownItem(input, near) ?? replace(input.path, near);
  }
  return undefined;
}

function isMatch(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length && pattern.every((token, index) => token === "*" || token === path[index]);
}

// An array of different items needs no second one.
function asKnownItem(input: ProposeInput, intended: Json): Proposal | undefined {
  const known = isInUniqueArray(input) && valueAt(input.submitted, input.path.slice(0, -1));
  if (!Array.isArray(known) || !known.includes(intended)) return undefined;
  return removeSpelling(input.path, input.value, intended);
}

function isInUniqueArray(input: ProposeInput): boolean {
  return (
    Array.isArray(valueAt(input.submitted, input.path.slice(0, -1))) &&
    schemasAround(input).some((schema) => isObject(schema) && member(schema, "uniqueItems") === true)
  );
}

// The schemas of the object or array that a value is in.
function schemasAround({ finding, submitted, spec, meter }: ProposeInput): readonly JsonSchema[] {
  const { path, correctedPath = path } = finding;
  // In a wrapper the submitted path is longer.
  const outside = path.length - correctedPath.length;
  const isItem = (index: number) => Array.isArray(valueAt(submitted, path.slice(0, outside + index)));
  const pattern = correctedPath.map((token, index) => (isItem(index) ? "*" : token)).slice(0, -1);
  const countVisited = (schemas: number) => spend(meter, schemas * stepsPerSchema);
  return schemasAt(spec.document.candidateSchema, pattern, countVisited).map(({ schema }) => schema);
}

// Of a value that an array already contains, only another spelling is removed: a misspelled one may be a third value.
function removeSpelling(path: readonly string[], value: Json, kept: Json): Proposal | undefined {
  if (typeof value !== "string" || typeof kept !== "string") return undefined;
  const { folded } = nameForm(value);
  if (folded === "" || folded !== nameForm(kept).folded) return undefined;
  const reason = `array already contains ${shown(kept)}.`;
  const titleOfMany = `Remove each ${shown(value)}: its ${reason}`;
  return remove(path, `Remove ${shown(value)}: the ${reason}`, titleOfMany, "review");
}

function trimText(path: readonly string[], value: Json): Proposal | undefined {
  return typeof value === "string" && value.trim() !== value ? trim(path, value.trim()) : undefined;
}

function slugOf({ finding, path, value }: ProposeInput): Proposal | undefined {
  const { correctedPath = path } = finding;
  const isId = correctedPath.length === 1 && correctedPath[0] === "generatorId";
  const id = isId && typeof value === "string" && !saysNothing(value) ? losslessSlug(value) : undefined;
  return id === undefined || String(value).trim() === id ? undefined : replace(path, id);
}

// The later of two equal scalars says nothing; an object that stands twice may be meant twice (two accounts with half of the
// pay each), and of two that only share a name, only a person knows which one to change.
function removeCopy({ path, submitted, meter }: ProposeInput): Proposal | undefined {
  const item = itemOf(path, submitted) ?? [];
  const list = valueAt(submitted, item.slice(0, -1));
  if (!Array.isArray(list)) return undefined;
  const [copy, ...earlier] = list.slice(0, Number(item.at(-1)) + 1).reverse();
  const form = meteredCanonicalJson(copy, meter);
  const same = earlier.some((other) => {
    spend(meter, 4);
    if (isContainer(other) !== isContainer(copy)) return false;
    return meteredCanonicalJson(other, meter) === form;
  });
  if (!same) return undefined;
  if (!isContainer(copy)) return remove(item, "Remove the duplicate.", "Remove the duplicates.", "safe");
  const title = "Ask whether the item is meant to appear twice, and remove the copy if it is not.";
  const titleOfMany = "Ask whether the items are meant to appear twice, and remove the copies if they are not.";
  return { ...remove(item, title, titleOfMany, "review"), losesContent: true };
}

function itemOf(path: readonly string[], submitted: Json): readonly string[] | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    if (Array.isArray(valueAt(submitted, path.slice(0, length - 1)))) return path.slice(0, length);
  }
  return undefined;
}
