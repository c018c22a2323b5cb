import type { DiagnosticCode, Json, JsonObject, JsonSchema } from "@assay/contract";
import { matchNames } from "../did-you-mean/match-names.ts";
import { numberFor, readingsOf, readNumberWithUnit } from "../did-you-mean/number-with-unit.ts";
import { unitsByCase } from "../did-you-mean/units-by-case.ts";
import { describeDefect, describeValue } from "../findings/describe-value.ts";
import type { AnyFinding } from "../findings/finding.ts";
import { inUnit, kindOfString, kindOfValue, nothing } from "../findings/kind-of-value.ts";
import { notAllowed } from "../findings/not-allowed.ts";
import { meteredCanonicalJson } from "../json/canonical-json.ts";
import { saysNothing } from "../json/conversions.ts";
import { isArray, isContainer, isObject, isOfType, jsonType, member } from "../json/json.ts";
import { type Meter, memberSteps, spend } from "../meter.ts";
import { acceptedTypes, branchesOf } from "../schema/accepted-types.ts";
import { discriminatorOf } from "../schema/discriminator.ts";
import { asksForMore } from "../schema/format-defect.ts";
import type { SchemaError } from "../schema/schema-error.ts";
import { asSchema, membersOf } from "../schema/subschemas.ts";
import { charactersIn, countingSteps } from "../text/characters.ts";
import { describeSchema } from "./describe-schema.ts";

/** A violated keyword, with what is needed to explain it. */
interface ViolatedKeyword {
  readonly params: SchemaError["params"];
  readonly value: Json;
  /** The name of the property that the keyword's schema describes, if it describes one. */
  name(): string | undefined;
  /** Whether that property is refused whatever its value, not only under a condition. */
  isNever(): boolean;
  /** The schema that has the keyword. */
  readonly schema: JsonObject;
  /** The whole schema, into which references lead. */
  readonly root: JsonSchema;
  readonly meter: Meter;
  /** The listed value that a string is another name for: field types have aliases. */
  suggest(text: string): string | undefined;
}

