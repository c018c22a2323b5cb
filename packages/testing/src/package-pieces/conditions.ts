import type { Json, JsonObject } from "@assay/contract";
import { respell } from "../candidates/spelling-mistakes.ts";
import type { Random } from "../seeded-random.ts";
import { addProperty, type Builder, createExpression, type Shape, text } from "./shape.ts";

/** Adds a condition on values or names that have other spellings. */
export function addCondition(shape: Shape, builder: Builder): void {
  const { random } = builder;
  builder.kinds.add("conditions");
  shape.parts.push(random.below(4) === 0 ? addUnsettled(shape, random) : createCondition(shape, random, true));
  if (random.below(3) > 0) return;
  const { name, values, value } = random.pick(shape.words);
  const word = random.pick(values);
  const wanted = word === value ? "size" : "endpoint";
  const then = wanted === "size" ? "!has(self.sizeMb) || self.sizeMb <= 36.0" : "has(self.endpointUrl)";
  shape.rules.push(createExpression(`!has(self.${name}) || self.${name} != ${JSON.stringify(word)} || ${then}`));
}

/** Creates the branches of a condition. The example meets them if `accepts` is true; it takes `then` if `holds` is true. */
export function createBranches(shape: Shape, random: Random, holds: boolean, accepts = true): JsonObject {
  const ifTrue = createConsequence(shape, random, accepts && holds);
  const ifFalse = createConsequence(shape, random, accepts && !holds);
  // biome-ignore-start lint/suspicious/noThenProperty: the JSON Schema keyword
  return random.pick<JsonObject>([{ then: ifTrue }, { else: ifFalse }, { then: ifTrue, else: ifFalse }]);
  // biome-ignore-end lint/suspicious/noThenProperty: the JSON Schema keyword
}

function isWord(name: string, value: Json): JsonObject {
  return { properties: { [name]: { const: value } }, required: [name] };
}

// A condition that no spelling settles: each branch asks for a word that selects the other.
function addUnsettled(shape: Shape, random: Random): JsonObject {
  const [a, b] = random.pick([
    ["fast", "turbo"],
    ["open", "closed"],
  ] as const);
  const [titleA, titleB] = [a, b].map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`) as [string, string];
  const name = addProperty(shape, "pace", text, b);
  const listFor = (...words: readonly string[]) => ({ properties: { [name]: { enum: words } } });
  // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
  return { if: isWord(name, titleA), then: listFor(a, titleB), else: listFor(titleA, b) };
}

function createCondition(shape: Shape, random: Random, accepts: boolean): JsonObject {
  const { name, values, value } = random.pick(shape.words);
  const word = random.pick(values);
  const other = random.pick(Object.keys(shape.properties));
  const hasOther = Object.hasOwn(shape.example, other);
  if (random.below(4) === 0)
    return { dependentSchemas: { [other]: createConsequence(shape, random, accepts && hasOther) } };
  const [test, holds] = random.pick<readonly [JsonObject, boolean]>([
    [isWord(name, word), word === value],
    [isWord(name, word), word === value],
    [{ properties: { [name]: { enum: values.slice(0, 2) } } }, values.indexOf(value) < 2],
    [{ not: isWord(name, word) }, word !== value],
    [{ required: [other] }, hasOther],
    [{ properties: { sizeMb: { minimum: 40 } }, required: ["sizeMb"] }, false],
  ]);
  return { if: test, ...createBranches(shape, random, holds, accepts) };
}

function createConsequence(shape: Shape, random: Random, accepts: boolean): JsonObject {
  const names = Object.keys(shape.properties);
  const present = accepts ? Object.keys(shape.example) : names;
  const optional = names.filter((name) => !(accepts ? present : shape.required).includes(name));
  const word = random.pick(shape.words);
  const respelled = word.values.map((value) => respell(value, random).trim());
  const list = {
    properties: { [word.name]: { enum: [...new Set([...respelled, ...(accepts ? [word.value] : [])])] } },
  };
  return random.pick<JsonObject>([
    list,
    list,
    { required: [random.pick(present)] },
    { required: [accepts ? word.name : "endpointUrl"] },
    optional.length > 0 ? { properties: { [random.pick(optional)]: false } } : list,
    { dependentRequired: { endpointUrl: [random.pick(names)] } },
    { properties: { sizeMb: { maximum: accepts ? 36 : 9 } } },
    random.below(3) === 0 ? createCondition(shape, random, accepts) : list,
  ]);
}
