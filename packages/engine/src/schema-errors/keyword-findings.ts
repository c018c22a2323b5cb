import type { DiagnosticCode, Json, JsonObject, JsonSchema, MessageName } from "@assay/contract";
import { createValueFinding } from "../findings/create-value-finding.ts";
import { describeValue } from "../findings/describe-value.ts";
import type { AnyFinding, Change } from "../findings/finding.ts";
import { toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { hasType, isArray, isContainer, isObject, readMember, toJsonType } from "../json/json.ts";
import { classifyNumberText, isPlaceholder, parseScalarText } from "../json/parse-scalar-text.ts";
import { formatPointer } from "../json/pointer.ts";
import { countMemberSteps, type Meter, spend } from "../meter.ts";
import { toLosslessSlug } from "../registry/slug.ts";
import { lookUpDiscriminator } from "../schema/discriminator.ts";
import { findAcceptedTypes, listBranches } from "../schema/find-accepted-types.ts";
import { findFormatDefect } from "../schema/find-format-defect.ts";
import { matchesFormat } from "../schema/formats.ts";
import { compilePattern } from "../schema/pattern.ts";
import type { SchemaError } from "../schema/schema-error.ts";
import { readMembers, readRequired, toSchema } from "../schema/subschemas.ts";
import { countCharacters } from "../text/characters.ts";
import { quote } from "../text/sanitize-text.ts";
import { describeForm, type FormInput } from "./describe-form.ts";

/** A violated keyword, with what is needed to explain it. */
interface ViolatedKeyword {
  readonly params: SchemaError["params"];
  readonly value: Json;
  /** From the candidate to the value. */
  readonly path: readonly string[];
  /** The name of the property that the keyword's schema refuses whatever its value, if it does. */
  refusedName(): string | undefined;
  /** What describing a schema for this value takes. */
  form(): FormInput;
  /** The schema that has the keyword. */
  readonly schema: JsonObject;
  /** The whole schema, into which references lead. */
  readonly root: JsonSchema;
  readonly meter: Meter;
  /** Declared other names for types. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Whether an id may be written as the slug that loses nothing of it. */
  readonly foldsIds: boolean;
}

/** A finding without its path and origin; `below` leads from the value to what the finding is about. */
type KeywordFinding = {
  [Code in DiagnosticCode]: Pick<
    Extract<AnyFinding, { code: Code }>,
    "code" | "message" | "params" | "groupKey" | "needs" | "didYouMean" | "fix" | "sharedByBranches"
  >;
}[DiagnosticCode] & {
  readonly below?: readonly string[];
};

type CreateFindings = (violated: ViolatedKeyword) => readonly KeywordFinding[];

/** The findings of each keyword of the profile when it is violated. */
export const keywordFindings: { readonly [keyword: string]: CreateFindings } = {
  required: ({ params }) => {
    const name = String(params.missingProperty);
    return [{ code: "field.missing", message: "default", params: { name }, below: [name] }];
  },
  dependentRequired: ({ params }) => {
    const name = String(params.missingProperty);
    const other = String(params.property);
    return [{ code: "field.missing", message: "because", params: { name, other }, below: [name] }];
  },
  additionalProperties: ({ params, schema }) => {
    const name = String(params.additionalProperty);
    const known = listAcceptedNames(schema, "properties");
    const patterns = listAcceptedNames(schema, "patternProperties");
    return known.length + patterns.length === 0
      ? [{ code: "field.unknown", message: "none", params: { name }, below: [name] }]
      : [
          {
            code: "field.unknown",
            message: "default",
            params: { names: [name], known, patterns: patterns.length > 0 ? patterns : undefined },
            below: [name],
          },
        ];
  },
  propertyNames: ({ params, schema, form }) => {
    const name = String(params.propertyName);
    const about = { name, form: describeForm(toSchema(readMember(schema, "propertyNames")), form()) };
    return [{ code: "field.unknown", message: "name", params: about, below: [name], needs: "edit" }];
  },
  "false schema": ({ refusedName, value }) => {
    const name = refusedName();
    return name === undefined
      ? [{ code: "field.value", message: "excluded", params: describeValue(value) }]
      : [{ code: "field.unknown", message: "none", params: { name } }];
  },

  type: ({ params, value, path, schema, root, form }) => {
    const names = [params.type].flat().map(String);
    const expected = names.length === 1 ? (names[0] as string) : names;
    const found = toJsonType(value);
    const isComposite = names.some((type) => type === "array" || type === "object");
    const allowed = readMember(schema, "enum");
    const described = isComposite ? describeForm(schema, form()) : undefined;
    const about = { found, expected, ...(Array.isArray(allowed) ? { allowed } : { form: described }) };
    if (isArray(value) && value.length > 1 && schema === root && value.every(isObject))
      return [{ code: "field.type", message: "several", params: { found, expected, count: value.length } }];
    const groupKey = isPlaceholder(value) ? "nothing" : found;
    if (typeof value !== "string" || isComposite) {
      const isUnknown =
        value === null ||
        isPlaceholder(value) ||
        (names.includes("object") && readRequired(schema).length > 0 && typeof value === "string");
      const isScalar = value !== null && !isContainer(value);
      return [
        {
          code: "field.type",
          message: isScalar ? "default" : described === undefined ? "other" : "found",
          params: isScalar ? { ...about, actual: value } : about,
          groupKey,
          needs: isUnknown ? "ask" : undefined,
        },
      ];
    }
    const actual = { ...about, actual: value };
    const spelled = parseScalarText(value);
    if (spelled !== undefined && names.some((type) => hasType(spelled, type)))
      return [{ code: "field.type", message: "default", params: actual, fix: { kind: "replace", value: spelled } }];
    if (!names.some((type) => type === "number" || type === "integer"))
      return [{ code: "field.type", message: "default", params: actual, groupKey, needs: "ask" }];
    const kind = classifyNumberText(value);
    if (kind === "measured") {
      const description = readMember(schema, "description");
      const property = `${quote(path.at(-1) ?? "")}${typeof description === "string" ? ` (${quote(description)})` : ""}`;
      return [{ code: "field.type", message: "number", params: { ...actual, property }, groupKey: kind }];
    }
    const needs = kind === "open" || groupKey === "nothing" ? "ask" : undefined;
    return [{ code: "field.type", message: "default", params: actual, groupKey: kind ?? groupKey, needs }];
  },
  enum: ({ params, value, meter, aliases, schema }) => [
    createValueFinding(value, params.allowedValues as readonly Json[], meter, collectAliases(schema, aliases)),
  ],
  const: ({ params, value, meter, aliases, schema }) => [
    createValueFinding(value, [params.allowedValue as Json], meter, collectAliases(schema, aliases)),
  ],
  anyOf: ({ value, schema, root, form }) => {
    const branches = listBranches(schema, "anyOf");
    const forms = branches.map((branch) => describeForm(branch, { ...form(), maxDepth: 0 }));
    const types = findAcceptedTypes(root, schema);
    const spelled = typeof value === "string" && !types.has("string") ? parseScalarText(value) : undefined;
    return [
      {
        code: "field.value",
        message: "noForm",
        params: { ...describeValue(value), forms: forms.every((said) => said !== undefined) ? forms : undefined },
        groupKey: isPlaceholder(value) ? "nothing" : toJsonType(value),
        fix: toReplacement(spelled !== undefined && types.has(toJsonType(spelled)) ? spelled : undefined),
      },
    ];
  },
  oneOf: ({ value }) => [{ code: "field.value", message: "noForm", params: describeValue(value) }],
  not: ({ value }) => [{ code: "field.value", message: "excluded", params: describeValue(value) }],
  discriminator: ({ params, value, schema, root, meter, aliases, form }) => {
    const name = String(params.tag);
    const tag = isObject(value) ? readMember(value, name) : undefined;
    const { tags = [], branches = [], shared = [] } = lookUpDiscriminator(root, schema) ?? {};
    const sharedByBranches = [...Object.keys(readMembers(schema, "properties")), ...shared];
    // Whatever the tag is, these are missing.
    const missing = shared
      .filter((each) => branches.every(({ required }) => required.includes(each)))
      .filter((each) => isObject(value) && !Object.hasOwn(value, each))
      .map((each) => ({ code: "field.missing", message: "default", params: { name: each }, below: [each] }) as const);
    if (tag === undefined) {
      const described = describeForm(schema, form());
      const about = described === undefined ? { allowed: tags } : { form: described };
      return [
        { code: "field.missing", message: "default", params: { name, ...about }, below: [name], sharedByBranches },
        ...findUnknownBeside(value, schema, branches, name, meter),
        ...missing,
      ];
    }
    return [{ ...createValueFinding(tag, tags, meter, aliases), below: [name], sharedByBranches }, ...missing];
  },

  pattern: ({ params, value, path, schema, meter, foldsIds }) => {
    const text = readMember(schema, "message");
    const about = { pattern: String(params.pattern), text: typeof text === "string" ? text : undefined };
    if (value === "")
      return [{ code: "field.pattern", message: "empty", params: about, groupKey: "empty", needs: "ask" }];
    const { test } = compilePattern(String(params.pattern), (steps) => spend(meter, steps));
    const isId = path.length === 1 && path[0] === "generatorId" && foldsIds && !isPlaceholder(value);
    const slug = isId ? toLosslessSlug(String(value)) : undefined;
    const fix = [trimText(value), slug].find((other) => other !== undefined && test(other));
    return [
      {
        code: "field.pattern",
        message: "default",
        params: { ...describeValue(value), ...about },
        fix: toReplacement(fix),
        ...askIfPlaceholder(value),
      },
    ];
  },
  format: ({ params, value }) => {
    const format = String(params.format);
    const { defect, isAmbiguous } = findFormatDefect(format, String(value));
    const fix = trimText(value);
    return [
      {
        code: "field.format",
        message: "default",
        params: { ...describeValue(value), defect },
        groupKey: isPlaceholder(value) ? "nothing" : defect,
        fix: toReplacement(fix !== undefined && matchesFormat(format, fix) ? fix : undefined),
        needs: isAmbiguous || isPlaceholder(value) ? "ask" : undefined,
      },
    ];
  },
  maxLength: ({ params, value }) => {
    const fix = trimText(value);
    return [
      {
        code: "field.length",
        message: "tooLong",
        params: { ...describeValue(value), length: measureSize(value), max: readLimit(params) },
        fix: toReplacement(fix !== undefined && measureSize(fix) <= readLimit(params) ? fix : undefined),
      },
    ];
  },
  minLength: ({ params, value }) => [
    value === ""
      ? {
          code: "field.length",
          message: "empty",
          params: { length: 0, min: readLimit(params) },
          groupKey: "empty",
          needs: "ask",
        }
      : {
          code: "field.length",
          message: "tooShort",
          params: { ...describeValue(value), length: measureSize(value), min: readLimit(params) },
          ...askIfPlaceholder(value),
        },
  ],

  minimum: createOutOfRange("tooSmall", "min"),
  maximum: createOutOfRange("tooLarge", "max"),
  exclusiveMinimum: createOutOfRange("notAbove", "min"),
  exclusiveMaximum: createOutOfRange("notBelow", "max"),
  multipleOf: ({ params, value }) => [
    {
      code: "field.range",
      message: "notMultiple",
      params: { ...describeValue(value), step: Number(params.multipleOf) },
    },
  ],

  maxItems: explainTooMany,
  minItems: ({ params, value }) => [
    // What is to be added is not in the draft.
    {
      code: "list.length",
      message: "tooShort",
      params: { length: measureSize(value), min: readLimit(params) },
      needs: "ask",
    },
  ],
  items: explainTooMany,
  contains: ({ params, schema, form }) => {
    const { count, minContains: min, maxContains: max } = params as { readonly [name: string]: number };
    const said = describeForm(toSchema(readMember(schema, "contains")), form());
    const counts = { count: Number(count), min: Number(min), max, form: said };
    const message = counts.count < counts.min ? "tooFewOfAKind" : "tooManyOfAKind";
    return [{ code: "list.length", message, params: counts }];
  },
  uniqueItems: ({ value, path, meter }) => {
    const first = new Map<string, number>();
    const list = isArray(value) ? value : [];
    spend(meter, 4 * list.length);
    const containers = list.filter(isContainer).length;
    return list.flatMap((item, index): readonly KeywordFinding[] => {
      if (isContainer(item) && containers < 2) return [];
      const key = toCanonicalJsonMetered(item, (steps) => spend(meter, steps));
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, index);
      else spend(meter, stepsPerCopy);
      return earlier === undefined
        ? []
        : [
            {
              code: "list.duplicate",
              message: "default",
              params: { ...describeValue(item), first: formatPointer([...path, String(earlier)]) },
              below: [String(index)],
              groupKey: key.slice(0, 256),
              // What stands twice may be meant twice.
              needs: isContainer(item) ? "ask" : undefined,
            },
          ];
    });
  },

  maxProperties: ({ params, value }) => [
    // The size gate has counted the properties already.
    {
      code: "object.size",
      message: "tooMany",
      params: { size: params.size ?? measureSize(value), max: readLimit(params) },
    },
  ],
  minProperties: ({ params, value }) => [
    { code: "object.size", message: "tooFew", params: { size: measureSize(value), min: readLimit(params) } },
  ],

  // Keywords inside it report the errors.
  if: () => [],
};

