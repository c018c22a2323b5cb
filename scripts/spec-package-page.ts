import { readFileSync } from "node:fs";
import {
  formats,
  type JsonObject,
  limits,
  optionalRuleMembers,
  type Rule,
  ruleMembersByCheck,
  schemaProfile,
  specPackageSchema,
} from "@assay/contract";
import { type CheckDocs, checkDocs } from "./check-docs.ts";
import { compactJson } from "./pages/compact-json.ts";

const template = new URL("spec-package-page.md", import.meta.url);

/** Builds the reference of spec packages from the descriptions in their schema and in the checks. */
export function specPackagePage(): string {
  const parts: { readonly [name: string]: string } = {
    members: memberList(specPackage),
    ruleMembers: memberList(pickProperties(rule, (name) => !checkSpecificMembers.has(name))),
    checks: Object.entries(checkDocs)
      .map(([name, check]) => checkSection(name as Rule["check"], check))
      .join("\n\n"),
    standardKeywords: [...standardKeywords].map(formatCode).join(", "),
    keywords: namedList(
      Object.entries(schemaProfile.properties)
        .filter(([name]) => !standardKeywords.has(name))
        .map(([name, { description }]) => [
          name,
          /(It has|They have) no effect/.test(description) ? "No effect." : description,
        ]),
    ),
    formats: formats.map(formatCode).join(", "),
    limits: limitLines().join("\n"),
    steps: limits.steps.toLocaleString("en"),
  };
  return readFileSync(template, "utf8").replace(/\{\{(\w+)\}\}/g, (marker, name) => parts[name] ?? marker);
}

/** Keywords that have exactly the meaning that JSON Schema gives them. */
const standardKeywords: ReadonlySet<string> = new Set([
  ...["$defs", "type", "enum", "const", "allOf", "not", "if", "then", "else"],
  ...["properties", "patternProperties", "propertyNames", "required", "dependentRequired", "dependentSchemas"],
  ...["minProperties", "maxProperties", "items", "prefixItems", "contains", "minContains", "maxContains", "minItems"],
  ...["minLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | false;
}

const { rules, version, next } = specPackageSchema.properties;
const rule = rules.items as unknown as Schema;
// The members of a rule are described in a separate section.
const specPackage = {
  ...specPackageSchema,
  properties: { ...specPackageSchema.properties, rules: { ...rules, items: { type: "object" } } },
} as unknown as Schema;
/** Names to print instead of patterns that are hard to read. */
const patternNames: ReadonlyMap<string | undefined, string> = new Map([
  [specPackageSchema.properties.domainId.pattern, "name"],
  [version.pattern, "version number"],
  [next.properties.effectiveFrom.pattern, "RFC 3339 time in UTC"],
  [rules.items.properties.at.pattern, "JSON Pointer"],
]);
/** The start of a member's description that names the member's check. In the section on that check, it is redundant. */
const checkPrefix = /^For `[a-z-]+`: (.)/;
const checkSpecificMembers: ReadonlySet<string> = new Set(Object.values(ruleMembersByCheck).flat());

function checkSection(name: Rule["check"], { description, example }: CheckDocs): string {
  const checkMembers: readonly string[] = ruleMembersByCheck[name];
  const members = pickProperties(
    { ...rule, required: checkMembers.filter((member) => !optionalRuleMembers.has(member)) },
    (member) => checkMembers.includes(member),
  );
  return `### ${name}

${description}

${memberList(members)}

\`\`\`json
${compactJson(example.rule as unknown as JsonObject)}
\`\`\`

Reported as [${example.code}](codes.md#${example.code.replaceAll(".", "")}) at ${formatCode(example.path)}: ${formatCode(JSON.stringify(example.refused))}`;
}

function pickProperties(schema: Schema, keep: (name: string) => boolean): Schema {
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => keep(name))),
  };
}

// Leaves out the members of a JSON Patch, which are described elsewhere.
function memberList(schema: Schema): string {
  return listMembers(schema)
    .filter(({ path }) => !path.startsWith("tests[].patch[]."))
    .map(({ path, member, isRequired }) => {
      const value = [
        valueText(member),
        ...(member.default === undefined ? [] : [`default ${formatCode(JSON.stringify(member.default))}`]),
        ...(isRequired || member.default !== undefined ? [] : ["optional"]),
      ].join(", ");
      const meaning = member.description?.replace(checkPrefix, (_, first) => first.toUpperCase());
      return [`- ${formatCode(path)} (${value}):`, meaning, member.propertyNames?.description]
        .filter((text) => text !== undefined)
        .join(" ");
    })
    .join("\n");
}

interface Member {
  readonly path: string;
  readonly member: Schema;
  readonly isRequired: boolean;
}

