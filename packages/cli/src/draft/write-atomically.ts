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
import { Failure } from "../failure.ts";
import { printable } from "../terminal/printable.ts";
import { createFolder } from "../user-files.ts";

/**
 * Writes a file such that whoever reads it sees all of the old content or all of the new one, also if this process is
 * killed: a new file beside it takes its name. A link stays a link, and the permissions stay; a new file has `newMode`.
 */
export function writeAtomically(path: string, content: string | Uint8Array, newMode = 0o666): void {
  try {
    createFolder(dirname(path), 0o777);
    replace(realPathOf(path), typeof content === "string" ? Buffer.from(content) : content, newMode);
  } catch (reason) {
    throw new Failure(
      `${printable(path)} cannot be written: ${printable((reason as Error).message)}. Nothing was written.`,
    );
  }
}

function replace(path: string, bytes: Uint8Array, newMode: number): void {
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
    renameSync(temporary, path);
  } catch (reason) {
    rmSync(temporary, { force: true });
    throw reason;
  }
}

function realPathOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? realpathSync(path) : path;
}
