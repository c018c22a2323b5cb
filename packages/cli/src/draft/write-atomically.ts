import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { createFolder } from "../create-folder.ts";
import { Failure } from "../failure.ts";
import { toPrintable } from "../terminal/to-printable.ts";

/**
 * Writes a file so that readers see either the old or the new content, even if this process is killed: it writes a
 * temporary file and renames it. Keeps symbolic links and permissions; a new file gets `newMode`.
 */
export function writeAtomically(path: string, content: string | Uint8Array, newMode = 0o666): void {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  tryToWrite(path, () => {
    const target = statSync(path, { throwIfNoEntry: false }) ? realpathSync(path) : path;
    return replaceFile(target, bytes, newMode);
  });
}

/** Creates a file atomically. Returns false and changes nothing if the name is taken. */
export function writeNew(path: string, content: string): boolean {
  return tryToWrite(path, () => replaceFile(path, Buffer.from(content), 0o666, () => reserveName(path)));
}

function tryToWrite(path: string, run: () => boolean): boolean {
  try {
    createFolder(dirname(path), 0o777);
    return run();
  } catch (reason) {
    throw new Failure(
      `${toPrintable(path)} cannot be written: ${toPrintable((reason as Error).message)}. Nothing was written.`,
    );
  }
}

function replaceFile(path: string, bytes: Uint8Array, newMode: number, canReplace = () => true): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  const temporaryPath = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  const file = openSync(temporaryPath, "wx", mode === undefined ? newMode : mode & 0o777);
  try {
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (mode !== undefined) chmodSync(temporaryPath, mode & 0o7777);
    const isAllowed = canReplace();
    if (isAllowed) renameSync(temporaryPath, path);
    else rmSync(temporaryPath);
    return isAllowed;
  } catch (reason) {
    rmSync(temporaryPath, { force: true });
    throw reason;
  }
}

// Creates an empty file for the content to replace. If several commands try at once, only one succeeds.
function reserveName(path: string): boolean {
  try {
    closeSync(openSync(path, "wx"));
    return true;
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw reason;
  }
}