function listMembers(schema: Schema, prefix = ""): readonly Member[] {
  const items = Object.values(schema.properties ?? {}).map((member) => member.items);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member], index) => {
    const path = `${prefix}${name}`;
    // Describes items of the same form only once.
    const isFirst = items.indexOf(member.items) === index;
    const inner = [
      ...listMembers(member, `${path}.`),
      ...(member.items && isFirst ? listMembers(member.items, `${path}[].`) : []),
      ...(member.additionalProperties ? listMembers(member.additionalProperties, `${path}.<name>.`) : []),
    ];
    return [{ path, member, isRequired: schema.required?.includes(name) ?? false }, ...inner];
  });
}

function valueText(schema: Schema): string {
  if (schema.const !== undefined) return formatCode(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => formatCode(JSON.stringify(value))).join(", ");
  if (schema.$ref) return "[schema](#schema-keywords)";
  if (Array.isArray(schema.type) && schema.type.includes("array")) {
    const { items: _, minItems, maxItems, ...plain } = schema;
    const several = [
      `array, ${formatBounds(minItems, maxItems, "item")}`,
      ...(schema.items ? [`each: ${valueText(schema.items)}`] : []),
    ];
    return `${valueText({ ...plain, type: schema.type.filter((type) => type !== "array") })}; or ${several.join(", ")}`;
  }
  if (schema.minLength === 1 && schema.maxLength === specPackageSchema.properties.title.maxLength) return "text";
  const items = schema.items && valueText(schema.items);
  const patternName = patternNames.get(schema.pattern);
  return [
    patternName ?? (schema.type === undefined ? "any JSON value" : [schema.type].flat().join(" or ")),
    ...formatBounds(schema.minLength, schema.maxLength, "character"),
    ...formatBounds(schema.minItems, schema.maxItems, "item"),
    ...formatBounds(schema.minProperties, schema.maxProperties, "member"),
    ...(schema.pattern === undefined || patternName ? [] : [`matches ${formatCode(schema.pattern)}`]),
    ...(items === undefined ? [] : [`each: ${items}`]),
  ].join(", ");
}

function formatBounds(min: number | undefined, max: number | undefined, unit: string): readonly string[] {
  if (max === undefined)
    return min === undefined ? [] : [`at least ${formatNumber(min)} ${unit}${min === 1 ? "" : "s"}`];
  return [
    min === undefined
      ? `at most ${formatNumber(max)} ${unit}s`
      : `${formatNumber(min)} to ${formatNumber(max)} ${unit}s`,
  ];
}

function namedList(entries: Iterable<readonly [name: string, text: string]>): string {
  const byText = Map.groupBy(entries, ([, text]) => text);
  return [...byText]
    .map(([text, group]) => `- ${group.map(([name]) => formatCode(name)).join(", ")}: ${text}`)
    .join("\n");
}

/** The unit of every limit. The compiler reports a limit without a unit. */
const units = {
  specPackage: {
    bytes: "bytes",
    depth: "levels of nested arrays and objects",
    fieldTypes: "field types",
    rules: "rules",
    normalizations: "entries of `normalize`",
    tests: "tests",
    parts:
      "parts to compile: 13 for each keyword of a schema, 12 for each node of an expression, 200 and its parts for a pattern",
  },
  schema: {
    bytes: "bytes",
    subschemas: "subschemas",
    expandedSubschemas: "after every `$ref` is expanded",
    depth: "levels of nested schemas",
    patterns: "patterns",
    patternProperties: "`patternProperties`",
    enumValues: "values of an `enum`, and of `values` in a rule",
    aliases: "`aliases`",
    patternProgram: "instructions of a compiled pattern",
    patternUnfolded: "parts of a pattern when its repetitions are written out",
    patternInput: "characters of a string with a `pattern` or `format`",
    generatorIdLength: "of a `generatorId`",
  },
  cel: {
    characters: "characters",
    nodes: "nodes (`a && b` has three)",
    patterns: "calls to `matches`",
    loops: "loops (`all`, `exists`, `exists_one`, `map`, `filter`)",
    nestedLoops: "levels of nested loops",
    brackets: "of nested brackets",
    messageValues: "values that the `message` may name",
  },
} as const satisfies {
  readonly [Part in "specPackage" | "schema" | "cel"]: { readonly [Name in keyof (typeof limits)[Part]]: string };
};

const partNames = { specPackage: "The document", schema: "A schema", cel: "A CEL expression" } as const;

function limitLines(): readonly string[] {
  return (["specPackage", "schema", "cel"] as const).map((part) => {
    const values: { readonly [name: string]: number } = limits[part];
    const all = Object.entries<string>(units[part]).map(([name, unit]) => `${formatNumber(values[name] ?? 0)} ${unit}`);
    return `- ${partNames[part]}: ${all.join("; ")}`;
  });
}

function formatNumber(count: number): string {
  return count.toLocaleString("en");
}

function formatCode(text: string): string {
  return `\`${text}\``;
}
