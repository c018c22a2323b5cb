import type { Applicability, DiagnosticCode, Json } from "@assay/contract";
import type { AnyFinding } from "../findings/finding.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import { jsonType } from "../json/json.ts";
import { valueAt } from "../json/pointer.ts";
import { type Meter, spend } from "../meter.ts";
import { slug } from "../registry/slug.ts";
import type { CompiledSpec } from "../spec/compiled-spec.ts";
import { quoted } from "../text/outside-text.ts";
import { shown } from "../text/render-message.ts";
import { conversions } from "./conversions.ts";

/** What could be done at one place; nothing of it is proven yet. */
export type Edit =
  | { readonly kind: "replace"; readonly tokens: readonly string[]; readonly value: Json }
  | { readonly kind: "remove"; readonly tokens: readonly string[] }
  | { readonly kind: "rename"; readonly tokens: readonly string[]; readonly to: string };

/** An edit with its title, for one place and for several. */
export interface Proposal {
  readonly edit: Edit;
  readonly title: string;
  readonly titleOfMany: string;
  readonly applicability: Applicability;
}

/** What a proposal may look at. */
export interface Scene {
  readonly submitted: Json;
  readonly spec: CompiledSpec;
  readonly meter: Meter;
  /** Whether the object at a place lacks a member. */
  lacks(tokens: readonly string[]): boolean;
}

interface Place extends Scene {
  readonly finding: AnyFinding;
  readonly tokens: readonly string[];
  /** As submitted. */
  readonly value: Json;
}

const charactersPerStep = 8;

type Propose = (place: Place) => Proposal | undefined;

/** The edit that would mend a finding at one of its places, if we know one. */
export function proposeFix(finding: AnyFinding, tokens: readonly string[], scene: Scene): Proposal | undefined {
  const value = valueAt(scene.submitted, tokens);
  // A long text is read, trimmed and written out again.
  if (typeof value === "string") spend(scene.meter, value.length / charactersPerStep);
  return value === undefined ? undefined : proposals[finding.code]?.({ ...scene, finding, tokens, value });
}

const proposals: { readonly [Code in DiagnosticCode]?: Propose } = {
  "field.misspelled": ({ finding, tokens }) => rename(tokens, String(finding.params.expected)),
  "field.unknown": (place) => removeStranger(place, "member"),
  "field.type": ({ finding, tokens, value }) => {
    const expected = [finding.params.expected ?? []].flat();
    const converted = conversions(value).find((candidate) => expected.some((type) => isOfType(candidate, type)));
    return converted === undefined ? undefined : convert(tokens, value, converted, expected.join(" or "));
  },
  "field.value": ({ finding, tokens, value, submitted }) => {
    const { didYouMean, allowed } = finding.params;
    const trimmed = typeof value === "string" ? value.trim() : undefined;
    const isTrimmed = trimmed !== undefined && [allowed ?? []].flat().includes(trimmed);
    const meant = isTrimmed ? trimmed : didYouMean;
    const list = valueAt(submitted, tokens.slice(0, -1));
    if (meant !== undefined && Array.isArray(list) && list.includes(meant)) {
      return remove(tokens, `Remove it: ${shown(meant)} is in the list already.`, "review");
    }
    if (isTrimmed) return trim(tokens, trimmed);
    return meant === undefined ? undefined : replace(tokens, meant);
  },
  "field.pattern": ({ tokens, value }) => trimText(tokens, value) ?? slugOf(tokens, value),
  "field.format": ({ tokens, value }) => trimText(tokens, value),
  "field.length": ({ tokens, value }) => trimText(tokens, value),
  "list.duplicate": (place) => removeCopy(place),
  "output-field.duplicate": (place) => removeCopy(place),
  "sample.field-undeclared": (place) => {
    const { didYouMean } = place.finding.params;
    // Where no field is declared at all, it is the declarations that are missing.
    if (place.finding.message === "none") return undefined;
    return didYouMean === undefined ? removeStranger(place, "sample field") : rename(place.tokens, String(didYouMean));
  },
  "sample.value-type": ({ finding, tokens, value, spec, meter }) => {
    const type = String(finding.params.expected);
    const fits = (candidate: Json) => spec.fieldTypes.holds(type, candidate, meter);
    const converted = conversions(value).find(fits);
    return converted === undefined ? undefined : convert(tokens, value, converted, type);
  },
};

