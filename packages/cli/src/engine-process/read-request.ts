import { isJsonObject, type JsonObject } from "@assay/contract";
import { closest, quoted, readJson } from "@assay/engine";
import { ProtocolError } from "./protocol-error.ts";

/** What a caller chooses to find the answer to a request. */
export type RequestId = string | number;

/** A request whose members have the right types; what their texts contain is not known yet. */
export interface EngineRequest {
  readonly operation: Operation;
  readonly specPackage: string;
  readonly next?: string;
  readonly registry?: string;
  readonly candidate?: string;
  readonly proposalPackage?: string;
  readonly fixes?: boolean | "repair";
  readonly upcoming?: boolean;
}

/** What the engine can be asked to do. */
type Operation = keyof typeof members;

const checking = {
  required: ["specPackage", "registry", "candidate"],
  optional: ["next", "fixes", "upcoming"],
} as const;

/** The members of each operation, besides `id` and `operation`. */
const members = {
  compile: { required: ["specPackage"], optional: [] },
  validate: checking,
  build: checking,
  verify: { required: ["specPackage", "registry", "proposalPackage"], optional: [] },
} as const;

/** Characters of an id, which every answer repeats. */
const maxIdLength = 128;

/** Reads a line as an object. Documents are texts inside of it, so nothing in it is nested. */
export function readLine(bytes: Uint8Array): JsonObject {
  const read = readJson(bytes, { maxDepth: 1 });
  if (read.kind === "unreadable") {
    const { code, message, at } = read;
    if (code !== "json-too-deep") throw new ProtocolError({ code, message, at });
    throw new ProtocolError({
      code,
      message: "A request must not contain objects or arrays. Send documents as strings.",
      at,
    });
  }
  if (isJsonObject(read.value)) return read.value;
  throw invalid('A request must be an object. Send { "id": 1, "operation": "compile", ... }.');
}

/** The id of a request, if it has one that can be repeated. */
export function idOf({ id }: JsonObject): RequestId | undefined {
  if (typeof id === "string" && id.length <= maxIdLength) return id;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : undefined;
}

/** Checks the members of a request. Unknown ones are refused: a misspelled option would not have its effect. */
export function readRequest(line: JsonObject): EngineRequest {
  if (idOf(line) === undefined) {
    throw invalid(`\`id\` must be an integer, or a string of at most ${maxIdLength} characters.`, "id");
  }
  const { operation } = line;
  if (typeof operation !== "string" || !Object.hasOwn(members, operation)) {
    throw invalid(`\`operation\` must be one of: ${Object.keys(members).join(", ")}.`, "operation");
  }
  const { required, optional } = members[operation as Operation];
  const known: readonly string[] = ["id", "operation", ...required, ...optional];
  for (const name of Object.keys(line)) {
    if (known.includes(name)) continue;
    const near = closest(name, known);
    const remedy = near === undefined ? `Its members are: ${known.join(", ")}.` : `Did you mean \`${near}\`?`;
    throw invalid(`\`${operation}\` has no member ${quoted(name)}. ${remedy}`);
  }
  for (const name of required) {
    if (!Object.hasOwn(line, name)) throw invalid(`\`${operation}\` needs \`${name}\`, the text of a document.`, name);
  }
  for (const [name, value] of Object.entries(line)) checkType(name, value);
  return line as never;
}

function checkType(name: string, value: unknown): void {
  if (name === "id" || name === "operation") return;
  if (name === "fixes") {
    if (typeof value === "boolean" || value === "repair") return;
    throw invalid('`fixes` must be true, false or "repair".', name);
  }
  if (name === "upcoming") {
    if (typeof value === "boolean") return;
    throw invalid("`upcoming` must be true or false.", name);
  }
  if (typeof value !== "string") throw invalid(`\`${name}\` must be a string: the text of the document.`, name);
}

function invalid(message: string, member?: string): ProtocolError {
  return new ProtocolError({ code: "invalid-request", message, ...(member !== undefined && { member }) });
}
