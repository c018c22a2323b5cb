import { type Json, type JsonObject, limits, type Registry } from "@assay/contract";
import { describeKind } from "../argument-error.ts";
import { isObject, readMember } from "../json/json.ts";
import { type ReadJsonResult, readJson } from "../json/read-json.ts";
import { quote } from "../text/sanitize-text.ts";

/** A registry document, or why it cannot be used. `reason` is a clause for the end of a sentence. */
export type ReadRegistryResult =
  | { readonly kind: "ok"; readonly document: Registry }
  | { readonly kind: "refused"; readonly reason: string }
  | Extract<ReadJsonResult, { readonly kind: "unreadable" }>;

/**
 * Reads a product's registry. Refuses everything that could make a taken id look free.
 *
 * @example
 * const read = readRegistry(readFileSync("registry.json"), "datamint");
 * if (read.kind === "ok") engine.validate({ spec, registry: registryFromSnapshot(read.document), candidate });
 */
export function readRegistry(bytes: Uint8Array, targetProduct: string): ReadRegistryResult {
  const read = readJson(bytes, { maxDepth: limits.bodyDepth });
  if (read.kind === "unreadable") return read;
  const reason = isObject(read.value)
    ? findFault(read.value, targetProduct)
    : `it must be an object, but is ${describeActual(read.value)}`;
  return reason === undefined ? { kind: "ok", document: read.value as never } : { kind: "refused", reason };
}

const format = "generator-registry/v1";
const states: readonly unknown[] = ["active", "retired", "reserved"] satisfies Registry["entries"][number]["state"][];

function findFault(document: JsonObject, targetProduct: string): string | undefined {
  for (const [name, value] of [
    ["format", format],
    ["targetProduct", targetProduct],
    // An incomplete registry would make taken ids look free.
    ["complete", true],
  ] as const) {
    const actual = readMember(document, name);
    if (actual !== value) return describeMismatch(name, typeof value === "string" ? quote(value) : "true", actual);
  }
  const revision = readMember(document, "revision");
  if (typeof revision !== "string" || !/^[ -~]{1,128}$/.test(revision))
    return describeMismatch("revision", "a string of 1 to 128 printable ASCII characters", revision);
  return findListFault(document, "entries", true) ?? findListFault(document, "pending", false);
}

function findListFault(document: JsonObject, name: string, hasStates: boolean): string | undefined {
  const list = readMember(document, name);
  if (!Array.isArray(list)) return describeMismatch(name, "an array", list);
  const max = limits.registry.entries;
  if (list.length > max) return `\`${name}\` may have at most ${max} items, but has ${list.length}`;
  for (const [index, entry] of list.entries()) {
    const path = `${name}/${index}`;
    if (!isObject(entry)) return describeMismatch(path, "an object", entry);
    const [id, state] = [readMember(entry, "id"), readMember(entry, "state")];
    if (!isShortText(id, maxId)) return describeMismatch(`${path}/id`, describeShortText(maxId), id);
    if (hasStates && !states.includes(state))
      return describeMismatch(`${path}/state`, "active, retired or reserved", state);
  }
  return undefined;
}

const maxId = limits.schema.generatorIdLength;

function describeShortText(maxCodePoints: number): string {
  return `a string of 1 to ${maxCodePoints} characters`;
}

function isShortText(value: Json | undefined, maxCodePoints: number): boolean {
  if (typeof value !== "string" || value === "") return false;
  return value.length <= maxCodePoints || (value.length <= 2 * maxCodePoints && [...value].length <= maxCodePoints);
}

function describeMismatch(path: string, expected: string, actual: Json | undefined): string {
  return `\`${path}\` must be ${expected}, but is ${describeActual(actual)}`;
}

function describeActual(value: Json | undefined): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return quote(value);
  return typeof value === "object" ? describeKind(value) : String(value);
}
