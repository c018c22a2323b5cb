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
import { printable } from "../terminal/printable.ts";

/**
 * Writes a file such that whoever reads it sees all of the old content or all of the new one, also if this process is
 * killed: a new file beside it takes its name. A link stays a link, and the permissions stay; a new file has `newMode`.
 */
export function writeAtomically(path: string, content: string | Uint8Array, newMode = 0o666): void {
  write(path, () => replace(realPathOf(path), typeof content === "string" ? Buffer.from(content) : content, newMode));
}

/** The same for a new file: false if something has this name by now, which stays as it is. */
export function writeNew(path: string, content: string): boolean {
  return write(path, () => replace(path, Buffer.from(content), 0o666, () => takeName(path)));
}

function write(path: string, run: () => boolean): boolean {
  try {
    createFolder(dirname(path), 0o777);
    return run();
  } catch (reason) {
    throw new Failure(
      `${printable(path)} cannot be written: ${printable((reason as Error).message)}. Nothing was written.`,
    );
  }
}

function replace(path: string, bytes: Uint8Array, newMode: number, mayReplace = () => true): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  const file = openSync(temporary, "wx", mode === undefined ? newMode : mode & 0o777);
  try {
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (mode !== undefined) chmodSync(temporary, mode & 0o7777);
    const isAllowed = mayReplace();
    if (isAllowed) renameSync(temporary, path);
    else rmSync(temporary);
    return isAllowed;
  } catch (reason) {
    rmSync(temporary, { force: true });
    throw reason;
  }
}

// Of several commands only one can: an empty file, which the content then replaces.
function takeName(path: string): boolean {
  try {
    closeSync(openSync(path, "wx"));
    return true;
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw reason;
  }
}

function realPathOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? realpathSync(path) : path;
}
