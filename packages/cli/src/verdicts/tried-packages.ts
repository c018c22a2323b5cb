import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCached, writeCache } from "../access/fetch-cached.ts";
import { findUserFolder } from "../access/stored-access.ts";
import type { Io } from "../io.ts";

/**
 * Opens the list of spec packages that this engine has accepted for this user, and that need no second trial. It is a
 * file of digests in the cache folder. Returns undefined if there can be none: sources change without a new version.
 */
export function openTriedPackages(
  io: Io,
): { has(bytes: Uint8Array): boolean; add(bytes: Uint8Array): void } | undefined {
  const folder = findUserFolder("cache", io);
  if (folder === undefined || import.meta.url.endsWith(".ts")) return undefined;
  const file = join(folder, `tried-${io.version()}-${hashBundle()}`);
  // A longer list is not read, so it starts again.
  let digests = new TextDecoder().decode(readCached(file, 65_536));
  return {
    has: (bytes) => digests.includes(hash("sha256", bytes)),
    add(bytes) {
      digests += `${hash("sha256", bytes)}\n`;
      writeCache(file, Buffer.from(digests));
    },
  };
}

function hashBundle(): string {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".js"));
  return hash("sha256", Buffer.concat(files.map((name) => readFileSync(join(import.meta.dirname, name)))));
}
