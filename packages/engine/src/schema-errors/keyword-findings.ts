import type { DiagnosticCode, Json, JsonObject, JsonSchema, MessageOf } from "@assay/contract";
import { describeValue } from "../findings/describe-value.ts";
import type { AnyFinding, Change } from "../findings/finding.ts";
import { notAllowed } from "../findings/not-allowed.ts";
import { meteredCanonicalJson } from "../json/canonical-json.ts";
import { isArray, isContainer, isObject, isOfType, jsonType, member } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { numberText, saysNothing, spelledOut } from "../json/spelled-out.ts";
import { type Meter, memberSteps, spend } from "../meter.ts";
import { losslessSlug } from "../registry/slug.ts";
import { acceptedTypes, branchesOf } from "../schema/accepted-types.ts";
import { discriminatorOf } from "../schema/discriminator.ts";
import { formatDefect } from "../schema/format-defect.ts";
import { matchesFormat } from "../schema/formats.ts";
import { compilePattern } from "../schema/pattern.ts";
import type { SchemaError } from "../schema/schema-error.ts";
import { asSchema, membersOf, requiredBy } from "../schema/subschemas.ts";
import { charactersIn } from "../text/characters.ts";
import { quoted } from "../text/outside-text.ts";
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
    "code" | "message" | "params" | "groupKey" | "needs" | "didYouMean" | "fix" | "outsideBranch"
  >;
}[DiagnosticCode] & {
  readonly below?: readonly string[];
};

type FindingsOf = (violated: ViolatedKeyword) => readonly KeywordFinding[];

