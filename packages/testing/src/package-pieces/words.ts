import type { JsonObject } from "@assay/contract";
import { respell } from "../candidates/spelling-mistakes.ts";
import type { Random } from "../seeded-random.ts";
import { addProperty, type Builder, createExpression, type Shape, text, type Word } from "./shape.ts";

const families = [
  ["online", "offline", "in-progress"],
  ["fast", "turbo", "real-time"],
  ["oci-image", "npm", "docker"],
  ["low", "medium", "HIGH"],
] as const;

/** Lists words that belong together. Two of them can be spellings of the same word. */
export function listWords(random: Random): readonly string[] {
  const words = random.pick(families);
  const twin = respell(random.pick(words), random).trim();
  return [...new Set([...words.map((word) => (random.below(4) === 0 ? respell(word, random).trim() : word)), twin])];
}

/** Adds a property with a list of words in the schema, or with room for lists elsewhere. */
export function addWord(shape: Shape, { random }: Builder): Word {
  const values = listWords(random);
  const value = random.pick(values);
  const isOpen = random.below(3) === 0;
  const listed = { enum: values };
  const others = { enum: values.filter((other) => other !== value) };
  const schema = isOpen
    ? random.pick<JsonObject>([text, { ...text, type: ["string", "null"] }, { anyOf: [listed, { type: "integer" }] }])
    : random.pick<JsonObject>([
        listed,
        listed,
        { anyOf: [{ const: value }, others] },
        { ...listed, aliases: { legacy: value } },
      ]);
  const presence = random.pick(["required", "required", "optional"] as const);
  const name = addProperty(shape, random.pick(["mode", "accessLevel", "run_time"]), schema, value, presence);
  const word = { name, values, value, isOpen };
  shape.words.push(word);
  return word;
}

/** Adds rules whose lists and aliases differ from those of the schema and from each other. */
export function addLists(shape: Shape, builder: Builder): void {
  builder.kinds.add("disagreeing lists");
  const word = pickWord(shape, builder);
  const rules = Array.from({ length: 1 + builder.random.below(2) }, () => createList(word, builder.random));
  shape.rules.push(...rules);
}

/** Adds a rule that warns of a word and names another, and a rule or condition about one of them. */
export function addWarning(shape: Shape, builder: Builder): void {
  const { random } = builder;
  builder.kinds.add("warning aliases");
  const { name, values, value } = pickWord(shape, builder);
  const list = { check: "allowed-values", at: `/${name}` };
  const without = (word: string) => values.filter((other) => other !== word);
  const alias = random.pick(without(value));
  const target = pickTarget(alias, without(alias), random);
  shape.rules.push({ ...list, severity: "warning", values: without(alias), aliases: { [alias]: target } });
  const word = target === value ? alias : random.pick([alias, target, target]);
  const isWord = { properties: { [name]: { const: word } }, required: [name] };
  const forbid: readonly (() => void)[] = [
    () => shape.rules.push(createExpression(`!has(self.${name}) || self.${name} != ${JSON.stringify(word)}`)),
    () => shape.rules.push({ ...list, values: without(word) }),
    // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
    () => shape.parts.push({ if: isWord, then: { required: ["endpointUrl"] } }),
    () => shape.parts.push({ not: isWord }),
  ];
  random.pick(forbid)();
}

/** Adds a list of words that is sorted, and a rule that reads its order. */
export function addSorted(shape: Shape, { random, kinds }: Builder): void {
  kinds.add("sorting");
  const values = listWords(random);
  const example = [...new Set([random.pick(values), random.pick(values)])].sort();
  const absent = values.find((value) => !example.includes(value)) ?? "";
  const items = random.pick<JsonObject>([{ type: "string", enum: values }, { type: "string", enum: values }, text]);
  const unique = random.below(2) === 0 ? { uniqueItems: true } : {};
  const name = addProperty(shape, "tags", { type: "array", maxItems: 2 + random.below(4), items, ...unique }, example);
  if (items === text) shape.rules.push({ check: "allowed-values", at: `/${name}/*`, values });
  shape.normalize.push({ at: `/${name}`, ops: ["sort"] });
  if (random.below(2) === 0) shape.normalize.push({ at: `/${name}/*`, ops: ["nfc", "trim"] });
  const list = `self.${name}`;
  const assert = random.pick([
    `size(${list}) == 0 || ${list}[0] == ${JSON.stringify(example[0])}`,
    `size(${list}) < 2 || ${list}[0] < ${list}[1]`,
    `size(${list}) == 0 || ${list}[size(${list}) - 1] != ${JSON.stringify(absent)}`,
  ]);
  shape.rules.push(createExpression(`!has(${list}) || ${assert}`));
}

function pickWord(shape: Shape, builder: Builder): Word {
  return builder.random.below(2) === 0 ? builder.random.pick(shape.words) : addWord(shape, builder);
}

function createList({ name, values, value, isOpen }: Word, random: Random): JsonObject {
  const written = values.map((word) => (isOpen && random.below(2) === 0 ? respell(word, random).trim() : word));
  const kept = [...new Set([value, ...written.filter(() => random.below(3) > 0)])];
  const alias = values.find((word) => !kept.includes(word));
  const hasAliases = alias !== undefined && random.below(2) === 0;
  const aliases = hasAliases ? { aliases: { [alias]: pickTarget(alias, kept, random) } } : {};
  return { check: "allowed-values", at: `/${name}`, values: kept, ...aliases };
}

// An alias that is another spelling of a listed word can only stand for that word.
function pickTarget(alias: string, words: readonly string[], random: Random): string {
  const fold = (word: string) => word.replace(/[-_ ]/g, "").toLowerCase();
  return words.find((word) => fold(word) === fold(alias)) ?? random.pick(words);
}
