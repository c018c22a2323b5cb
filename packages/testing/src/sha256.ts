import { createHash } from "node:crypto";

/** Computes the SHA-256 of a text in UTF-8, in hexadecimal, for `createEngine`. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
