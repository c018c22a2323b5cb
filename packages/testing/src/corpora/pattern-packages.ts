import { type Json, type JsonObject, limits } from "@assay/contract";
import { makeMembers, times } from "./build-values.ts";
import { base, schema, spec, text } from "./hostile-spec.ts";

/** Creates a spec package with the maximum number of patterns in each rule, all of them different. */
export function createMatchPackage(rules: number, pattern: (id: string) => string): JsonObject {
  const writeMatch = (rule: number, index: number) => `self.matches(r'${pattern(`${rule}x${index}`)}')`;
  return spec({
    rules: times(rules, (rule) => ({
      id: `rule-${rule}`,
      check: "cel",
      at: "/generatorName",
      assert: `true || ${times(limits.cel.patterns, (index) => writeMatch(rule, index)).join(" || ")}`,
      message: "Every value is allowed.",
    })),
  });
}

// Patterns that product teams write: for codes, versions, names and addresses.
const ordinaryPatterns: readonly ((id: string) => string)[] = [
  (id) => `^${id}-[a-z0-9]{2,24}$`,
  (id) => `^[a-z][a-z0-9]*(-[a-z0-9]+)*${id}$`,
  (id) => `^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)-${id}$`,
  (id) => `^${id}[A-Z]{3}-[0-9]{4,8}$`,
  (id) => `^https://[a-z0-9.-]+/${id}/[A-Za-z0-9/_-]*$`,
  (id) => `^\\p{Lu}[\\p{L}\\p{N} -]*${id}$`,
  (id) => `^(draft|review|live|retired)-${id}$`,
];

/** Creates a large but ordinary spec package, with patterns in its schema and rules, and simple comparisons. */
export function ordinaryPackage({
  rules,
  patterns,
}: {
  readonly rules: number;
  readonly patterns: number;
}): JsonObject {
  const pattern = (index: number) =>
    (ordinaryPatterns[index % ordinaryPatterns.length] as (id: string) => string)(`p${index}`);
  const rulePatternCount = patterns - Math.min(patterns, limits.schema.patterns - 4);
  const properties = {
    ...(schema.properties as JsonObject),
    ...makeMembers(patterns - rulePatternCount, (i) => [
      `more${i}`,
      text({ pattern: pattern(i), description: `What more${i} is.` }),
    ]),
    ...makeMembers(30, (i) => [`plain${i}`, { type: "integer", minimum: 0, maximum: 1_000 }]),
  };
  const writeAssert = (i: number) =>
    i < rulePatternCount
      ? `!has(candidate.more0) || size(self) > 200 || !self.matches(r'${pattern(i + patterns)}')`
      : `!has(candidate.plain${i % 30}) || candidate.plain${i % 30} >= 0 && size(candidate.outputFields) < 100`;
  const celRules = times(rules, (i): Json => {
    const [assert, message] = [writeAssert(i), "Choose another name, or leave the property out."];
    return { id: `rule-${i}`, check: "cel", at: "/generatorName", assert, message };
  });
  const tests = (base.tests as readonly JsonObject[]).filter(({ expect }) =>
    (expect as readonly JsonObject[]).every(({ code }) => !ruleCodes.has(code as string)),
  );
  return spec({ candidateSchema: { ...schema, properties }, rules: celRules, tests: tests as never });
}

const ruleCodes = new Set(["rule.violated", "output-field.duplicate", "sample.value-type", "field.value"]);
