import {
  formatPointer,
  isIndex,
  isJsonObject,
  type Json,
  type JsonObject,
  resolveTests,
  type SpecPackage,
} from "@assay/contract";
import { writeJson } from "@assay/json-text";
import { createSchemaAt, type SchemaAt } from "../editor/schema-at.ts";

/** A candidate to begin with, as text. */
export interface Example {
  readonly name: string;
  readonly isAccepted: boolean;
  readonly text: string;
}

/** The tests of a spec package as examples, those that it accepts first. */
export function toExamples(spec: SpecPackage): readonly Example[] {
  const tests = resolveTests(spec);
  const accepted = tests.filter(({ expect }) => expect.length === 0);
  const others = tests.filter(({ expect }) => expect.length > 0);
  return [...accepted, ...others].map(({ name, candidate, expect }) => ({
    name,
    isAccepted: expect.length === 0,
    text: writeJson(candidate),
  }));
}

/**
 * A draft as people first write it, for any domain: the first candidate that the tests of the spec package accept, with the
 * mistakes that drafts usually have. All have a fix except a question about a name, and one that only the owner can decide.
 */
export function firstDraft(spec: SpecPackage): string {
  const tests = resolveTests(spec);
  const accepted = tests.find(({ expect }) => expect.length === 0) ?? tests[0];
  const candidate = accepted?.candidate;
  if (!isJsonObject(candidate)) return "{\n}\n";
  const schemaAt = createSchemaAt(spec);
  const mistakes: readonly Mistake[] = [
    setAgentOwner,
    writeIdAsWords,
    capitalizeListed,
    quoteNumber,
    useSnakeCase,
    addTypo,
  ];
  return writeJson(mistakes.reduce((draft, mistake) => mistake(draft, { spec, schemaAt }), candidate));
}

interface Rules {
  readonly spec: SpecPackage;
  readonly schemaAt: SchemaAt;
}

/** A candidate with a mistake, or as it was if there is no occasion for it. */
type Mistake = (candidate: JsonObject, rules: Rules) => JsonObject;

function setAgentOwner(candidate: JsonObject, { spec }: Rules): JsonObject {
  if (spec.owner.kinds.includes("agent") || !isJsonObject(candidate.owner)) return candidate;
  return { ...candidate, owner: { ...candidate.owner, kind: "agent" } };
}

function writeIdAsWords(candidate: JsonObject): JsonObject {
  const { generatorId } = candidate;
  if (typeof generatorId !== "string") return candidate;
  return { ...candidate, generatorId: generatorId.split(/[-_.]/).map(capitalize).join(" ") };
}

function capitalizeListed(candidate: JsonObject, { schemaAt }: Rules): JsonObject {
  const listed = listLeaves(candidate).find(({ path, value }) => {
    if (path[0] === "owner" || typeof value !== "string" || !/^[a-z]{3,}$/.test(value)) return false;
    // With a pattern beside the list, one mistake would be two.
    const { allowed, pattern } = schemaAt(formatPointer(path));
    return pattern === undefined && allowed?.includes(value);
  });
  return listed ? setValue(candidate, listed.path, capitalize(String(listed.value))) : candidate;
}

// In an array of samples if there is one, otherwise anywhere.
function quoteNumber(candidate: JsonObject, { schemaAt }: Rules): JsonObject {
  const numbers = listLeaves(candidate).filter(
    ({ path, value }) => typeof value === "number" && schemaAt(formatPointer(path)).allowed === undefined,
  );
  const chosen = numbers.find(({ path }) => path.some(isIndex)) ?? numbers[0];
  return chosen ? setValue(candidate, chosen.path, String(chosen.value)) : candidate;
}

function useSnakeCase(candidate: JsonObject, rules: Rules): JsonObject {
  return renameProperty(candidate, rules, /^[a-z]+[A-Z]/, (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

function addTypo(candidate: JsonObject, rules: Rules): JsonObject {
  return renameProperty(candidate, rules, /^[a-z]{8,}$/, (name) => `${name.slice(0, -3)}${name.slice(-2)}`);
}

// The name of a string, because rules seldom look into it; never one whose value is wrong too. The order of properties stays.
function renameProperty(
  candidate: JsonObject,
  { schemaAt }: Rules,
  wanted: RegExp,
  rename: (name: string) => string,
): JsonObject {
  const found = Object.keys(candidate).find(
    (name) =>
      wanted.test(name) &&
      name !== "generatorId" &&
      typeof candidate[name] === "string" &&
      !schemaAt(formatPointer([name])).allowed,
  );
  return Object.fromEntries(
    Object.entries(candidate).map(([name, value]) => [name === found ? rename(name) : name, value]),
  );
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

function listLeaves(value: Json, path: readonly string[] = []): readonly Leaf[] {
  if (typeof value !== "object" || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, inner]) => listLeaves(inner, [...path, name]));
}

function setValue(object: JsonObject, path: readonly string[], value: Json): JsonObject {
  return replaceAt(object, path, value) as JsonObject;
}

function replaceAt(container: Json | undefined, [token, ...rest]: readonly string[], value: Json): Json {
  if (token === undefined) return value;
  if (Array.isArray(container)) return container.with(Number(token), replaceAt(container[Number(token)], rest, value));
  return isJsonObject(container) ? { ...container, [token]: replaceAt(container[token], rest, value) } : value;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
