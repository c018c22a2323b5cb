import { isIndex, type Json, type MessageName } from "@assay/contract";
import { createValueFinding } from "../findings/create-value-finding.ts";
import { describeValue } from "../findings/describe-value.ts";
import { toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { isArray, isContainer, isObject, readMember, toJsonType } from "../json/json.ts";
import { findReadings } from "../json/parse-scalar-text.ts";
import { type Meter, spend } from "../meter.ts";
import { describeFormatDefect } from "../schema/describe-format-defect.ts";
import { joinList } from "../text/phrases.ts";
import { quote } from "../text/sanitize-text.ts";
import { type CreateFindings, type KeywordFinding, measureSize, objectFindings } from "./object-findings.ts";

/** For each keyword in the schema profile, a function that creates the findings on a violation. */
export const keywordFindings: { readonly [keyword: string]: CreateFindings } = {
  ...objectFindings,
  false: ({ isForbidden, value, path }) => [
    isForbidden()
      ? { code: "field.unknown", message: "none", params: { name: path.at(-1) ?? "" } }
      : { code: "field.value", message: "excluded", params: describeValue(value) },
  ],

  type: ({ bound, value, path, schema, describe }) => {
    const types = [bound].flat().map(String);
    const expected = types.length === 1 ? (types[0] as string) : types;
    const found = toJsonType(value);
    const isContainerExpected = types.some((type) => type === "array" || type === "object");
    const allowed = readMember(schema, "enum");
    const form = isContainerExpected ? describe() : undefined;
    const common = { found, expected, ...(Array.isArray(allowed) ? { allowed } : { form }) };
    if (isArray(value) && value.length > 1 && path.length === 0 && value.every(isObject))
      return [{ code: "field.type", message: "several", params: { found, expected, count: value.length } }];
    if (typeof value !== "string" || isContainerExpected) {
      const isScalar = value !== null && !isContainer(value);
      const message = isScalar ? "default" : form === undefined ? "other" : "found";
      const params = isScalar ? { ...common, actual: value } : common;
      return [{ code: "field.type", message, params, groupKey: found }];
    }
    const withActual = { ...common, actual: value };
    const name = path.at(-1) ?? "";
    // An index says nothing about what a number means.
    if (!types.some((type) => type === "number" || type === "integer") || isIndex(name))
      return [{ code: "field.type", message: "default", params: withActual, groupKey: found }];
    const description = readMember(schema, "description");
    const property = `${quote(name)}${typeof description === "string" ? ` (${quote(description)})` : ""}`;
    const readings = findReadings(value);
    const params = {
      ...withActual,
      form: Array.isArray(allowed) ? undefined : describe(),
      property,
      readings: readings && joinList(readings, "or"),
    };
    return [{ code: "field.type", message: readings ? "readings" : "number", params, groupKey: found }];
  },
  enum: ({ bound, value, meter, aliases }) => [createValueFinding(value, bound as readonly Json[], meter, aliases)],
  const: ({ bound, value, meter, aliases }) => [createValueFinding(value, [bound], meter, aliases)],
  anyOf: ({ value, part, describe }) => {
    const [branches = []] = part.alternatives;
    const forms = branches.map((branch) => describe(branch, 0));
    return [
      {
        code: "field.value",
        message: "noForm",
        params: { ...describeValue(value), forms: forms.every((form) => form !== undefined) ? forms : undefined },
        groupKey: toJsonType(value),
      },
    ];
  },
  not: ({ value }) => [{ code: "field.value", message: "excluded", params: describeValue(value) }],
  pattern: ({ bound, value, path, schema }) => {
    const text = readMember(schema, "message");
    const common = { pattern: String(bound), text: typeof text === "string" ? text : undefined };
    if (value === "") return [{ code: "field.pattern", message: "empty", params: common, groupKey: "empty" }];
    const message = path.length === 1 && path[0] === "generatorId" ? "idForm" : "default";
    return [{ code: "field.pattern", message, params: { ...describeValue(value), ...common } }];
  },
  format: ({ bound, value }) => {
    const defect = describeFormatDefect(String(bound));
    return [
      { code: "field.format", message: "default", params: { ...describeValue(value), defect }, groupKey: defect },
    ];
  },
  maxLength: ({ bound, value }) => [
    {
      code: "field.length",
      message: "tooLong",
      params: { ...describeValue(value), length: measureSize(value), max: Number(bound) },
    },
  ],
  minLength: ({ bound, value }) => [
    value === ""
      ? {
          code: "field.length",
          message: "empty",
          params: { length: 0, min: Number(bound) },
          groupKey: "empty",
        }
      : {
          code: "field.length",
          message: "tooShort",
          params: { ...describeValue(value), length: measureSize(value), min: Number(bound) },
        },
  ],

  minimum: createOutOfRange("tooSmall", "min"),
  maximum: createOutOfRange("tooLarge", "max"),
  exclusiveMinimum: createOutOfRange("notAbove", "min"),
  exclusiveMaximum: createOutOfRange("notBelow", "max"),
  multipleOf: ({ bound, value }) => [
    {
      code: "field.range",
      message: "notMultiple",
      params: { ...describeValue(value), step: Number(bound) },
    },
  ],

  maxItems: ({ bound, value, schema, meter }) => {
    const params = { length: measureSize(value), max: Number(bound) };
    const distinct = isArray(value) && schema.uniqueItems === true ? countDistinct(value, meter) : params.length;
    return distinct > params.max
      ? [{ code: "list.length", message: "tooLong", params }]
      : [{ code: "list.length", message: "repeated", params: { ...params, distinct } }];
  },
  minItems: ({ bound, value }) => [
    { code: "list.length", message: "tooShort", params: { length: measureSize(value), min: Number(bound) } },
  ],
  items: ({ value, part }) => [
    { code: "list.length", message: "tooLong", params: { length: measureSize(value), max: part.firstItems.length } },
  ],
  contains: ({ details: { count = 0 }, part, schema: { minContains, maxContains: max }, describe }) => {
    const form = part.contained && describe(part.contained);
    const min = Number(minContains ?? 1);
    return [
      {
        code: "list.length",
        message: count < min ? "tooFewOfAKind" : "tooManyOfAKind",
        params: { count, min, max, form },
      },
    ];
  },
  uniqueItems: ({ value, path, meter }) => {
    const firstIndexes = new Map<string, number>();
    const list = isArray(value) ? value : [];
    spend(meter, 4 * list.length);
    const containers = list.filter(isContainer).length;
    return list.flatMap((item, index): readonly KeywordFinding[] => {
      if (isContainer(item) && containers < 2) return [];
      const key = toCanonicalJsonMetered(item, meter);
      const first = firstIndexes.get(key);
      if (first === undefined) firstIndexes.set(key, index);
      else spend(meter, stepsPerCopy);
      return first === undefined
        ? []
        : [
            {
              code: "list.duplicate",
              // The author might have repeated an array or object on purpose.
              message: isContainer(item) ? "copy" : "default",
              params: describeValue(item),
              mentions: { first: [...path, String(first)] },
              subpath: [String(index)],
              groupKey: key.slice(0, 256),
            },
          ];
    });
  },
};

const stepsPerCopy = 24;

function countDistinct(list: readonly Json[], meter: Meter): number {
  spend(meter, list.length);
  return new Set(list).size;
}

function createOutOfRange(message: MessageName<"field.range">, param: "min" | "max"): CreateFindings {
  return ({ bound, value }) => [
    { code: "field.range", message, params: { ...describeValue(value), [param]: Number(bound) } },
  ];
}