/** The findings of each keyword of the profile when it is violated. */
export const keywordFindings: { readonly [keyword: string]: FindingsOf } = {
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
    const known = acceptedNames(schema, "properties");
    const patterns = acceptedNames(schema, "patternProperties");
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
    const about = { name, form: describeForm(asSchema(member(schema, "propertyNames")), form()) };
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
    const found = jsonType(value);
    const isComposite = names.some((type) => type === "array" || type === "object");
    const allowed = member(schema, "enum");
    const described = isComposite ? describeForm(schema, form()) : undefined;
    const about = { found, expected, ...(Array.isArray(allowed) ? { allowed } : { form: described }) };
    if (isArray(value) && value.length > 1 && schema === root && value.every(isObject))
      return [{ code: "field.type", message: "several", params: { found, expected, count: value.length } }];
    const groupKey = saysNothing(value) ? "nothing" : found;
    if (typeof value !== "string" || isComposite) {
      const isUnknown =
        value === null ||
        saysNothing(value) ||
        (names.includes("object") && requiredBy(schema).length > 0 && typeof value === "string");
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
    const spelled = spelledOut(value);
    if (spelled !== undefined && names.some((type) => isOfType(spelled, type)))
      return [{ code: "field.type", message: "default", params: actual, fix: { kind: "replace", value: spelled } }];
    if (!names.some((type) => type === "number" || type === "integer"))
      return [{ code: "field.type", message: "default", params: actual, groupKey, needs: "ask" }];
    const kind = numberText(value);
    if (kind === "measured") {
      const description = member(schema, "description");
      const property = `${quoted(path.at(-1) ?? "")}${typeof description === "string" ? ` (${quoted(description)})` : ""}`;
      return [{ code: "field.type", message: "number", params: { ...actual, property }, groupKey: kind }];
    }
    const needs = kind === "open" || groupKey === "nothing" ? "ask" : undefined;
    return [{ code: "field.type", message: "default", params: actual, groupKey: kind ?? groupKey, needs }];
  },
  enum: ({ params, value, meter, aliases, schema }) => [
    notAllowed(value, params.allowedValues as readonly Json[], meter, targetsIn(schema, aliases)),
  ],
  const: ({ params, value, meter, aliases, schema }) => [
    notAllowed(value, [params.allowedValue as Json], meter, targetsIn(schema, aliases)),
  ],
  anyOf: ({ value, schema, root, form }) => {
    const branches = branchesOf(schema, "anyOf");
    const forms = branches.map((branch) => describeForm(branch, { ...form(), maxDepth: 0 }));
    const types = acceptedTypes(root, schema);
    const spelled = typeof value === "string" && !types.has("string") ? spelledOut(value) : undefined;
    return [
      {
        code: "field.value",
        message: "noForm",
        params: { ...describeValue(value), forms: forms.every((said) => said !== undefined) ? forms : undefined },
        groupKey: saysNothing(value) ? "nothing" : jsonType(value),
        fix: written(spelled !== undefined && types.has(jsonType(spelled)) ? spelled : undefined),
      },
    ];
  },
  oneOf: ({ value }) => [{ code: "field.value", message: "noForm", params: describeValue(value) }],
  not: ({ value }) => [{ code: "field.value", message: "excluded", params: describeValue(value) }],
  discriminator: ({ params, value, schema, root, meter, aliases, form }) => {
    const name = String(params.tag);
    const tag = isObject(value) ? member(value, name) : undefined;
    const { tags = [], branches = [], shared = [] } = discriminatorOf(root, schema) ?? {};
    const outsideBranch = [...Object.keys(membersOf(schema, "properties")), ...shared];
    // Whatever the tag is, these are missing.
    const missing = shared
      .filter((each) => branches.every(({ required }) => required.includes(each)))
      .filter((each) => isObject(value) && !Object.hasOwn(value, each))
      .map((each) => ({ code: "field.missing", message: "default", params: { name: each }, below: [each] }) as const);
    if (tag === undefined) {
      const described = describeForm(schema, form());
      const about = described === undefined ? { allowed: tags } : { form: described };
      return [
        { code: "field.missing", message: "default", params: { name, ...about }, below: [name], outsideBranch },
        ...unknownBeside(value, schema, branches, name, meter),
        ...missing,
      ];
    }
    return [{ ...notAllowed(tag, tags, meter, aliases), below: [name], outsideBranch }, ...missing];
  },

  pattern: ({ params, value, path, schema, meter, foldsIds }) => {
    const text = member(schema, "message");
    const about = { pattern: String(params.pattern), text: typeof text === "string" ? text : undefined };
    if (value === "")
      return [{ code: "field.pattern", message: "empty", params: about, groupKey: "empty", needs: "ask" }];
    const { test } = compilePattern(String(params.pattern), (steps) => spend(meter, steps));
    const isId = path.length === 1 && path[0] === "generatorId" && foldsIds && !saysNothing(value);
    const slug = isId ? losslessSlug(String(value)) : undefined;
    const fix = [trimmed(value), slug].find((other) => other !== undefined && test(other));
    return [
      {
        code: "field.pattern",
        message: "default",
        params: { ...describeValue(value), ...about },
        fix: written(fix),
        ...nothingSaid(value),
      },
    ];
  },
  format: ({ params, value }) => {
    const format = String(params.format);
    const { defect, isOpen } = formatDefect(format, String(value));
    const fix = trimmed(value);
    return [
      {
        code: "field.format",
        message: "default",
        params: { ...describeValue(value), defect },
        groupKey: saysNothing(value) ? "nothing" : defect,
        fix: written(fix !== undefined && matchesFormat(format, fix) ? fix : undefined),
        needs: isOpen || saysNothing(value) ? "ask" : undefined,
      },
    ];
  },
  maxLength: ({ params, value }) => {
    const fix = trimmed(value);
    return [
      {
        code: "field.length",
        message: "tooLong",
        params: { ...describeValue(value), length: sizeOf(value), max: limit(params) },
        fix: written(fix !== undefined && sizeOf(fix) <= limit(params) ? fix : undefined),
      },
    ];
  },
  minLength: ({ params, value }) => [
    value === ""
      ? {
          code: "field.length",
          message: "empty",
          params: { length: 0, min: limit(params) },
          groupKey: "empty",
          needs: "ask",
        }
      : {
          code: "field.length",
          message: "tooShort",
          params: { ...describeValue(value), length: sizeOf(value), min: limit(params) },
          ...nothingSaid(value),
        },
  ],

  minimum: outOfRange("tooSmall", "min"),
  maximum: outOfRange("tooLarge", "max"),
  exclusiveMinimum: outOfRange("notAbove", "min"),
  exclusiveMaximum: outOfRange("notBelow", "max"),
  multipleOf: ({ params, value }) => [
    {
      code: "field.range",
      message: "notMultiple",
      params: { ...describeValue(value), step: Number(params.multipleOf) },
    },
  ],

  maxItems: tooManyItems,
  minItems: ({ params, value }) => [
    // What is to be added is not in the draft.
    {
      code: "list.length",
      message: "tooShort",
      params: { length: sizeOf(value), min: limit(params) },
      needs: "ask",
    },
  ],
  items: tooManyItems,
  contains: ({ params, schema, form }) => {
    const { count, minContains: min, maxContains: max } = params as { readonly [name: string]: number };
    const said = describeForm(asSchema(member(schema, "contains")), form());
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
      const key = meteredCanonicalJson(item, (steps) => spend(meter, steps));
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, index);
      else spend(meter, stepsPerCopy);
      return earlier === undefined
        ? []
        : [
            {
              code: "list.duplicate",
              message: "default",
              params: { ...describeValue(item), first: pointerOf([...path, String(earlier)]) },
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
      params: { size: params.size ?? sizeOf(value), max: limit(params) },
    },
  ],
  minProperties: ({ params, value }) => [
    { code: "object.size", message: "tooFew", params: { size: sizeOf(value), min: limit(params) } },
  ],

  // Keywords inside it report the errors.
  if: () => [],
};