function rename(tokens: readonly string[], to: string): Proposal {
  const title = `Rename ${quoted(tokens.at(-1) ?? "")} to ${quoted(to)}`;
  const edit = { kind: "rename", tokens, to } as const;
  return { edit, title: `${title}.`, titleOfMany: `${title} everywhere.`, applicability: "review" };
}

function remove(tokens: readonly string[], title: string, applicability: Applicability): Proposal {
  return { edit: { kind: "remove", tokens }, title, titleOfMany: title.replace(/\.$/, " everywhere."), applicability };
}

// While something is missing beside it, a stranger may be just that: to remove it would lose what was written.
function removeStranger({ tokens, lacks }: Place, what: string): Proposal | undefined {
  if (lacks(tokens.slice(0, -1))) return undefined;
  return remove(tokens, `Remove the ${what} ${quoted(tokens.at(-1) ?? "")}.`, "review");
}

function replace(tokens: readonly string[], value: Json): Proposal {
  const title = `Write ${shown(value)} instead`;
  const edit = { kind: "replace", tokens, value } as const;
  return { edit, title: `${title}.`, titleOfMany: `${title} everywhere.`, applicability: "review" };
}

function trim(tokens: readonly string[], value: string): Proposal {
  const title = "Remove the blanks around it.";
  const edit = { kind: "replace", tokens, value } as const;
  return { edit, title, titleOfMany: "Remove the blanks around them.", applicability: "safe" };
}

function convert(tokens: readonly string[], before: Json, value: Json, type: string): Proposal {
  if (typeof before === "string" && before.trim() === value) return trim(tokens, value);
  const scalar = typeof value !== "object" || value === null;
  return {
    edit: { kind: "replace", tokens, value },
    title: scalar
      ? `Write it as the ${type} ${shown(value)}.`
      : `Write it as ${jsonType(value) === "list" ? "a list" : "an object"}.`,
    titleOfMany: `Write each as ${/^[aeio]/.test(type) ? "an" : "a"} ${type}.`,
    applicability: "review",
  };
}

function trimText(tokens: readonly string[], value: Json): Proposal | undefined {
  return typeof value === "string" && value.trim() !== value ? trim(tokens, value.trim()) : undefined;
}

function slugOf(tokens: readonly string[], value: Json): Proposal | undefined {
  const isId = tokens.length === 1 && typeof value === "string";
  return isId && slug(value) !== "" ? replace(tokens, slug(value)) : undefined;
}

// The later of two equal items adds nothing; of two that only share a name, only a person knows which to change.
function removeCopy({ tokens, submitted, meter }: Place): Proposal | undefined {
  const item = itemOf(tokens, submitted) ?? [];
  const list = valueAt(submitted, item.slice(0, -1));
  if (!Array.isArray(list)) return undefined;
  const [copy, ...earlier] = list.slice(0, Number(item.at(-1)) + 1).reverse();
  const form = canonicalJson(copy);
  const same = earlier.some((other) => {
    const otherForm = canonicalJson(other);
    spend(meter, 4 + otherForm.length / charactersPerStep);
    return otherForm === form;
  });
  return same ? remove(item, "Remove the copy.", "safe") : undefined;
}

function itemOf(tokens: readonly string[], submitted: Json): readonly string[] | undefined {
  for (let length = tokens.length; length > 0; length -= 1) {
    if (Array.isArray(valueAt(submitted, tokens.slice(0, length - 1)))) return tokens.slice(0, length);
  }
  return undefined;
}

function isOfType(value: Json, type: Json): boolean {
  if (type === "integer") return Number.isInteger(value);
  return jsonType(value) === type;
}
