import type { JsonSchema } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { acceptedTypes } from "../schema/accepted-types.ts";
import { annotationKeywords, keywordsOf, type Subschema } from "../schema/subschemas.ts";
import { joinList } from "../text/phrases.ts";

/** The CEL rule that says what a union says whose branches only require properties. */
export function presenceRule(
  root: JsonSchema,
  branches: readonly JsonSchema[],
  keyword: "anyOf" | "oneOf",
  { schema, path }: Subschema,
): readonly [message: string, advice: string] | undefined {
  const groups = branches.map(namesRequired);
  const names = groups.flatMap((group) => group ?? []);
  if (groups.includes(undefined) || new Set(names).size < names.length) return undefined;
  const message = `${keyword} says which properties an object must have.`;
  const tested = keywordsOf(path).find((name) => isTest.test(name));
  if (tested) return [message, `Replace "${tested}" and what belongs to it with a rule with "check": "cel" and has().`];
  // Whatever has to be quoted in CEL, or is long, is better written by its author.
  const isLeft = names.length > maxNames || !names.every((name) => isPlain.test(name));
  const present = groups.map((group = []) => group.map((name) => `has(self.${name})`).join(" && "));
  const assert = keyword === "anyOf" ? joined(present, " || ") : exactlyOne(present);
  // Of another type, a value has no properties, and the rule would refuse it.
  const at = acceptedTypes(root, schema).isSubsetOf(onlyObjects) ? placeOf(path) : undefined;
  if (isLeft || at === undefined) {
    const how = `that uses ${isLeft ? "has()" : assert}, for the same objects and under the same condition, if any`;
    return [message, `Remove ${keyword}, and add a rule with "check": "cel" ${how}.`];
  }
  const rule = {
    id: "required-properties",
    check: "cel",
    at,
    assert,
    message: `Give ${keyword === "anyOf" ? "" : "exactly one of "}${joinList(
      groups.map((group = []) => group.join(" and ")),
      "or",
    )}.`,
  };
  return [message, `Remove ${keyword}, and add a rule: ${JSON.stringify(rule)}`];
}

/** Keywords that ask whether a value matches a schema. */
export const isTest: RegExp = /^(?:not|if|contains)$/;

const onlyObjects: ReadonlySet<string> = new Set(["object"]);
const maxNames = 8;
const isPlain = /^[A-Za-z_]\w{0,39}$/;
const annotated = new Set([...annotationKeywords, "type"]);

function namesRequired(branch: JsonSchema): readonly string[] | undefined {
  if (!isObject(branch)) return undefined;
  const keywords = Object.keys(branch).filter((keyword) => !annotated.has(keyword));
  const required = member(branch, "required");
  if (keywords.length !== 1 || !Array.isArray(required) || required.length === 0) return undefined;
  return (member(branch, "type") ?? "object") === "object" ? (required as readonly string[]) : undefined;
}

function joined(conditions: readonly string[], operator: string): string {
  return conditions.map((condition) => (condition.includes("&&") ? `(${condition})` : condition)).join(operator);
}

function exactlyOne(conditions: readonly string[]): string {
  if (conditions.length === 2) return joined(conditions, " != ");
  return `[${conditions.join(", ")}].exists_one(given, given)`;
}

// The pointer pattern of the values that a schema describes, unless it applies under a condition, or in several places.
function placeOf(path: readonly string[]): string | undefined {
  const tokens: string[] = [];
  for (let index = 0; index < path.length; index += 1) {
    const keyword = path[index];
    if (keyword === "items") tokens.push("*");
    else if (keyword === "properties") tokens.push(path[++index] ?? "");
    else if (keyword === "allOf") index += 1;
    else return undefined;
  }
  return pointerOf(tokens);
}
