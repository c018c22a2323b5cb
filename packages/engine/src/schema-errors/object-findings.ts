import { type DiagnosticCode, type Json, type JsonObject, limits } from "@assay/contract";
import { createValueFinding } from "../findings/create-value-finding.ts";
import { describeValue } from "../findings/describe-value.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { isContainer, isObject, readMember } from "../json/json.ts";
import { countMemberSteps, type Meter, spend } from "../meter.ts";
import type { Aliases } from "../names/find-listed.ts";
import type { Details } from "../schema/keywords.ts";
import { findPlace, type Part, type Place } from "../schema/place.ts";
import { countCharacters } from "../text/characters.ts";

/** A violated keyword, and everything needed to explain the violation. */
interface ViolatedKeyword {
  /** The value of the keyword. */
  readonly bound: Json;
  readonly details: Details;
  readonly value: Json;
  /** The path of the value in the candidate. */
  readonly path: readonly string[];
  /** Whether no value is accepted here, whatever it is: the property itself is forbidden. */
  isForbidden(): boolean;
  /** Describes what a part expects of this value or of what it contains. Default: the part with the keyword. */
  describe(part?: Part, maxDepth?: number): string | undefined;
  /** The part that has the keyword, and its schema. */
  readonly part: Part;
  readonly schema: JsonObject;
  readonly meter: Meter;
  /** Other names for the values that the part lists. */
  readonly aliases: Aliases;
}

/** A finding without its path and origin. `subpath` is the path from the value to the subject of the finding. */
export type KeywordFinding = {
  [Code in DiagnosticCode]: Pick<
    Extract<AnyFinding, { code: Code }>,
    "code" | "message" | "params" | "mentions" | "groupKey" | "didYouMean" | "sharedByBranches"
  >;
}[DiagnosticCode] & {
  readonly subpath?: readonly string[];
};

export type CreateFindings = (violated: ViolatedKeyword) => readonly KeywordFinding[];

/** For each keyword about the names of an object, a function that creates the findings on a violation. */
export const objectFindings: { readonly [keyword: string]: CreateFindings } = {
  required: ({ details: { name = "" } }) => [
    { code: "field.missing", message: "default", params: { name }, subpath: [name] },
  ],
  dependentRequired: ({ details: { name = "", other } }) => [
    { code: "field.missing", message: "because", params: { name, other }, subpath: [name] },
  ],
  additionalProperties: ({ details: { name = "" }, part }) => {
    // A property whose schema is `false` is declared only to forbid it.
    const listNames = (parts: Iterable<Part>) =>
      [...parts].flatMap(({ schema, path }) => (schema === false ? [] : [path.at(-1) as string]));
    const known = listNames(part.members.values());
    const patterns = listNames(part.patternMembers.map((member) => member.part));
    return known.length + patterns.length === 0
      ? [{ code: "field.unknown", message: "none", params: { name }, subpath: [name] }]
      : [
          {
            code: "field.unknown",
            message: "default",
            params: { names: [name], known, patterns: patterns.length > 0 ? patterns : undefined },
            subpath: [name],
          },
        ];
  },
  propertyNames: ({ details: { name = "" }, part, describe }) => explainName(name, part.names && describe(part.names)),
  patternProperties: ({ details: { name = "" } }) =>
    explainName(name, `a string with at most ${limits.schema.patternInput} characters`),
  oneOf: ({ value, path, part, meter, aliases, describe }) => {
    if (!part.tagged) return [{ code: "field.value", message: "noForm", params: describeValue(value) }];
    const { name, tags } = part.tagged;
    const branches = (part.alternatives.at(-1) ?? []).map(findPlace);
    const shared = (branches[0]?.names ?? []).filter(
      (each) => each !== name && branches.every((branch) => branch.declares(each)),
    );
    const tag = isObject(value) ? readMember(value, name) : undefined;
    // Of the rest, only what is the same in every branch is checked.
    const mentions = path.length > 0 ? { rest: path } : undefined;
    const sharedByBranches = [...part.members.keys(), ...shared];
    // All branches require these properties, so they are missing whatever the tag is.
    const missing = shared
      .filter((each) => branches.every((branch) => branch.required.includes(each)))
      .filter((each) => isObject(value) && !Object.hasOwn(value, each))
      .map((each) => ({ code: "field.missing", message: "default", params: { name: each }, subpath: [each] }) as const);
    if (tag === undefined) {
      const form = describe();
      const expected = form === undefined ? { allowed: tags } : { form };
      return [
        {
          ...{ code: "field.missing", message: "default", subpath: [name], sharedByBranches, mentions },
          params: { name, ...expected, tag: name },
        },
        ...findUnknownProperties(value, part, branches, name, meter),
        ...missing,
      ];
    }
    const valueFinding = createValueFinding(tag, tags, meter, aliases);
    return [
      {
        ...{ ...valueFinding, subpath: [name], sharedByBranches, mentions },
        params: { ...valueFinding.params, tag: name },
      },
      ...(missing.length > 0 ? findUnknownProperties(value, part, branches, name, meter) : []),
      ...missing,
    ];
  },

  maxProperties: ({ bound, details: { size }, value }) => [
    { code: "object.size", message: "tooMany", params: { size: size ?? measureSize(value), max: Number(bound) } },
  ],
  minProperties: ({ bound, value }) => [
    { code: "object.size", message: "tooFew", params: { size: measureSize(value), min: Number(bound) } },
  ],
};

function explainName(name: string, form: string | undefined): readonly KeywordFinding[] {
  return [{ code: "field.unknown", message: "name", params: { name, form }, subpath: [name] }];
}

/** Counts the characters of a string, the items of an array, or the members of an object. */
export function measureSize(value: Json): number {
  if (typeof value === "string") return countCharacters(value);
  return isContainer(value) ? Object.keys(value).length : 0;
}

// Without a tag, no branch can report unknown properties, so they are reported here: one might be the misspelled tag.
function findUnknownProperties(
  value: Json,
  { schema, members }: Part,
  branches: readonly Place[],
  tag: string,
  meter: Meter,
): readonly KeywordFinding[] {
  if (!isObject(value) || declaringKeywords.some((keyword) => Object.hasOwn(Object(schema), keyword))) return [];
  const names = Object.keys(value);
  spend(meter, countMemberSteps(names.length) * branches.length);
  return names
    .filter((name) => !members.has(name) && !branches.some((branch) => branch.declares(name)))
    .map((name) => ({
      code: "field.unknown",
      message: "default",
      params: { names: [name], known: [tag] },
      subpath: [name],
    }));
}

// Schemas in or behind these keywords can declare further properties.
const declaringKeywords = ["$ref", "allOf", "anyOf", "if", "then", "else", "patternProperties", "dependentSchemas"];
