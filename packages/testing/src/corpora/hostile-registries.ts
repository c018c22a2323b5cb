import type { Json, JsonObject, Registry } from "@assay/contract";
import { createRandom, type Random } from "../seeded-random.ts";
import { hostileTexts } from "./hostile-values.ts";

/** A registry that may be damaged. Its name lists the changes that were made. */
export interface HostileRegistry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Creates registries for a product, with up to three changes each: members that are missing, of another type or at a
 * limit, duplicate names, and bytes that are not JSON. About one in four is still a valid registry.
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
    // In every eighth registry, the text is changed as well.
    const [name, write] = index % 8 === 7 ? random.pick(writers) : (["unchanged", (json: string) => json] as const);
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

/** Texts of 255 code points, the limit for an id, and of 256. */
const atLimits = ["a".repeat(255), "a".repeat(256), "😀".repeat(255), "😀".repeat(256)];

type Change = readonly [name: string, change: (document: Draft, random: Random) => void];

const changes: readonly Change[] = [
  ["a member is missing", (document, random) => delete document[random.pick(members)]],
  [
    "a member has another value",
    (document, random) => setMember(random.pick(members), [...values, ...hostileTexts])(document, random),
  ],
  ["a different format", setMember("format", ["generator-registry/v2", "generator-registry", "GENERATOR-REGISTRY/V1"])],
  ["a different product", setMember("targetProduct", ["another", "datamint ", "__proto__"])],
  ["a revision at a limit", setMember("revision", atLimits)],
  ["a range", setMember("range", ["00000", null, ""])],
  [
    "an unknown state",
    (document, random) => changeEntry(document, random, { state: random.pick<Json>(["deleted", "", 1]) }),
  ],
  ["an id of another type", (document, random) => changeEntry(document, random, { id: random.pick(values) })],
  ["an id at a limit", (document, random) => changeEntry(document, random, { id: random.pick(atLimits) })],
  ["a hostile id", (document, random) => changeEntry(document, random, { id: random.pick(hostileTexts) })],
  ["an item of another type", (document, random) => pickList(document, random)?.push(random.pick(values))],
  ["a duplicate id", (document, random) => pickList(document, random)?.push({ id: "taken-0", state: "retired" })],
  ["unknown members", (document) => Object.assign(document, { more: [], constructor: 1, toString: null })],
];

function setMember(name: string, choices: readonly Json[]): Change[1] {
  return (document, random) => {
    document[name] = random.pick(choices);
  };
}

function pickList(document: Draft, random: Random): Json[] | undefined {
  const list = document[random.pick(["entries", "pending"])];
  return Array.isArray(list) ? (list as Json[]) : undefined;
}

function changeEntry(document: Draft, random: Random, change: JsonObject): void {
  const list = pickList(document, random);
  if (!list || list.length === 0) return;
  const index = random.below(list.length);
  const entry = list[index];
  if (typeof entry === "object" && entry !== null) list[index] = { ...entry, ...change };
}

const writers: readonly (readonly [name: string, write: (json: string) => string])[] = [
  ["truncated", (json) => json.slice(0, -3)],
  ["empty", () => ""],
  ["an HTML page", () => "<!doctype html>"],
  ["in an array", (json) => `[${json}]`],
  ["null", () => "null"],
  ["with a byte order mark", (json) => `\ufeff${json}`],
  ["with whitespace", (json) => `\n ${json}\t\n`],
  ["a duplicate name", (json) => `{"entries":[],${json.slice(1)}`],
  ["a prototype", (json) => `{"__proto__":{"complete":true,"format":"generator-registry/v1"},${json.slice(1)}`],
  ["at the maximum depth", (json) => `{"more":${"[".repeat(31)}${"]".repeat(31)},${json.slice(1)}`],
  ["too deep", (json) => `{"more":${"[".repeat(32)}${"]".repeat(32)},${json.slice(1)}`],
  ["a lone surrogate", (json) => `{"more":"\\ud800",${json.slice(1)}`],
  ["a number out of range", (json) => `{"more":1e999,${json.slice(1)}`],
];