const stepsPerCopy = 24;

function createOutOfRange(message: MessageName<"field.range">, bound: "min" | "max"): CreateFindings {
  return ({ params, value }) => [
    { code: "field.range", message, params: { ...describeValue(value), [bound]: readLimit(params) } },
  ];
}

function explainTooMany({ params, value }: ViolatedKeyword): readonly KeywordFinding[] {
  return [{ code: "list.length", message: "tooLong", params: { length: measureSize(value), max: readLimit(params) } }];
}

function trimText(value: Json): string | undefined {
  return typeof value === "string" && value !== value.trim() ? value.trim() : undefined;
}

function toReplacement(value: Json | undefined): Change | undefined {
  return value === undefined ? undefined : { kind: "replace", value };
}

function askIfPlaceholder(value: Json): { readonly needs?: "ask"; readonly groupKey?: string } {
  return isPlaceholder(value) ? { needs: "ask", groupKey: "nothing" } : {};
}

function collectAliases(schema: JsonObject, aliases: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const own = readMember(schema, "aliases");
  return isObject(own) ? new Map([...aliases, ...(Object.entries(own) as [string, string][])]) : aliases;
}

// A name whose schema is `false` is listed only to be refused.
function listAcceptedNames(schema: JsonObject, keyword: "properties" | "patternProperties"): readonly string[] {
  return Object.entries(readMembers(schema, keyword)).flatMap(([name, inner]) => (inner === false ? [] : [name]));
}

// Without the tag no branch reports unknown properties. These let the tag be found under a name that is near.
function findUnknownBeside(
  value: Json,
  schema: JsonObject,
  branches: readonly { readonly known: ReadonlySet<string> }[],
  tag: string,
  meter: Meter,
): readonly KeywordFinding[] {
  if (!isObject(value) || describedElsewhere.some((keyword) => Object.hasOwn(schema, keyword))) return [];
  const names = Object.keys(value);
  spend(meter, countMemberSteps(names.length) * branches.length);
  const declared = readMembers(schema, "properties");
  return names
    .filter((name) => !Object.hasOwn(declared, name) && !branches.some(({ known }) => known.has(name)))
    .map((name) => ({
      code: "field.unknown",
      message: "default",
      params: { names: [name], known: [tag] },
      below: [name],
    }));
}

const describedElsewhere = ["$ref", "allOf", "anyOf", "if", "then", "else", "patternProperties", "dependentSchemas"];

function readLimit(params: SchemaError["params"]): number {
  return Number(params.limit ?? params.len ?? 0);
}

function measureSize(value: Json): number {
  if (typeof value === "string") return countCharacters(value);
  return isContainer(value) ? Object.keys(value).length : 0;
}
