import { createArgumentError, describeKind } from "./argument-error.ts";

/**
 * Returns the SHA-256 of a string's UTF-8 bytes as 64 lowercase hexadecimal digits, synchronously.
 *
 * @example
 * const sha256: Sha256 = (text) => hash("sha256", text); // `hash` of node:crypto
 */
export type Sha256 = (text: string) => string;

/** Tests the function with one call: if it were asynchronous or returned bytes, digests would be incorrect. */
export function checkSha256(sha256: unknown): asserts sha256 is Sha256 {
  const createError = (found: string) =>
    createArgumentError("sha256", "a function that returns 64 lowercase hexadecimal digits", found, remedy);
  if (typeof sha256 !== "function") throw createError(describeKind(sha256));
  const digest: unknown = sha256("");
  if (typeof digest === "string" && /^[0-9a-f]{64}$/.test(digest)) return;
  throw createError(`one that returns ${typeof digest === "string" ? "another string" : describeKind(digest)}`);
}

const remedy = 'Pass a synchronous one, such as `(text) => hash("sha256", text)` with `hash` from node:crypto.';
