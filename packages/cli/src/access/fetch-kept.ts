import { hash } from "node:crypto";
import { join } from "node:path";
import { createFolder } from "../create-folder.ts";
import { readFile } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import type { Io } from "../io.ts";
import type { DomainsAccess } from "./open-access.ts";
import { ownFolder } from "./stored-access.ts";

interface KeptDocument {
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
export async function fetchKept(
  { service, fetchPublic }: DomainsAccess,
  { path, name, maxBytes }: KeptDocument,
  io: Io,
): Promise<Uint8Array | undefined> {
  const folder = ownFolder("cache", io);
  const file = folder && join(folder, hash("sha256", service), hash("sha256", name));
  const kept = file === undefined ? undefined : readKept(file, maxBytes);
  const fetched = await fetchPublic(path, maxBytes, kept && `"${hash("sha256", kept)}"`);
  if (fetched === "unchanged") return kept;
  if (fetched === "too-large") return undefined;
  if (file !== undefined) keep(file, fetched);
  return fetched;
}

function readKept(file: string, maxBytes: number): Uint8Array | undefined {
  try {
    return readFile(file, { cwd: "/" }, { maxBytes });
  } catch {
    return undefined;
  }
}

// A machine on which nothing can be kept fetches it each time.
function keep(file: string, bytes: Uint8Array): void {
  try {
    createFolder(join(file, ".."));
    writeAtomically(file, bytes, 0o600);
  } catch {}
}
