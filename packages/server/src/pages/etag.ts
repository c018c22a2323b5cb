import { hash } from "node:crypto";

/** The Cache-Control header of a document whose name changes with its content. */
export const immutableCaching = "public, max-age=31536000, immutable";

/** Returns the strong ETag of a body. */
export function computeEtag(body: string | Uint8Array): string {
  return `"${hash("sha256", body, "base64url")}"`;
}

/** Whether an If-None-Match header names this ETag, so that the caller has the body already (RFC 9110, 13.1.2). */
export function isNotModified(etag: string, ifNoneMatch: string | undefined): boolean {
  const known = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known?.includes(etag) === true || known?.includes("*") === true;
}
