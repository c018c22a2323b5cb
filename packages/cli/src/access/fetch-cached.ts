import { hash } from "node:crypto";
import { join } from "node:path";
import { createFolder } from "../create-folder.ts";
import { readFile } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import type { Io } from "../io.ts";
import type { DomainsAccess } from "./open-access.ts";
import { findUserFolder } from "./stored-access.ts";

interface CachedDocument {
  /** Relative to the service URL. */
  readonly path: string;
  /** Identifies the document in the cache; a newer version replaces the older one under the same name. */
  readonly name: string;
  readonly maxBytes: number;
  /** The SHA-256 of its content, if the service has named it. A copy with this digest needs no request. */
  readonly sha256?: string;
}

/**
 * Fetches the current version of a document that a service publishes; undefined if it is too large. A cached copy is
 * used only if the service confirms it. The ETag is the content's SHA-256, so a copy modified on disk is fetched again.
 */
export async function fetchCached(
  { service, fetchPublic }: DomainsAccess,
  { path, name, maxBytes, sha256 }: CachedDocument,
  io: Io,
): Promise<Uint8Array | undefined> {
  const folder = findUserFolder("cache", io);
  const file = folder && join(folder, hash("sha256", service), hash("sha256", name));
  const cached = file === undefined ? undefined : readCached(file, maxBytes);
  const cachedDigest = cached && hash("sha256", cached);
  if (cached && cachedDigest === sha256) return cached;
  const fetched = await fetchPublic(path, maxBytes, cachedDigest && `"${cachedDigest}"`);
  if (fetched === "unchanged") return cached;
  if (fetched === "too-large") return undefined;
  if (file !== undefined) writeCache(file, fetched);
  return fetched;
}

export function readCached(file: string, maxBytes: number): Uint8Array | undefined {
  try {
    return readFile(file, { cwd: "/" }, { maxBytes });
  } catch {
    return undefined;
  }
}

// If the cache cannot be written, the document is fetched each time.
export function writeCache(file: string, bytes: Uint8Array): void {
  try {
    createFolder(join(file, ".."));
    writeAtomically(file, bytes, 0o600);
  } catch {}
}
