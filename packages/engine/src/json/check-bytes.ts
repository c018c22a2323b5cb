import { createArgumentError, describeKind } from "../argument-error.ts";

/** Throws unless the value is bytes. In a decoded string, errors such as invalid UTF-8 could no longer be detected. */
export function checkBytes(bytes: unknown): asserts bytes is Uint8Array {
  // Unlike `instanceof`, the tag also identifies bytes from another realm.
  if (Object.prototype.toString.call(bytes) === "[object Uint8Array]") return;
  const remedy =
    typeof bytes === "string"
      ? "Pass the bytes as they were received, or new TextEncoder().encode(text)."
      : "Pass the bytes of the JSON document, for instance from readFileSync or new Uint8Array(arrayBuffer).";
  throw createArgumentError("bytes", "a Uint8Array", describeKind(bytes), remedy);
}
