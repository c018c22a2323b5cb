import { type Json, type JsonObject, limits, type Registry, type RegistryRange } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { type ReadJson, readJson } from "../json/read-json.ts";
import type { Sha256 } from "../sha256.ts";
import { quoted } from "../text/outside-text.ts";
import { kindOf, wrongArgument } from "../wrong-argument.ts";
import { lookalikeKey } from "./comparison-key.ts";
import { rangeOf } from "./registry-from-ranges.ts";

/** A registry document, or why it is not one. `reason` is a clause, for the end of a sentence. */
export type RegistryRead<Document> =
  | { readonly kind: "ok"; readonly document: Document }
  | { readonly kind: "refused"; readonly reason: string }
  | Extract<ReadJson, { readonly kind: "unreadable" }>;

/**
 * Reads the whole registry of a product. Whatever could make a taken id look free is refused.
 *
 * @example
 * const read = readRegistry(readFileSync("registry.json"), "datamint");
 * if (read.kind === "ok") engine.validate({ spec, registry: registryFromSnapshot(read.document), candidate });
 */
export function readRegistry(bytes: Uint8Array, targetProduct: string): RegistryRead<Registry> {
  checkName(targetProduct, "targetProduct", "Pass the name of the product.");
  return readDocument(bytes, (document) => {
    // A range has the members of a registry, but almost none of its ids.
    if (Object.hasOwn(document, "range")) return "it is one range of a registry, not the whole registry";
    return faultIn(document, targetProduct);
  });
}

/** Which range is expected. */
export interface RangeExpected {
  readonly targetProduct: string;
  /** The name of the range. */
  readonly range: string;
  /**
   * The same function as the engine's, to check that each id belongs to this range. Leave it out only for ranges from a
   * service that has checked them.
   */
  readonly sha256?: Sha256;
}

/**
 * Reads one range of the registry of a product.
 *
 * @example
 * const read = readRegistryRange(bytes, { targetProduct: "datamint", range: "48d78", sha256 });
 */
export function readRegistryRange(
  bytes: Uint8Array,
  { targetProduct, range, sha256 }: RangeExpected,
): RegistryRead<RegistryRange> {
  checkName(targetProduct, "targetProduct", "Pass the name of the product.");
  checkName(range, "range", "Pass what rangeOf returns.");
  return readDocument(bytes, (document) => {
    const found = member(document, "range");
    if (found !== range) return expected("range", quoted(range), found);
    return faultIn(document, targetProduct) ?? (sha256 && misplacedIn(document as never, sha256));
  });
}

function checkName(value: unknown, argument: string, remedy: string): void {
  if (typeof value === "string") return;
  throw wrongArgument({ argument, expected: "a string", found: kindOf(value), remedy });
}

function readDocument<Document>(
  bytes: Uint8Array,
  findFault: (document: JsonObject) => string | undefined,
): RegistryRead<Document> {
  const read = readJson(bytes, { maxDepth: limits.bodyDepth });
  if (read.kind === "unreadable") return read;
  const reason = isObject(read.value) ? findFault(read.value) : `it must be an object, but is ${shown(read.value)}`;
  return reason === undefined ? { kind: "ok", document: read.value as never } : { kind: "refused", reason };
}

const format = "generator-registry/v1";
const states: readonly unknown[] = ["active", "retired", "reserved"] satisfies Registry["entries"][number]["state"][];

function faultIn(document: JsonObject, targetProduct: string): string | undefined {
  for (const [name, value] of [
    ["format", format],
    ["targetProduct", targetProduct],
    // An incomplete registry would make taken ids look free.
    ["complete", true],
  ] as const) {
    const found = member(document, name);
    if (found !== value) return expected(name, typeof value === "string" ? quoted(value) : "true", found);
  }
  const revision = member(document, "revision");
  if (!isShortText(revision, maxRevision)) return expected("revision", shortText(maxRevision), revision);
  return faultInList(document, "entries", true) ?? faultInList(document, "pending", false);
}

function faultInList(document: JsonObject, name: string, haveStates: boolean): string | undefined {
  const list = member(document, name);
  if (!Array.isArray(list)) return expected(name, "an array", list);
  const max = limits.registry.entries;
  if (list.length > max) return `\`${name}\` may have at most ${max} items, but has ${list.length}`;
  for (const [index, entry] of list.entries()) {
    const at = `${name}/${index}`;
    if (!isObject(entry)) return expected(at, "an object", entry);
    const [id, state] = [member(entry, "id"), member(entry, "state")];
    if (!isShortText(id, maxId)) return expected(`${at}/id`, shortText(maxId), id);
    if (haveStates && !states.includes(state)) return expected(`${at}/state`, "active, retired or reserved", state);
  }
  return undefined;
}

// A registry that is cut in another way has its ids in other ranges: taken ids would look free.
function misplacedIn({ range, entries, pending }: RegistryRange, sha256: Sha256): string | undefined {
  for (const { id } of [...entries, ...pending]) {
    const own = rangeOf(lookalikeKey(id), sha256);
    if (own !== range) return `${quoted(id)} belongs to range ${quoted(own)}, not to ${quoted(range)}`;
  }
  return undefined;
}

const maxRevision = 128;
const maxId = limits.schema.generatorIdLength;

function shortText(maxCodePoints: number): string {
  return `a string of 1 to ${maxCodePoints} characters`;
}

function isShortText(value: Json | undefined, maxCodePoints: number): boolean {
  if (typeof value !== "string" || value === "") return false;
  return value.length <= maxCodePoints || (value.length <= 2 * maxCodePoints && [...value].length <= maxCodePoints);
}

function expected(name: string, what: string, found: Json | undefined): string {
  return `\`${name}\` must be ${what}, but is ${shown(found)}`;
}

function shown(found: Json | undefined): string {
  if (found === undefined) return "missing";
  if (typeof found === "string") return quoted(found);
  return typeof found === "object" ? kindOf(found) : String(found);
}