const stepsPerCopy = 24;

function outOfRange(message: MessageOf<"field.range">, bound: "min" | "max"): FindingsOf {
  return ({ params, value }) => [
    { code: "field.range", message, params: { ...describeValue(value), [bound]: limit(params) } },
  ];
}

function tooManyItems({ params, value }: ViolatedKeyword): readonly KeywordFinding[] {
  return [{ code: "list.length", message: "tooLong", params: { length: sizeOf(value), max: limit(params) } }];
}

function trimmed(value: Json): string | undefined {
  return typeof value === "string" && value !== value.trim() ? value.trim() : undefined;
}

function written(value: Json | undefined): Change | undefined {
  return value === undefined ? undefined : { kind: "replace", value };
}

function nothingSaid(value: Json): { readonly needs?: "ask"; readonly groupKey?: string } {
  return saysNothing(value) ? { needs: "ask", groupKey: "nothing" } : {};
}

function targetsIn(schema: JsonObject, aliases: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const own = member(schema, "aliases");
  return isObject(own) ? new Map([...aliases, ...(Object.entries(own) as [string, string][])]) : aliases;
}

// A name whose schema is `false` is listed only to be refused.
function acceptedNames(schema: JsonObject, keyword: "properties" | "patternProperties"): readonly string[] {
  return Object.entries(membersOf(schema, keyword)).flatMap(([name, inner]) => (inner === false ? [] : [name]));
}

// Without the tag no branch reports unknown properties. These let the tag be found under a name that is near.
function unknownBeside(
  value: Json,
  schema: JsonObject,
  branches: readonly { readonly known: ReadonlySet<string> }[],
  tag: string,
  meter: Meter,
): readonly KeywordFinding[] {
  if (!isObject(value) || describedElsewhere.some((keyword) => Object.hasOwn(schema, keyword))) return [];
  const names = Object.keys(value);
  spend(meter, memberSteps(names.length) * branches.length);
  const declared = membersOf(schema, "properties");
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

function limit(params: SchemaError["params"]): number {
  return Number(params.limit ?? params.len ?? 0);
}

function sizeOf(value: Json): number {
  if (typeof value === "string") return charactersIn(value);
  return isContainer(value) ? Object.keys(value).length : 0;
}
