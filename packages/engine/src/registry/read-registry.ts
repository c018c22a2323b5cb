import { type Json, type JsonObject, limits, type Registry } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { type ReadJson, readJson } from "../json/read-json.ts";
import { quoted } from "../text/outside-text.ts";
import { kindOf } from "../wrong-argument.ts";

/** A registry document, or why it is not one. `reason` is a clause, for the end of a sentence. */
export type RegistryRead =
  | { readonly kind: "ok"; readonly document: Registry }
  | { readonly kind: "refused"; readonly reason: string }
  | Extract<ReadJson, { readonly kind: "unreadable" }>;

/**
 * Reads the registry of a product. Whatever could make a taken id look free is refused.
 *
 * @example
 * const read = readRegistry(readFileSync("registry.json"), "datamint");
 * if (read.kind === "ok") engine.validate({ spec, registry: registryFromSnapshot(read.document), candidate });
 */
export function readRegistry(bytes: Uint8Array, targetProduct: string): RegistryRead {
  const read = readJson(bytes, { maxDepth: limits.bodyDepth });
  if (read.kind === "unreadable") return read;
  const reason = isObject(read.value)
    ? faultIn(read.value, targetProduct)
    : `it must be an object, but is ${shown(read.value)}`;
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
