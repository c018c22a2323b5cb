import { mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { Io } from "./io.ts";

const directories = {
  config: { variable: "XDG_CONFIG_HOME", below: ".config" },
  cache: { variable: "XDG_CACHE_HOME", below: ".cache" },
} as const;

/** Where a file is that `assay` keeps for this user (XDG); undefined if there is no home directory. */
export function userFile(kind: keyof typeof directories, name: string, { env }: Pick<Io, "env">): string | undefined {
  const { variable, below } = directories[kind];
  const { [variable]: configured = "", HOME: home = "" } = env;
  // The specification of XDG has relative paths ignored.
  if (isAbsolute(configured)) return join(configured, "assay", name);
  const folder = isAbsolute(home) ? home : homeOfUser();
  return folder === undefined ? undefined : join(folder, below, "assay", name);
}

/** Creates a folder, for this user alone unless told otherwise, and those above it. Not all at once: below /proc, Node would try for ever. */
export function createFolder(folder: string, mode = 0o700): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (reason) {
    // Another command may have created it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw reason;
  }
}

function homeOfUser(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
