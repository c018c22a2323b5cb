import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

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
