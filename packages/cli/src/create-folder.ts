import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Creates a folder and its parents, by default for this user only. Node's own `recursive` option hangs below /proc. */
export function createFolder(folder: string, mode = 0o700): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (reason) {
    // Another command may have created it in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw reason;
  }
}