/** A finding without its path and origin; `below` leads from the value to what the finding is about. */
type KeywordFinding = {
  [Code in DiagnosticCode]: Pick<
    Extract<AnyFinding, { code: Code }>,
    "code" | "message" | "params" | "groupKey" | "corrected" | "outsideBranch"
  >;
}[DiagnosticCode] & {
  readonly below?: readonly string[];
  readonly relatedBelow?: readonly string[];
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
  additionalProperties: ({ params, schema, value }) => {
    const name = String(params.additionalProperty);
    const known = acceptedNames(schema, "properties");
    const patterns = acceptedNames(schema, "patternProperties");
    const isEmpty = isObject(value) && member(value, name) === null;
    const alone = isEmpty ? "noValue" : "default";
    const message = patterns.length > 0 ? (known.length > 0 ? "knownOrMatching" : "matching") : alone;
    return known.length + patterns.length === 0
      ? [{ code: "field.unknown", message: "none", params: { name }, below: [name] }]
      : [
          {
            code: "field.unknown",
            message,
            params: { name, ...(known.length > 0 ? { known } : {}), ...(patterns.length > 0 ? { patterns } : {}) },
            below: [name],
            groupKey: message,
          },
        ];
  },
  propertyNames: ({ params, schema, root }) => {
    const name = String(params.propertyName);
    const form = describeSchema(root, asSchema(member(schema, "propertyNames")));
    return form === undefined
      ? [{ code: "field.unknown", message: "name", params: { name }, below: [name] }]
      : [{ code: "field.unknown", message: "nameOfForm", params: { name, form }, below: [name] }];
  },
  "false schema": ({ name: nameOf, isNever, value }) => {
    const name = isNever() ? nameOf() : undefined;
    return name === undefined
      ? [{ code: "field.value", message: "excluded", params: describeValue(value) }]
      : [{ code: "field.unknown", message: "none", params: { name } }];
  },

  type: ({ params, value, name: nameOf, schema, root, meter }) => {
    const names = [params.type].flat().map(String);
    const expected = names.length === 1 ? (names[0] as string) : names;
    const isComposite = typeof value === "object" && value !== null;
    const found = { ...describeValue(value), found: jsonType(value), expected };
    const required = expected === "object" ? member(schema, "required") : undefined;
    const groupKey = kindOfValue(value, (converted) => names.some((type) => isOfType(converted, type)), meter);
    if (typeof value === "string" && names.some((type) => type === "number" || type === "integer")) {
      const readings = readingsOf(value);
      if (readings) return [{ code: "field.type", message: "twoNumbers", params: { ...found, readings }, groupKey }];
      // Two decimal places are those of an amount of money: "1500.00" cents are more likely 1500 euros.
      if (!names.includes("number") && /^\s*-?\d+\.\d\d\s*$/.test(value))
        return [{ code: "field.type", message: "decimals", params: found, groupKey: "with decimals" }];
      const measured = readNumberWithUnit(value);
      if (measured) {
        const name = nameOf() ?? "";
        const number = numberFor(name, measured);
        const units = number === undefined ? unitsByCase(name, measured.unit) : undefined;
        if (units)
          return [{ code: "field.type", message: "unitByCase", params: { ...found, units }, groupKey: units.join() }];
        if (number === undefined || !names.some((type) => isOfType(number, type)))
          return [{ code: "field.type", message: "withUnit", params: found, groupKey: "with a unit" }];
        const message = number === measured.number ? "default" : "otherUnit";
        return [{ code: "field.type", message, params: found, groupKey: inUnit }];
      }
    }
    if (
      (found.found === "array" || found.found === "object") &&
      !names.some((type) => type === "array" || type === "object")
    )
      return [{ code: "field.type", message: "nested", params: found, groupKey }];
    if (isArray(value) && value.length > 1 && schema === root && value.every(isObject))
      return [{ code: "field.type", message: "several", params: { ...found, count: value.length }, groupKey }];
    if (value === null) return [{ code: "field.type", ...withoutValue(found, schema, required), groupKey }];
    return Array.isArray(required) && required.length > 0
      ? [
          {
            code: "field.type",
            message: isComposite ? "compositeWith" : "with",
            params: { ...found, required },
            groupKey,
          },
        ]
      : [{ code: "field.type", message: isComposite ? "composite" : "default", params: found, groupKey }];
  },
  enum: ({ params, value, meter, suggest }) => [
    notAllowed(value, params.allowedValues as readonly Json[], meter, suggest),
  ],
  const: ({ params, value, meter, suggest }) => [notAllowed(value, [params.allowedValue as Json], meter, suggest)],
  anyOf: ({ value, schema, root, meter }) => {
    const branches = branchesOf(schema, "anyOf");
    spend(meter, branches.length);
    const forms = branches.map((branch) => describeSchema(root, branch));
    const types = acceptedTypes(root, schema);
    const groupKey = kindOfValue(value, (converted) => types.has(jsonType(converted)), meter);
    return forms.every((form) => form !== undefined)
      ? [{ code: "field.value", message: "noneOfForms", params: { ...describeValue(value), forms }, groupKey }]
      : [{ code: "field.value", message: "noForm", params: describeValue(value), groupKey }];
  },
  oneOf: ({ value }) => [{ code: "field.value", message: "noForm", params: describeValue(value) }],
  not: ({ value }) => [{ code: "field.value", message: "excluded", params: describeValue(value) }],
  discriminator: ({ params, value, schema, root, meter }) => {
    const name = String(params.tag);
    const tag = isObject(value) ? member(value, name) : undefined;
    const { tags = [], schemas = [], branches = [], shared = [] } = discriminatorOf(root, schema) ?? {};
    const outsideBranch = [...Object.keys(membersOf(schema, "properties")), ...shared];
    // Whatever the tag is, these are missing.
    const absent = shared.filter((each) => branches.every(({ required }) => required.includes(each)));
    const missing = absent
      .filter((each) => isObject(value) && !Object.hasOwn(value, each))
      .map((each) => ({ code: "field.missing", message: "default", params: { name: each }, below: [each] }) as const);
    if (tag === undefined) {
      const near = isObject(value) ? renamedTo(name, value, { schema, branches: schemas }, meter) : undefined;
      return [
        { code: "field.missing", message: "values", params: { name, allowed: tags }, below: [name], outsideBranch },
        // Without the tag no branch reports unknown properties. This finding lets `findRenamed` join the two.
        ...(near === undefined
          ? []
          : [
              {
                code: "field.unknown",
                message: "default",
                params: { name: near, known: [name] },
                below: [near],
              } as const,
            ]),
        ...missing,
      ];
    }
    const found = notAllowed(tag, tags, meter);
    const { didYouMean } = found.params;
    // The schema is checked again as if the tag were the suggested one: it decides which branch applies.
    const corrected = didYouMean === undefined ? {} : { corrected: didYouMean };
    return [{ ...found, below: [name], outsideBranch, ...corrected }, ...missing];
  },

  pattern: ({ params, value, schema }) => {
    const text = member(schema, "message");
    const found = { ...describeValue(value), pattern: String(params.pattern) };
    if (value === "") return [{ code: "field.pattern", message: "empty", params: found, groupKey: "empty" }];
    return typeof text === "string"
      ? [{ code: "field.pattern", message: "reason", params: { ...found, text }, ...kindOfString(value) }]
      : [{ code: "field.pattern", message: "default", params: found, ...kindOfString(value) }];
  },
  format: ({ params, value, meter }) => {
    const format = String(params.format);
    const defect = describeDefect(format, value, meter);
    return [
      {
        code: "field.format",
        message: asksForMore(defect) ? "open" : "default",
        params: { ...describeValue(value), format, defect },
        groupKey: saysNothing(value) ? nothing : defect,
      },
    ];
  },
  maxLength: ({ params, value, meter }) => [
    {
      code: "field.length",
      message: "tooLong",
      params: { ...describeValue(value), length: sizeOf(value, meter), max: limit(params) },
      ...kindOfString(value),
    },
  ],
  minLength: ({ params, value, meter }) => [
    {
      code: "field.length",
      message: value === "" ? "empty" : "tooShort",
      params: { ...describeValue(value), length: sizeOf(value, meter), min: limit(params) },
      ...(value === "" ? { groupKey: "empty" } : kindOfString(value)),
    },
  ],

  minimum: ({ params, value }) => [
    { code: "field.range", message: "tooSmall", params: { ...describeValue(value), min: limit(params) } },
  ],
  maximum: ({ params, value }) => [
    { code: "field.range", message: "tooLarge", params: { ...describeValue(value), max: limit(params) } },
  ],
  exclusiveMinimum: ({ params, value }) => [
    { code: "field.range", message: "notAbove", params: { ...describeValue(value), min: limit(params) } },
  ],
  exclusiveMaximum: ({ params, value }) => [
    { code: "field.range", message: "notBelow", params: { ...describeValue(value), max: limit(params) } },
  ],
  multipleOf: ({ params, value }) => [
    {
      code: "field.range",
      message: "notMultiple",
      params: { ...describeValue(value), step: Number(params.multipleOf) },
    },
  ],

  maxItems: ({ params, value, meter }) => [
    { code: "list.length", message: "tooLong", params: { length: sizeOf(value, meter), max: limit(params) } },
  ],
  minItems: ({ params, value, meter }) => [
    { code: "list.length", message: "tooShort", params: { length: sizeOf(value, meter), min: limit(params) } },
  ],
  items: ({ params, value, meter }) => [
    { code: "list.length", message: "tooLong", params: { length: sizeOf(value, meter), max: limit(params) } },
  ],
  contains: ({ params, schema, root }) => {
    const { count, minContains: min, maxContains: max } = params as { readonly [name: string]: number };
    const counted = asSchema(member(schema, "contains"));
    // Without a type it also counts values of other types, which its description does not mention.
    const isDescribed =
      isObject(counted) && ["type", "enum", "const"].some((keyword) => Object.hasOwn(counted, keyword));
    const form = isDescribed ? describeSchema(root, counted) : undefined;
    const counts = { count: Number(count), min: Number(min), ...(max === undefined ? {} : { max }) };
    const tooFew = counts.count < counts.min;
    return form === undefined
      ? [{ code: "list.length", message: tooFew ? "tooFewOfAKind" : "tooManyOfAKind", params: counts }]
      : [{ code: "list.length", message: tooFew ? "tooFewOfForm" : "tooManyOfForm", params: { ...counts, form } }];
  },
  uniqueItems: ({ value, meter }) => {
    const first = new Map<string, number>();
    const list = isArray(value) ? value : [];
    spend(meter, 4 * list.length);
    const containers = list.filter(isContainer).length;
    return list.flatMap((item, index): readonly KeywordFinding[] => {
      if (isContainer(item) && containers < 2) return [];
      const key = meteredCanonicalJson(item, meter);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, index);
      else spend(meter, stepsPerCopy);
      return earlier === undefined
        ? []
        : [
            {
              code: "list.duplicate",
              message: isContainer(item) ? "copy" : "default",
              params: describeValue(item),
              below: [String(index)],
              relatedBelow: [String(earlier)],
              groupKey: key.slice(0, 256),
            },
          ];
    });
  },

  maxProperties: ({ params, value, meter }) => [
    // The size gate has counted the properties already.
    {
      code: "object.size",
      message: "tooMany",
      params: { size: params.size ?? sizeOf(value, meter), max: limit(params) },
    },
  ],
  minProperties: ({ params, value, meter }) => [
    { code: "object.size", message: "tooFew", params: { size: sizeOf(value, meter), min: limit(params) } },
  ],

  // Keywords inside it report the errors.
  if: () => [],
};

