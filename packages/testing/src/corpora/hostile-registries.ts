import type { Json, JsonObject, Registry } from "@assay/contract";
import { createRandom, type Random } from "../seeded-random.ts";
import { hostileTexts } from "./hostile-values.ts";

/** Bytes that claim to be the registry of a product, and what was done to them. */
export interface HostileRegistry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Registries of a product with none to three changes each: members that are missing, of another type or at a bound,
 * names that are written twice, and bytes that are not JSON. About one in four is still a registry.
 */
export function hostileRegistries(count: number, targetProduct: string, seed = 1): readonly HostileRegistry[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const document = createHonest(targetProduct, random);
    const names = Array.from({ length: index % 4 }, () => {
      const [name, change] = random.pick(changes);
      change(document, random);
      return name;
    });
    const text = JSON.stringify(document);
    // Every eighth is also changed as a text.
    const [name, write] = index % 8 === 7 ? random.pick(writers) : (["as it is", (json: string) => json] as const);
    return { name: [...names, name].join(", "), bytes: Buffer.from(write(text)) };
  });
}

type Draft = { [name: string]: Json };

function createHonest(targetProduct: string, random: Random): Draft {
  const registry: Registry = {
    format: "generator-registry/v1",
    targetProduct,
    revision: String(random.below(1_000)),
    complete: true,
    entries: Array.from({ length: 1 + random.below(4) }, (_, index) => ({
      id: `taken-${index}`,
      state: random.pick(["active", "retired", "reserved"] as const),
    })),
    pending: Array.from({ length: random.below(3) }, (_, index) => ({ id: `open-${index}` })),
  };
  return structuredClone(registry) as unknown as Draft;
}

const members = ["format", "targetProduct", "revision", "complete", "entries", "pending"];
const values: readonly Json[] = [null, true, false, 0, 1, "", "true", [], {}, [null], [[]], [{}], { length: 1 }];

/** Of exactly as many code points as an id or a revision may have, and of one more. */
const atBounds = ["a".repeat(255), "a".repeat(256), "😀".repeat(255), "😀".repeat(256)];

type Change = readonly [name: string, change: (document: Draft, random: Random) => void];

const changes: readonly Change[] = [
  ["a member is missing", (document, random) => delete document[random.pick(members)]],
  [
    "a member has another value",
    (document, random) => setMember(random.pick(members), [...values, ...hostileTexts])(document, random),
  ],
  ["another format", setMember("format", ["generator-registry/v2", "generator-registry", "GENERATOR-REGISTRY/V1"])],
  ["another product", setMember("targetProduct", ["another", "datamint ", "__proto__"])],
  ["a revision at a bound", setMember("revision", atBounds)],
  ["a range", setMember("range", ["00000", null, ""])],
  [
    "an unknown state",
    (document, random) => changeEntry(document, random, { state: random.pick<Json>(["deleted", "", 1]) }),
  ],
  ["an id of another type", (document, random) => changeEntry(document, random, { id: random.pick(values) })],
  ["an id at a bound", (document, random) => changeEntry(document, random, { id: random.pick(atBounds) })],
  ["a hostile id", (document, random) => changeEntry(document, random, { id: random.pick(hostileTexts) })],
  ["an item of another type", (document, random) => pickList(document, random)?.push(random.pick(values))],
  ["an id twice", (document, random) => pickList(document, random)?.push({ id: "taken-0", state: "retired" })],
  ["members that nobody knows", (document) => Object.assign(document, { more: [], constructor: 1, toString: null })],
];

function setMember(name: string, among: readonly Json[]): Change[1] {
  return (document, random) => {
    document[name] = random.pick(among);
  };
}

function pickList(document: Draft, random: Random): Json[] | undefined {
  const list = document[random.pick(["entries", "pending"])];
  return Array.isArray(list) ? (list as Json[]) : undefined;
}

function changeEntry(document: Draft, random: Random, change: JsonObject): void {
  const list = pickList(document, random);
  if (!list || list.length === 0) return;
  const at = random.below(list.length);
  const entry = list[at];
  if (typeof entry === "object" && entry !== null) list[at] = { ...entry, ...change };
}

const writers: readonly (readonly [name: string, write: (json: string) => string])[] = [
  ["cut off", (json) => json.slice(0, -3)],
  ["nothing", () => ""],
  ["a page", () => "<!doctype html>"],
  ["in an array", (json) => `[${json}]`],
  ["null", () => "null"],
  ["with a byte order mark", (json) => `\ufeff${json}`],
  ["with white space", (json) => `\n ${json}\t\n`],
  ["a name twice", (json) => `{"entries":[],${json.slice(1)}`],
  ["a prototype", (json) => `{"__proto__":{"complete":true,"format":"generator-registry/v1"},${json.slice(1)}`],
  ["as deep as it may be", (json) => `{"more":${"[".repeat(31)}${"]".repeat(31)},${json.slice(1)}`],
  ["too deep", (json) => `{"more":${"[".repeat(32)}${"]".repeat(32)},${json.slice(1)}`],
  ["half a surrogate pair", (json) => `{"more":"\\ud800",${json.slice(1)}`],
  ["a number without a meaning", (json) => `{"more":1e999,${json.slice(1)}`],
];
