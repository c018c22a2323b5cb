import {
  formatPointer,
  isIndex,
  isJsonObject,
  type Json,
  type JsonObject,
  parsePointer,
  resolveTests,
  type SpecPackage,
} from "@assay/contract";
import { writeJson } from "@assay/json-text";
import { createSchemaLookup, type SchemaLookup } from "../editor/create-schema-lookup.ts";

/** A candidate to start from, as text. Its name says what it shows, and for a refused one, where. */
export interface Example {
  readonly name: string;
  readonly isAccepted: boolean;
  readonly text: string;
}

/** Returns the tests of a spec package as examples, accepted candidates first. */
export function toExamples(spec: SpecPackage): readonly Example[] {
  const tests = resolveTests(spec);
  const accepted = tests.filter(({ expect }) => expect.length === 0);
  const others = tests.filter(({ expect }) => expect.length > 0);
  return [...accepted, ...others].map(({ name, candidate, expect: [error] }) => ({
    name: error ? `${formatPlace(error.path)}${name}` : name,
    isAccepted: error === undefined,
    text: writeJson(candidate),
  }));
}

function formatPlace(path: string): string {
  const names = parsePointer(path)?.filter((token) => !isIndex(token)) ?? [];
  return names.length === 0 ? "" : `${names.join(" › ")}: `;
}

/**
 * Writes a typical first draft for any domain: the first accepted candidate of the spec package's tests, with common
 * mistakes. All have a fix, except a typo in a name (a question) and the kind of owner (a decision for the owner).
 */
export function createFirstDraft(spec: SpecPackage): string {
  const tests = resolveTests(spec);
  const accepted = tests.find(({ expect }) => expect.length === 0) ?? tests[0];
  const candidate = accepted?.candidate;
  if (!isJsonObject(candidate)) return "{\n}\n";
  const schemaAt = createSchemaLookup(spec);
  const mistakes: readonly Mistake[] = [
    setAgentOwner,
    writeIdAsWords,
    capitalizeAllowedValue,
    quoteNumber,
    useSnakeCase,
    addTypo,
  ];
  return writeJson(mistakes.reduce((draft, mistake) => mistake(draft, { spec, schemaAt }), candidate));
}

interface Rules {
  readonly spec: SpecPackage;
  readonly schemaAt: SchemaLookup;
}

/** Adds a mistake to the candidate. If the mistake does not apply, the candidate stays unchanged. */
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

function capitalizeAllowedValue(candidate: JsonObject, { schemaAt }: Rules): JsonObject {
  const leaf = listLeaves(candidate).find(({ path, value }) => {
    if (path[0] === "owner" || typeof value !== "string" || !/^[a-z]{3,}$/.test(value)) return false;
    // A value that also has to match a pattern would break two rules at once.
    const { allowed, pattern } = schemaAt(formatPointer(path));
    return pattern === undefined && allowed?.includes(value);
  });
  return leaf ? setValue(candidate, leaf.path, capitalize(String(leaf.value))) : candidate;
}

// Prefers a number inside an array, such as one in a sample record.
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

// Chooses a string property that no other mistake changes. Few rules inspect strings.
function renameProperty(
  candidate: JsonObject,
  { schemaAt }: Rules,
  namePattern: RegExp,
  rename: (name: string) => string,
): JsonObject {
  const chosen = Object.keys(candidate).find(
    (name) =>
      namePattern.test(name) &&
      name !== "generatorId" &&
      typeof candidate[name] === "string" &&
      !schemaAt(formatPointer([name])).allowed,
  );
  return Object.fromEntries(
    Object.entries(candidate).map(([name, value]) => [name === chosen ? rename(name) : name, value]),
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
