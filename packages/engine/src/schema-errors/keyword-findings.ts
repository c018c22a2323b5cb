import type { Json, MessageName } from "@assay/contract";
import { createValueFinding } from "../findings/create-value-finding.ts";
import { describeValue } from "../findings/describe-value.ts";
import { toCanonicalJsonMetered } from "../json/canonical-json.ts";
import { isArray, isContainer, isObject, readMember, toJsonType } from "../json/json.ts";
import { classifyNumberText, isPlaceholder } from "../json/parse-scalar-text.ts";
import { spend } from "../meter.ts";
import { findFormatDefect } from "../schema/find-format-defect.ts";
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

  type: ({ bound, value, path, part, schema, describe }) => {
    const types = [bound].flat().map(String);
    const expected = types.length === 1 ? (types[0] as string) : types;
    const found = toJsonType(value);
    const isContainerExpected = types.some((type) => type === "array" || type === "object");
    const allowed = readMember(schema, "enum");
    const form = isContainerExpected ? describe() : undefined;
    const common = { found, expected, ...(Array.isArray(allowed) ? { allowed } : { form }) };
    if (isArray(value) && value.length > 1 && path.length === 0 && value.every(isObject))
      return [{ code: "field.type", message: "several", params: { found, expected, count: value.length } }];
    const groupKey = isPlaceholder(value) ? "nothing" : found;
    if (typeof value !== "string" || isContainerExpected) {
      const mustAsk =
        value === null ||
        isPlaceholder(value) ||
        (types.includes("object") && part.required.length > 0 && typeof value === "string");
      const isScalar = value !== null && !isContainer(value);
      return [
        {
          code: "field.type",
          message: isScalar ? "default" : form === undefined ? "other" : "found",
          params: isScalar ? { ...common, actual: value } : common,
          groupKey,
          needs: mustAsk ? "ask" : undefined,
        },
      ];
    }
    const withActual = { ...common, actual: value };
    if (!types.some((type) => type === "number" || type === "integer"))
      return [{ code: "field.type", message: "default", params: withActual, groupKey, needs: "ask" }];
    const kind = classifyNumberText(value);
    if (kind === "measured") {
      const description = readMember(schema, "description");
      const property = `${quote(path.at(-1) ?? "")}${typeof description === "string" ? ` (${quote(description)})` : ""}`;
      return [{ code: "field.type", message: "number", params: { ...withActual, property }, groupKey: kind }];
    }
    const needs = kind === "open" || groupKey === "nothing" ? "ask" : undefined;
    return [{ code: "field.type", message: "default", params: withActual, groupKey: kind ?? groupKey, needs }];
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
        groupKey: isPlaceholder(value) ? "nothing" : toJsonType(value),
      },
    ];
  },
  not: ({ value }) => [{ code: "field.value", message: "excluded", params: describeValue(value) }],
  pattern: ({ bound, value, schema }) => {
    const text = readMember(schema, "message");
    const common = { pattern: String(bound), text: typeof text === "string" ? text : undefined };
    if (value === "")
      return [{ code: "field.pattern", message: "empty", params: common, groupKey: "empty", needs: "ask" }];
    return [
      {
        code: "field.pattern",
        message: "default",
        params: { ...describeValue(value), ...common },
        ...askIfPlaceholder(value),
      },
    ];
  },
  format: ({ bound, value }) => {
    const format = String(bound);
    const { defect, isAmbiguous } = findFormatDefect(format, String(value));
    return [
      {
        code: "field.format",
        message: "default",
        params: { ...describeValue(value), defect },
        groupKey: isPlaceholder(value) ? "nothing" : defect,
        needs: isAmbiguous || isPlaceholder(value) ? "ask" : undefined,
      },
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
          needs: "ask",
        }
      : {
          code: "field.length",
          message: "tooShort",
          params: { ...describeValue(value), length: measureSize(value), min: Number(bound) },
          ...askIfPlaceholder(value),
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

  maxItems: ({ bound, value }) => [
    { code: "list.length", message: "tooLong", params: { length: measureSize(value), max: Number(bound) } },
  ],
  minItems: ({ bound, value }) => [
    // Only the author knows which items to add.
    {
      code: "list.length",
      message: "tooShort",
      params: { length: measureSize(value), min: Number(bound) },
      needs: "ask",
    },
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
              message: "default",
              params: describeValue(item),
              first: [...path, String(first)],
              subpath: [String(index)],
              groupKey: key.slice(0, 256),
              // The author might have repeated an array or object on purpose.
              needs: isContainer(item) ? "ask" : undefined,
            },
          ];
    });
  },
};

const stepsPerCopy = 24;

function createOutOfRange(message: MessageName<"field.range">, param: "min" | "max"): CreateFindings {
  return ({ bound, value }) => [
    { code: "field.range", message, params: { ...describeValue(value), [param]: Number(bound) } },
  ];
}

function askIfPlaceholder(value: Json): { readonly needs?: "ask"; readonly groupKey?: string } {
  return isPlaceholder(value) ? { needs: "ask", groupKey: "nothing" } : {};
}
