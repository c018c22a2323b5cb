import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { findClosest } from "@assay/engine";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { toPrintable } from "../terminal/to-printable.ts";

interface ReadFileOptions {
  readonly maxBytes: number;
  /** Whether the command reads standard input if the name is `-`. If so, error messages suggest it. */
  readonly acceptsStdin?: boolean;
  /** Whether a shell could have expanded the name from a pattern. Links that lead away are then refused. */
  readonly isOperand?: boolean;
}

/** Reads a file that an argument names; throws a failure with the reason if it cannot be read. */
export function readFile(path: string, { cwd }: Pick<Io, "cwd">, options: ReadFileOptions): Uint8Array {
  const { maxBytes, acceptsStdin = false, isOperand = false } = options;
  const absolute = resolve(cwd, path);
  const name = formatPath(absolute, cwd);
  let file: number | undefined;
  try {
    if (isOperand && leadsAway(absolute, cwd)) {
      const realPath = toPrintable(realpathSync(absolute));
      throw new Failure(
        `${name} leads out of its folder through a symbolic link, which may come from the author of the folder. If you mean that file, name it directly: ${realPath}`,
      );
    }
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    file = openSync(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new Failure(`${name} is a directory. Name a file in it.`);
    if (!stats.isFile()) {
      const remedy = acceptsStdin
        ? "Write - instead of a name to read standard input."
        : "Save its content as a file first.";
      throw new Failure(`${name} is ${describeFileType(stats)}, and only files are read. ${remedy}`);
    }
    const bytes = readAtMost(file, maxBytes + 1);
    if (bytes.length > maxBytes) throw toTooLargeFailure(name, maxBytes);
    return bytes;
  } catch (reason) {
    if (reason instanceof Failure) throw reason;
    throw new Failure(explainReadError(reason as NodeJS.ErrnoException, name, absolute));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Removes the UTF-8 byte order mark that some editors write. */
export function stripByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** Reads standard input; throws a failure if it has more than `maxBytes`. */
export async function readStdin(io: Pick<Io, "readStdin">, maxBytes: number): Promise<Uint8Array> {
  const bytes = await io.readStdin(maxBytes + 1);
  if (bytes.length > maxBytes) throw toTooLargeFailure("Standard input", maxBytes);
  return bytes;
}

/**
 * Whether links lead an absolute path out of the current folder. If the path is not below that folder, they must not
 * lead out of the folder that both share, nor out of the path's own folder.
 */
export function leadsAway(path: string, cwd: string): boolean {
  // The system makes these links.
  if (/^\/dev\/(stdin|fd\/\d+)$/.test(path)) return false;
  let shared = cwd;
  while (!isBelow(path, shared) && shared !== dirname(shared)) shared = dirname(shared);
  const folders = shared === cwd ? [cwd] : [shared, dirname(path)];
  return folders.some((folder) => isBelow(path, folder) && !isInside(path, folder));
}

/** Whether a path is below a folder after all links are resolved. */
export function isInside(path: string, folder: string): boolean {
  return isBelow(realpathSync(path), realpathSync(folder));
}

/** Whether a path is below a folder, without resolving links. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** A path for messages: relative if it is below the current folder, otherwise absolute. */
export function formatPath(absolute: string, cwd: string): string {
  const short = relative(cwd, absolute);
  return toPrintable(short === "" || short.startsWith("..") || isAbsolute(short) ? absolute : short);
}

// Does not rely on the size that the file system reports: it is 0 for some files, and a file can grow.
function readAtMost(file: number, maxBytes: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let remaining = maxBytes;
  while (remaining > 0) {
    const part = Buffer.allocUnsafe(Math.min(remaining, 65_536));
    const length = readSync(file, part);
    if (length === 0) break;
    parts.push(part.subarray(0, length));
    remaining -= length;
  }
  return Buffer.concat(parts);
}

function describeFileType(stats: Stats): string {
  if (stats.isFIFO()) return "a named pipe";
  return stats.isSocket() ? "a socket" : "a device";
}

function toTooLargeFailure(name: string, maxBytes: number): Failure {
  return new Failure(`${name} has more than the maximum of ${maxBytes} bytes. Check that it is the right content.`);
}

function suggestName(absolute: string): string | undefined {
  try {
    const name = basename(absolute);
    // A broken link is listed too.
    const others = readdirSync(dirname(absolute)).filter((other) => other !== name);
    const closest = findClosest(name, others);
    return closest === undefined ? undefined : `Did you mean ${toPrintable(closest)}?`;
  } catch {
    return undefined;
  }
}

function explainReadError({ code, message }: NodeJS.ErrnoException, name: string, absolute: string): string {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return `There is no file ${name}. ${suggestName(absolute) ?? "Check the spelling and the folder."}`;
    case "EACCES":
    case "EPERM":
      return `${name} cannot be read: permission denied. Ask its owner, or name another file.`;
    // A socket, or a device without a driver.
    case "ENXIO":
      return `${name} is not a file, and only files are read.`;
    default:
      return `${name} cannot be read: ${toPrintable(message)}.`;
  }
}
