import type { Json, JsonObject } from "@assay/contract";

/** What names a message to its sender; null where it could not be read. */
export type RpcId = string | number | null;

/** The parts of a message of JSON-RPC that decide its way; everything else is the library's business. */
export interface Message {
  readonly id: RpcId;
  readonly method: Json | undefined;
  readonly params: JsonObject;
}

/** Reads them from anything. */
export function readMessage(value: Json): Message {
  const { id, method, params } = asObject(value);
  return { id: typeof id === "string" || typeof id === "number" ? id : null, method, params: asObject(params) };
}

function asObject(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
