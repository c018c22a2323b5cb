import { hash } from "node:crypto";

/** The Cache-Control header of a document whose name changes with its content. */
export const immutableCaching = "public, max-age=31536000, immutable";

/** Returns the strong ETag of a body. */
export function computeEtag(body: string | Uint8Array): string {
  return `"${hash("sha256", body, "base64url")}"`;
}

/** Whether an If-None-Match header contains this ETag, so the caller already has the body (RFC 9110, 13.1.2). */
export function isNotModified(etag: string, ifNoneMatch: string | undefined): boolean {
  const tags = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags?.includes(etag) === true || tags?.includes("*") === true;
}
