import type { Json, JsonObject, JsonSchema } from "@assay/contract";
import { canonicalJson } from "../json/canonical-json.ts";
import { isObject, member } from "../json/json.ts";
import { annotationKeywords, mapSubschemas, resolveRef, schemasIn } from "../schema/subschemas.ts";
import { below, type Change, changeAt, changeOfSet, type Effect, isEqual, type Place } from "./change.ts";

/** Where two schemas differ, and what each difference can do. What is not understood may do either. */
export function compareSchemas(before: JsonSchema, after: JsonSchema, place: Place): readonly Change[] {
  // Under a condition, accepting more may refuse more. Whatever is referred to can be used under one.
  const either = (pattern: RegExp) => [before, after].some((schema) => pattern.test(JSON.stringify(schema)));
  const hasConditions = either(/"(?:not|if|contains)":/);
  const isSure = !hasConditions || !either(/"\$ref":"#(?!\/\$defs\/)/);
  const changes = [...walk(before, after, place, { isSure, hasConditions })];
  const isRewritten = (leftOut: ReadonlySet<string>) =>
    isEqual(plainSchema(before, leftOut) as Json, plainSchema(after, leftOut) as Json);
  if (!isRewritten(annotationKeywords)) return changes;
  if (isRewritten(texts)) return changes.map((change) => ({ ...change, effect: "text" }));
  return changes.map((change) => (change.effect === "text" ? change : { ...change, effect: "who-acts" }));
}

const texts = annotationKeywords.difference(new Set(["needs"]));

// Without references, and without the keywords that are left out. The profile has no recursive references, so this ends.
function plainSchema(schema: JsonSchema, leftOut: ReadonlySet<string>, root: JsonSchema = schema): JsonSchema {
  if (!isObject(schema)) return schema;
  const { $ref, ...own } = mapSubschemas(schema, (child) => plainSchema(child.schema, leftOut, root));
  const entries = Object.entries(own).filter(([keyword]) => !leftOut.has(keyword));
  const target = typeof $ref === "string" ? resolveRef(root, $ref) : undefined;
  if (!target) return Object.fromEntries(entries);
  const plain = plainSchema(target.schema, leftOut, root);
  return entries.length === 0 ? plain : { allOf: [Object.fromEntries(entries), plain as Json] };
}

interface Context {
  /** Whether a value that matches less here is refused more as a whole. */
  readonly isSure: boolean;
  readonly hasConditions: boolean;
}

function* walk(before: JsonSchema, after: JsonSchema, place: Place, context: Context): Generator<Change> {
  if (isEqual(before as Json, after as Json)) return;
  if (!isObject(before) || !isObject(after)) {
    const effect = before === false || after === true ? "wider" : "narrower";
    yield changeAt(place, sure(effect, context), before as Json, after as Json);
    return;
  }
  for (const keyword of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, next] = [member(before, keyword), member(after, keyword)];
    if (isEqual(old, next)) continue;
    const at = below(place, keyword);
    if (keyword === "needs") yield changeAt(at, "who-acts", old, next);
    else if (keyword === "$defs") yield* compareDefinitions(old, next, at, context);
    else if (annotationKeywords.has(keyword)) yield changeAt(at, "text", old, next);
    else if (old === undefined || next === undefined)
      yield changeAt(at, presenceEffect(keyword, old, next, context), old, next);
    else if (schemasIn(keyword) === "map") yield* compareMaps(keyword, before, after, at, context);
    else if (schemasIn(keyword) === "list") yield* compareLists(keyword, old, next, at, context);
    else if (schemasIn(keyword) === "one")
      yield* walk(old as JsonSchema, next as JsonSchema, at, inside(keyword, before, after, context));
    else yield* compareValues(keyword, old, next, at, context);
  }
}

function sure(effect: Effect, { isSure }: Context): Effect {
  return isSure ? effect : "either";
}

function inside(keyword: string, before: JsonObject, after: JsonObject, context: Context): Context {
  const isCondition = ["not", "if", "contains"].includes(keyword);
  const dependsOnIf = keyword === "then" || keyword === "else";
  const isSure = context.isSure && !isCondition && (!dependsOnIf || isEqual(before.if, after.if));
  return { ...context, isSure };
}

// Keywords whose absence means that nothing is asked. The others change what their neighbours mean.
const independent = new Set([
  ...["type", "enum", "const", "pattern", "format", "required", "dependentRequired", "propertyNames", "uniqueItems"],
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minimum", "maximum"],
  ...["exclusiveMinimum", "exclusiveMaximum", "multipleOf", "additionalProperties", "items", "allOf", "anyOf", "oneOf"],
]);

// Values that ask for the same as the absence of their keyword.
const absentValues: ReadonlyMap<string, Json> = new Map(
  Object.entries({
    ...{ minLength: 0, minItems: 0, minProperties: 0, required: [], dependentRequired: {}, uniqueItems: false },
    ...{ additionalProperties: true, items: true, propertyNames: true, minContains: 1 },
  }),
);

function presenceEffect(keyword: string, old: Json | undefined, next: Json | undefined, context: Context): Effect {
  if (isEqual(absentValues.get(keyword), old ?? next)) return "text";
  if (!independent.has(keyword)) return "either";
  return sure(old === undefined ? "narrower" : "wider", context);
}