const stepsPerCopy = 24;

// The value is as unknown as that of a missing property.
function withoutValue(
  found: JsonObject,
  schema: JsonObject,
  required: Json | undefined,
): Pick<Extract<AnyFinding, { code: "field.type" }>, "message" | "params"> {
  const allowed = member(schema, "enum");
  if (Array.isArray(allowed)) return { message: "noValueOf", params: { ...found, allowed } };
  return Array.isArray(required) && required.length > 0
    ? { message: "noValueWith", params: { ...found, required } }
    : { message: "noValue", params: found };
}

// A name whose schema is `false` is listed only to be refused.
function acceptedNames(schema: JsonObject, keyword: "properties" | "patternProperties"): readonly string[] {
  return Object.entries(membersOf(schema, keyword)).flatMap(([name, inner]) => (inner === false ? [] : [name]));
}

// An object with more unknown properties than this is not misspelled, but different.
const maxUnknown = 16;

const describeElsewhere = ["allOf", "anyOf", "if", "then", "else", "patternProperties", "dependentSchemas"];

// A property that no schema here describes, and that is the missing one under another name.
function renamedTo(
  missing: string,
  object: JsonObject,
  { schema: around, branches }: { readonly schema: JsonObject; readonly branches: readonly JsonObject[] },
  meter: Meter,
): string | undefined {
  const schemas = [around, ...branches];
  // Keywords that describe properties elsewhere are not followed, except for the references of branches.
  if (Object.hasOwn(around, "$ref")) return undefined;
  if (schemas.some((schema) => describeElsewhere.some((keyword) => Object.hasOwn(schema, keyword)))) return undefined;
  const names = Object.keys(object);
  spend(meter, memberSteps(names.length) + schemas.length);
  const described = new Set(schemas.flatMap((schema) => Object.keys(membersOf(schema, "properties"))));
  spend(meter, described.size);
  const unknown = names.filter((name) => !described.has(name));
  if (unknown.length > maxUnknown) return undefined;
  const present = names.filter((name) => described.has(name));
  const [renamed] = matchNames({ unknown, absent: [missing], present }, meter).keys();
  return renamed;
}

function limit(params: SchemaError["params"]): number {
  return Number(params.limit ?? params.len ?? 0);
}

function sizeOf(value: Json, meter: Meter): number {
  if (typeof value === "string") {
    spend(meter, countingSteps(value));
    return charactersIn(value);
  }
  if (isArray(value)) return value.length;
  if (!isObject(value)) return 0;
  const { length } = Object.keys(value);
  spend(meter, memberSteps(length));
  return length;
}
