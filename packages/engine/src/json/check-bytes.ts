import { createArgumentError, describeKind } from "../argument-error.ts";

/** Refuses anything but bytes: a string has lost what strict reading is about, such as bytes that are not UTF-8. */
export function checkBytes(bytes: unknown): asserts bytes is Uint8Array {
  // By its tag, so that bytes of another realm count as well.
  if (Object.prototype.toString.call(bytes) === "[object Uint8Array]") return;
  const remedy =
    typeof bytes === "string"
      ? "Pass the bytes as they were received, or new TextEncoder().encode(text)."
      : "Pass the bytes of the JSON document, for instance from readFileSync or new Uint8Array(arrayBuffer).";
  throw createArgumentError("bytes", "a Uint8Array", describeKind(bytes), remedy);
}