function* compareDefinitions(old: Json | undefined, next: Json | undefined, at: Place, context: Context) {
  const isSure = context.isSure && !context.hasConditions;
  // A definition does something where it is used: there, another `$ref` is a change of its own.
  yield* eachMember(old, next, at, (one, other, place) =>
    one === undefined || other === undefined
      ? [changeAt(place, "text", one, other)]
      : walk(one as JsonSchema, other as JsonSchema, place, { ...context, isSure }),
  );
}

function* compareMaps(keyword: string, before: JsonObject, after: JsonObject, at: Place, context: Context) {
  const isClosed = [before, after].every(
    (schema) => schema.additionalProperties === false && schema.patternProperties === undefined,
  );
  const effectOf = (isNew: boolean): Effect => {
    if (keyword === "dependentSchemas") return isNew ? "narrower" : "wider";
    if (keyword !== "properties" || !isClosed) return "either";
    return isNew ? "wider" : "narrower";
  };
  yield* eachMember(before[keyword], after[keyword], at, (one, other, place) => {
    if (one !== undefined && other !== undefined) return walk(one as JsonSchema, other as JsonSchema, place, context);
    // An editor's $schema is taken off a candidate unless the rules have such a property.
    const effect = place.next.at(-1) === "$schema" ? "either" : effectOf(one === undefined);
    return [changeAt(place, sure(effect, context), one, other)];
  });
}

function* eachMember(
  old: Json | undefined,
  next: Json | undefined,
  at: Place,
  compare: (one: Json | undefined, other: Json | undefined, place: Place) => Iterable<Change>,
): Generator<Change> {
  const [before, after] = [
    isObject(old ?? null) ? (old as JsonObject) : {},
    isObject(next ?? null) ? (next as JsonObject) : {},
  ];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [one, other] = [member(before, name), member(after, name)];
    if (!isEqual(one, other)) yield* compare(one, other, below(at, name));
  }
}

/** A schema of a list, and its index. */
type Item = readonly [index: number, schema: Json];

function* compareLists(keyword: string, old: Json, next: Json, at: Place, context: Context): Generator<Change> {
  if (keyword === "prefixItems") {
    yield changeAt(at, "either", old, next);
    return;
  }
  const { pairs, gone, added } = pairItems([...(old as Json[]).entries()], [...(next as Json[]).entries()]);
  for (const [[from, one], [to, other]] of pairs)
    yield* walk(one as JsonSchema, other as JsonSchema, below(at, String(from), String(to)), context);
  const [more, less]: readonly [Effect, Effect] = keyword === "allOf" ? ["narrower", "wider"] : ["wider", "narrower"];
  for (const [index, schema] of gone) yield changeAt(below(at, String(index)), sure(less, context), schema, undefined);
  for (const [index, schema] of added) yield changeAt(below(at, String(index)), sure(more, context), undefined, schema);
}

// Equal schemas are the same one wherever they are, branches with the same tag belong together, then as many as are left.
function pairItems(before: readonly Item[], after: readonly Item[]) {
  const pairs: (readonly [Item, Item])[] = [];
  let [gone, added] = [before, after];
  for (const keyOf of [(schema: Json) => canonicalJson(schema), tagOf]) {
    for (const one of gone) {
      const other = added.find(([, schema]) => keyOf(schema) !== "" && keyOf(schema) === keyOf(one[1]));
      if (!other) continue;
      pairs.push([one, other]);
      gone = gone.filter((item) => item !== one);
      added = added.filter((item) => item !== other);
    }
  }
  if (gone.length !== added.length) return { pairs, gone, added };
  const rest = gone.map((one, index): readonly [Item, Item] => [one, added[index] as Item]);
  return { pairs: [...pairs, ...rest], gone: [], added: [] };
}

// What distinguishes a branch of `oneOf`.
function tagOf(schema: Json): string {
  const { properties } = isObject(schema) ? schema : {};
  const consts = Object.entries(isObject(properties ?? null) ? (properties as JsonObject) : {}).flatMap(
    ([name, inner]) => (isObject(inner) && inner.const !== undefined ? [[name, inner.const]] : []),
  );
  return consts.length === 0 ? "" : JSON.stringify(consts);
}

function* compareValues(keyword: string, old: Json, next: Json, at: Place, context: Context): Generator<Change> {
  const [wider, narrower] = [sure("wider", context), sure("narrower", context)];
  if (keyword === "enum" || keyword === "type")
    yield changeOfSet(
      at,
      [[old].flat() as Json[], [next].flat() as Json[]],
      [wider, narrower],
      keyword === "type" ? hasType : undefined,
    );
  else if (keyword === "required") yield changeOfSet(at, [old as Json[], next as Json[]], [narrower, wider]);
  else if (typeof old === "number" && typeof next === "number" && /^(?:min|max|exclusive)/.test(keyword)) {
    const isWider = /^(?:max|exclusiveMax)/.test(keyword) === next > old;
    yield changeAt(at, keyword.endsWith("Contains") ? "either" : isWider ? wider : narrower, old, next);
  } else if (keyword === "uniqueItems") yield changeAt(at, next === true ? narrower : wider, old, next);
  else yield changeAt(at, "either", old, next);
}

function hasType(types: readonly Json[], type: Json): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}
