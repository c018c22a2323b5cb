import { type Json, type JsonSchema, limits } from "@assay/contract";
import { canonicalJson } from "../json/canonical-json.ts";
import { isObject, isOfType, member } from "../json/json.ts";
import { pointerOf } from "../json/pointer.ts";
import { createMeter, withinBudget } from "../meter.ts";
import { branchesOf } from "../schema/accepted-types.ts";
import type { Idn } from "../schema/formats.ts";
import { compilePattern } from "../schema/pattern.ts";
import { runToEnd } from "../schema/run-to-end.ts";
import { createSchemaEvaluator } from "../schema/schema-evaluator.ts";
import { mapSubschemas, membersOf, refTarget, resolveRef, type Subschema, subschemasOf } from "../schema/subschemas.ts";
import { isReachable, listedValues } from "./schema-places.ts";

/** The places of a schema that candidates reached so far. */
export interface ReachedPlaces {
  add(candidate: Json): void;
  has(pointer: string): boolean;
}

/**
 * Collects the places that candidates reach. Whether a value matches is for the evaluator of verdicts to say, so that nothing
 * is called reached that a verdict would refuse.
 */
export function createReachedPlaces(root: JsonSchema, idn: Idn | undefined): ReachedPlaces {
  const evaluator = createSchemaEvaluator({ assertFormats: true, idn });
  const reached = new Set<string>();
  const tests = new Map<string, (value: Json) => boolean>();

  const matches = ({ schema, path }: Subschema, value: Json): boolean => {
    const pointer = pointerOf(path);
    let test = tests.get(pointer);
    if (!test) {
      const run = runToEnd(evaluator.compileFirst(withoutReferences(root, schema)));
      test = (tested) =>
        withinBudget(
          () => run(tested, createMeter(limits.steps)),
          () => false,
        );
      tests.set(pointer, test);
    }
    return test(value);
  };

  // What is inside a value that matches matches too, except where a schema gives a choice.
  const visit = (place: Subschema, value: Json, isKnown: boolean): void => {
    const isMatch = isKnown || matches(place, value);
    const { schema, path } = place;
    if (isMatch) {
      reached.add(pointerOf(path));
      for (const listed of listedValues(schema)) {
        if (isListed(listed.path[0], listed.value, value)) reached.add(pointerOf([...path, ...listed.path]));
      }
    }
    if (!isObject(schema)) return;
    const target = refTarget(root, schema);
    if (target) visit(target, value, isMatch);
    for (const child of subschemasOf(schema)) {
      if (!isReachable(child.path) || !isChosen(place, child, value)) continue;
      const inner = { schema: child.schema, path: [...path, ...child.path] };
      const isChoice = choices.has(child.path[0] ?? "");
      for (const part of partsFor(schema, child.path, value)) visit(inner, part, isMatch && !isChoice);
    }
  };

  const isChosen = ({ schema, path }: Subschema, child: Subschema, value: Json): boolean => {
    const [keyword] = child.path;
    if ((keyword !== "then" && keyword !== "else") || !isObject(schema)) return true;
    const condition = member(schema, "if");
    if (condition === undefined) return false;
    const holds = matches({ schema: condition as JsonSchema, path: [...path, "if"] }, value);
    return holds === (keyword === "then");
  };

  return {
    add: (candidate) => visit({ schema: root, path: [] }, candidate, false),
    has: (pointer) => reached.has(pointer),
  };
}

const choices: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);

// The values, at or inside a value, that a schema directly inside another one applies to.
function partsFor(schema: JsonSchema, [keyword, name = ""]: readonly string[], value: Json): readonly Json[] {
  if (!isObject(schema)) return [];
  switch (keyword) {
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "then":
    case "else":
      return [value];
    case "dependentSchemas":
      return isObject(value) && Object.hasOwn(value, name) ? [value] : [];
    case "properties":
      return isObject(value) && Object.hasOwn(value, name) ? [member(value, name) as Json] : [];
    case "patternProperties": {
      const pattern = compilePattern(name, () => {});
      return isObject(value) ? valuesOf(value, (one) => pattern.test(one)) : [];
    }
    case "additionalProperties": {
      const sources = Object.keys(membersOf(schema, "patternProperties"));
      const patterns = sources.map((source) => compilePattern(source, () => {}));
      const named = membersOf(schema, "properties");
      const isOther = (one: string) => !Object.hasOwn(named, one) && !patterns.some((pattern) => pattern.test(one));
      return isObject(value) ? valuesOf(value, isOther) : [];
    }
    case "prefixItems":
      return Array.isArray(value) ? value.slice(Number(name), Number(name) + 1) : [];
    case "items": {
      return Array.isArray(value) ? value.slice(branchesOf(schema, "prefixItems").length) : [];
    }
    default:
      return [];
  }
}

function valuesOf(value: { readonly [name: string]: Json }, isIncluded: (name: string) => boolean): readonly Json[] {
  return Object.entries(value).flatMap(([name, part]) => (isIncluded(name) ? [part] : []));
}

function isListed(keyword: string | undefined, listed: Json, value: Json): boolean {
  return keyword === "type" ? isOfType(value, listed) : canonicalJson(listed) === canonicalJson(value);
}

// References begin at the root, and a schema inside it is compiled alone. The profile has no recursive ones.
function withoutReferences(root: JsonSchema, schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema;
  const { $ref, $defs, ...own } = mapSubschemas(schema, (child) =>
    child.path[0] === "$defs" ? true : withoutReferences(root, child.schema),
  );
  const target = typeof $ref === "string" ? resolveRef(root, $ref) : undefined;
  if (!target) return own;
  const resolved = withoutReferences(root, target.schema);
  const allOf = Array.isArray(own.allOf) ? own.allOf : [];
  return { ...own, allOf: [...allOf, resolved as Json] };
}
