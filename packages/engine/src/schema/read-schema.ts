import { type ClosedList, type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { toCanonicalJson } from "../json/canonical-json.ts";
import { type ByType, everyType, isObject, type JsonType, readMember, toJsonType } from "../json/json.ts";
import { formatPointer, valueAt } from "../json/pointer.ts";
import { accepts } from "./accepts.ts";
import { createNameLengthTest, type KeywordInput, keywords, type Test } from "./keywords.ts";
import { compilePattern } from "./pattern.ts";
import { type Choice, findPlace, type Part, type Requirement } from "./place.ts";
import { createStepCosts } from "./step-costs.ts";
import { findRefTarget, listBranches, readMembers, readRequired, toSchema, walkSubschemas } from "./subschemas.ts";
import { readTagged, type Tagged } from "./tagged.ts";

/** All parts of a schema, and the part that is the whole schema. */
export interface ReadSchema {
  readonly root: Part;
  readonly parts: readonly Part[];
}

/**
 * Reads a schema in the closed profile of JSON Schema 2020-12. This is not a complete JSON Schema validator: keywords
 * outside the profile are ignored, so check the schema against the profile first. A string with more than
 * `maxPatternInput` characters matches no pattern, and a schema with patterns for names refuses such names.
 */
export function readSchema(root: JsonSchema, maxPatternInput: number = limits.schema.patternInput): ReadSchema {
  const costs = createStepCosts(root);
  const parts = new Map<string, Part>();
  const subschemas = [...walkSubschemas(root)];
  const hasNamePatterns = subschemas.some(
    ({ schema }) => Object.keys(readMembers(schema, "patternProperties")).length > 0,
  );
  const nameTest = hasNamePatterns ? createNameLengthTest(maxPatternInput) : undefined;

  function readPart(path: readonly string[]): Part {
    const key = formatPointer(path);
    const known = parts.get(key);
    if (known) return known;
    // It is known before it is complete, because schemas that ship with Assay can be recursive.
    const part = {} as Part;
    parts.set(key, part);
    return Object.assign(part, createPart(part, toSchema(valueAt(root, path)), path));
  }

  function createPart(part: Part, schema: JsonSchema, path: readonly string[]): Part {
    const written: JsonObject = isObject(schema) ? schema : {};
    const readInner = (...tokens: readonly string[]) => readPart([...path, ...tokens]);
    const readOne = (keyword: string) => (Object.hasOwn(written, keyword) ? readInner(keyword) : undefined);
    const readList = (keyword: string) =>
      listBranches(written, keyword).map((_, index) => readInner(keyword, String(index)));
    const readMap = (keyword: string) =>
      Object.keys(readMembers(written, keyword)).map((name) => [name, readInner(keyword, name)] as const);
    const target = findRefTarget(root, written);
    const tagged = readTagged(root, written);
    const inner: KeywordInput = {
      schema: written,
      tagged,
      compilePattern: (source) => compilePattern(source, formatPointer(["candidateSchema", ...path]), maxPatternInput),
      createAccepts(...tokens) {
        const innerPart = readInner(...tokens);
        return (value, meter) => accepts(innerPart, value, meter);
      },
    };
    return {
      schema,
      path,
      number: parts.size,
      steps: isObject(schema) ? costs(schema) : 0,
      types: new Set(listTypes(schema)),
      requirements: readRequirements(part, schema, inner, nameTest),
      included: [...(target ? [readPart(target.path)] : []), ...readList("allOf")],
      choices: [
        ...readMap("dependentSchemas").map(([name, option]) => createDependent(name, option)),
        ...(Object.hasOwn(written, "if") ? createCondition(readInner("if"), readOne("then"), readOne("else")) : []),
        ...(tagged ? [createTaggedChoice(tagged, readList("oneOf"))] : []),
      ],
      alternatives: [readList("anyOf"), readList("oneOf")].filter(({ length }) => length > 0),
      contained: readOne("contains"),
      names: readOne("propertyNames"),
      tagged: tagged && { ...tagged, list: readTags(tagged.tags, written, path) },
      required: readRequired(written),
      members: new Map(readMap("properties")),
      patternMembers: readMap("patternProperties").map(([source, member]) => ({
        names: inner.compilePattern(source),
        part: member,
      })),
      otherMembers: written.additionalProperties === false ? undefined : readOne("additionalProperties"),
      firstItems: readList("prefixItems"),
      items: written.items === false && Object.hasOwn(written, "prefixItems") ? undefined : readOne("items"),
    };
  }

  for (const { path } of subschemas) readPart(path);
  return { root: readPart([]), parts: [...parts.values()] };
}

/** A closed list, and other names for its values. */
type NamedList = ClosedList & { readonly aliases?: JsonObject | undefined };

/** Reads closed lists as one part: what the rules require of the values at pointer patterns. */
export function readLists(lists: readonly NamedList[]): Part {
  let count = 0;
  function createNode(inner: readonly NamedList[], depth: number, around: readonly Part[]): Part {
    const inside = (token: string) => inner.filter(({ pattern }) => pattern[depth] === token);
    const every = inside("*");
    const elements = every.length > 0 ? createNode(every, depth + 1, []) : undefined;
    const names = new Set(inner.flatMap(({ pattern }) => pattern[depth] ?? []).filter((token) => token !== "*"));
    const included = elements ? [elements] : [];
    count += 1;
    return {
      ...openPart,
      number: -count,
      included: [...around, ...inner.filter(({ pattern }) => pattern.length === depth).map(createList)],
      members: new Map([...names].map((name) => [name, createNode(inside(name), depth + 1, included)])),
      otherMembers: elements,
      items: elements,
    };
  }
  function createList({ values, aliases = {}, rule }: NamedList): Part {
    count += 1;
    const part = readSchema({ enum: values, aliases }).root;
    // The kinds of owner have a check of their own.
    const { requirements } = rule === undefined ? openPart : part;
    return Object.assign(part, { number: -count, steps: 1, rule, isRuleList: true, requirements });
  }
  return createNode(lists, 0, []);
}

// A part that accepts everything.
const openPart = readSchema(true).root;

// For each type of value, its requirements in the order of the tables of keywords, after `type`.
function readRequirements(
  part: Part,
  schema: JsonSchema,
  input: KeywordInput,
  nameTest: Test<JsonObject> | undefined,
): Part["requirements"] {
  const requirements = Object.fromEntries(everyType.map((type) => [type, [] as Requirement[]])) as ByType<
    Requirement[]
  >;
  const add = (types: readonly JsonType[], keyword: string, bound: Json, test: Test<never> | undefined) => {
    if (test) for (const type of types) requirements[type].push({ keyword, bound, part, ...(test as Test<Json>) });
  };
  const isNever = { holds: () => false };
  if (schema === false) add(everyType, "false", false, isNever);
  // The branches of a tagged `oneOf` are objects.
  const named = input.tagged ? "object" : input.schema.type;
  if (named !== undefined) {
    const names = [named].flat();
    const accepted = everyType.filter((type) => names.includes(type));
    const isInteger = names.includes("integer") && !names.includes("number");
    const refused = everyType.filter((type) => !accepted.includes(type) && !(type === "number" && isInteger));
    add(refused, "type", named, isNever);
    if (isInteger) add(["number"], "type", named, { holds: Number.isInteger });
  }
  for (const { type, tests } of keywords) {
    for (const [keyword, createTest] of Object.entries(tests)) {
      const bound = readMember(input.schema, keyword);
      if (bound === undefined) continue;
      add(type ? [type] : everyType, keyword, bound, createTest(bound as never, input));
    }
  }
  add(["object"], "patternProperties", null, nameTest);
  return requirements;
}

function readTags(tags: readonly string[], schema: JsonObject, path: readonly string[]): Part {
  const { root } = readSchema({ enum: tags });
  return Object.assign(root, { schema: { ...schema, enum: tags }, path: [...path, "oneOf"], steps: 1 });
}

function createDependent(name: string, option: Part): Choice {
  const select = (value: Json) => (isObject(value) && Object.hasOwn(value, name) ? option : undefined);
  return { options: [option], select };
}

function createCondition(condition: Part, then: Part | undefined, otherwise: Part | undefined): readonly Choice[] {
  const options = [then, otherwise].filter((option) => option !== undefined);
  if (options.length === 0) return [];
  return [{ options, select: (value, meter) => (accepts(condition, value, meter) ? then : otherwise) }];
}

function createTaggedChoice({ name, tags }: Tagged, options: readonly Part[]): Choice {
  const byTag = new Map<Json | undefined, Part>(options.map((option, index) => [tags[index], option]));
  let shared: Part | undefined;
  return {
    options,
    select(value) {
      if (!isObject(value)) return undefined;
      const selected = byTag.get(readMember(value, name));
      if (selected) return selected;
      shared ??= { ...openPart, members: listShared(options) };
      return shared;
    },
  };
}

// Lists the members whose schema is the same in every branch. They are checked whatever the tag is.
function listShared(branches: readonly Part[]): Part["members"] {
  const [first = new Map<string, Part>(), ...others] = branches.map(
    (branch) => new Map(findPlace(branch).parts.flatMap((part) => [...part.members])),
  );
  const isShared = (name: string, form: string) =>
    others.every((members) => toCanonicalJson(members.get(name)?.schema ?? null) === form);
  return new Map([...first].filter(([name, { schema }]) => isShared(name, toCanonicalJson(schema))));
}

function listTypes(schema: JsonSchema): readonly JsonType[] {
  if (!isObject(schema)) return schema ? everyType : [];
  const { enum: values, const: value, type } = schema;
  if (Array.isArray(values)) return values.map((each: Json) => toJsonType(each));
  if (value !== undefined) return [toJsonType(value)];
  return type === undefined
    ? everyType
    : [type].flat().map((name) => (name === "integer" ? "number" : (name as JsonType)));
}
