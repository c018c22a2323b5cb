import { hash } from "node:crypto";
import { join } from "node:path";
import { createFolder } from "../create-folder.ts";
import { readFile } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import type { Io } from "../io.ts";
import type { DomainsAccess } from "./open-access.ts";
import { findUserFolder } from "./stored-access.ts";

interface CachedDocument {
  /** Below the service. */
  readonly path: string;
  /** What it is among the documents of the service: the next one of this name takes its place. */
  readonly name: string;
  readonly maxBytes: number;
}

/**
 * Fetches a document that a service publishes now; undefined if it is too large. A copy from an earlier run is used only if
 * the service confirms it: the ETag of such a document is its SHA-256, so a copy that was changed is fetched again.
 */
export async function fetchCached(
  { service, fetchPublic }: DomainsAccess,
  { path, name, maxBytes }: CachedDocument,
  io: Io,
): Promise<Uint8Array | undefined> {
  const folder = findUserFolder("cache", io);
  const file = folder && join(folder, hash("sha256", service), hash("sha256", name));
  const cached = file === undefined ? undefined : readCached(file, maxBytes);
  const fetched = await fetchPublic(path, maxBytes, cached && `"${hash("sha256", cached)}"`);
  if (fetched === "unchanged") return cached;
  if (fetched === "too-large") return undefined;
  if (file !== undefined) writeCache(file, fetched);
  return fetched;
}

function readCached(file: string, maxBytes: number): Uint8Array | undefined {
  try {
    return readFile(file, { cwd: "/" }, { maxBytes });
  } catch {
    return undefined;
  }
}

// A machine on which nothing can be kept fetches it each time.
function writeCache(file: string, bytes: Uint8Array): void {
  try {
    createFolder(join(file, ".."));
    writeAtomically(file, bytes, 0o600);
  } catch {}
}
