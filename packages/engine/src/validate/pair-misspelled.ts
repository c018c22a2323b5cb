import type { Json, JsonSchema } from "@assay/contract";
import { schemasAt } from "../compile/schema-places.ts";
import { kindsOf } from "../compile/schema-types.ts";
import { isObject, jsonType } from "../json/json.ts";
import { pointerOf, valueAt } from "../json/pointer.ts";
import { closest } from "../text/closest.ts";
import type { AnyFinding } from "./finding.ts";

// Nobody means a member by these; a patch may not move them either.
const neverMeant = new Set(["__proto__", "constructor", "prototype"]);

/** Joins an unknown member and the known one that was meant by it into one finding. */
export function pairMisspelled(
  findings: readonly AnyFinding[],
  { candidate, schema }: { readonly candidate: Json; readonly schema: JsonSchema },
): readonly AnyFinding[] {
  const unknownIn = groupByParent(findings, "field.unknown");
  if (unknownIn.size === 0) return findings;
  const missingIn = groupByParent(findings, "field.missing");
  const joined = new Set<AnyFinding>();
  const misspelled: AnyFinding[] = [];

  for (const [parent, unknown] of unknownIn) {
    const object = valueAt(candidate, unknown[0]?.tokens.slice(0, -1) ?? []);
    if (!isObject(object)) continue;
    const missing = new Map((missingIn.get(parent) ?? []).map((finding) => [nameOf(finding), finding]));
    const known = unknown.flatMap(({ params }) => (params.known ?? []) as readonly string[]);
    const optional = new Set(known.filter((name) => !Object.hasOwn(object, name) && !missing.has(name)));
    const open = new Map(
      unknown.map((finding) => [nameOf(finding), finding] as const).filter(([name]) => !neverMeant.has(name)),
    );
    const join = (name: string, finding: AnyFinding, expected: string): void => {
      const required = missing.get(expected);
      open.delete(name);
      missing.delete(expected);
      optional.delete(expected);
      joined.add(finding);
      if (required) joined.add(required);
      misspelled.push({
        code: "field.misspelled",
        message: required ? "default" : "optional",
        severity: "error",
        tokens: finding.tokens,
        params: { name, expected },
        rule: (required ?? finding).rule,
        sameness: expected,
      });
    };

    for (const absent of [missing, optional]) {
      for (const [name, finding] of open) {
        const expected = closest(name, [...absent.keys()]);
        if (expected !== undefined) join(name, finding, expected);
      }
    }
    const [[name, finding] = [], ...moreUnknown] = open;
    const [[expected, required] = [], ...moreMissing] = missing;
    if (name === undefined || !finding || expected === undefined || !required) continue;
    const alone = moreUnknown.length === 0 && moreMissing.length === 0;
    if (alone && fits(object[name] as Json, required.tokens, candidate, schema)) join(name, finding, expected);
  }
  return [...findings.filter((finding) => !joined.has(finding)), ...misspelled];
}

// Whether a value is of a kind that the schema accepts at a place.
function fits(value: Json, tokens: readonly string[], candidate: Json, root: JsonSchema): boolean {
  const place = tokens.map((token, index) => (Array.isArray(valueAt(candidate, tokens.slice(0, index))) ? "*" : token));
  return schemasAt(root, place).some(({ schema }) => kindsOf(root, schema).has(jsonType(value)));
}

function groupByParent(findings: readonly AnyFinding[], code: string): Map<string, AnyFinding[]> {
  return Map.groupBy(
    findings.filter((finding) => finding.code === code),
    (finding) => pointerOf(finding.tokens.slice(0, -1)),
  );
}

function nameOf(finding: AnyFinding): string {
  return finding.tokens.at(-1) ?? "";
}
