import { readFileSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printable } from "../text/printable.ts";

/** Reads a file that an argument names, or says why it cannot be read and what to type. */
export function readFile(path: string, { cwd }: Pick<Io, "cwd">, maxBytes: number): Uint8Array {
  const absolute = resolve(cwd, path);
  const name = shownPath(absolute, cwd);
  try {
    const stats = statSync(absolute);
    if (stats.isDirectory()) {
      throw new Failure(`${name} is a directory. Name files: ${name}/*.json`);
    }
    if (stats.size > maxBytes) {
      const size = `${name} has ${stats.size} bytes; at most ${maxBytes} are accepted.`;
      throw new Failure(`${size} Is it the right file?`, { exitCode: exitCode.invalid });
    }
    return readFileSync(absolute);
  } catch (reason) {
    if (reason instanceof Failure) throw reason;
    throw new Failure(reasonOf(reason as NodeJS.ErrnoException, name));
  }
}

/** A path as its user knows it: relative to where the command runs if it is below. */
export function shownPath(absolute: string, cwd: string): string {
  const short = relative(cwd, absolute);
  return printable(short === "" || short.startsWith("..") || isAbsolute(short) ? absolute : short);
}

function reasonOf({ code, message }: NodeJS.ErrnoException, name: string): string {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return `There is no file ${name}. Check the spelling and the folder.`;
    case "EACCES":
    case "EPERM":
      return `${name} may not be read. Check its permissions.`;
    default:
      return `${name} cannot be read: ${printable(message)}.`;
  }
}
