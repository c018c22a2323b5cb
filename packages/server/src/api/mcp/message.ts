import { isJsonObject, type Json, type JsonObject } from "@assay/contract";
import { Problem } from "../../problem.ts";

/** The id of a message; null if it could not be read. */
export type RpcId = string | number | null;

/** The parts of a JSON-RPC message that decide how it is answered. The library reads the rest. */
export interface Message {
  readonly id: RpcId;
  readonly method: Json | undefined;
  readonly params: JsonObject;
}

/** Reads these parts of a message. The value can be any JSON. */
export function readMessage(value: Json): Message {
  const { id, method, params } = toObject(value);
  return { id: typeof id === "string" || typeof id === "number" ? id : null, method, params: toObject(params) };
}

function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

// The library's validator takes up to 30 microseconds per unexpected value. Real messages have fewer than 50 values.
const maxValues = 200;

/**
 * Returns the message for the library without the arguments of a tool, because the operation checks them itself.
 * Returns a problem if the rest has too many values.
 */
export function toEnvelope(message: Json): Json | Problem {
  const { method, params } = readMessage(message);
  const hasArguments = method === "tools/call" && isJsonObject(params.arguments);
  const envelope = hasArguments ? { ...(message as JsonObject), params: { ...params, arguments: {} } } : message;
  if (countValues(envelope, maxValues) > maxValues) {
    const detail = `This message has more than ${maxValues} values, not counting the arguments of a tool. Send only the properties that the method defines.`;
    return new Problem("bad-request", detail);
  }
  return envelope;
}

/** Counts a value and all values nested in it; stops soon after the count exceeds `max`. */
function countValues(value: Json, max: number): number {
  let count = 1;
  if (typeof value !== "object" || value === null) return count;
  for (const inner of Object.values(value)) {
    if (count > max) break;
    count += countValues(inner, max - count);
  }
  return count;
}
