import { hash } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { readFile } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import type { Io } from "../io.ts";
import { createFolder, userFile } from "../user-files.ts";
import { publishedVersion } from "../version.ts";

/** The spec packages that this engine has admitted for this user: admitting one takes longer than all the rest of a check. */
export interface Admissions {
  has(specPackage: Uint8Array): boolean;
  remember(specPackage: Uint8Array): void;
}

/** For commands whose task it is to check the package, and wherever there is no file to remember anything in. */
export const noAdmissions: Admissions = { has: () => false, remember() {} };

const maxEntries = 256;
const maxBytes = 65_536;

/**
 * Opens them. The file is in the cache directory of the user and is data alone: a line for each package, with the SHA-256
 * of its bytes and the versions of the engine and of Node. Whatever is wrong with it, the package is admitted again.
 */
export function openAdmissions({ env, cwd }: Pick<Io, "env" | "cwd">, engine = publishedVersion()): Admissions {
  const file = userFile("cache", "admitted.txt", { env });
  if (file === undefined || engine === undefined) return noAdmissions;
  const entryOf = (bytes: Uint8Array) => `${hash("sha256", bytes)} ${engine} ${process.version}`;
  const read = () => ignoringFaults(() => readEntries(file, cwd)) ?? [];
  return {
    has: (bytes) => read().includes(entryOf(bytes)),
    remember(bytes) {
      const entry = entryOf(bytes);
      const others = read().filter((one) => one !== entry);
      const lines = [...others, entry].slice(-maxEntries).map((one) => `${one}\n`);
      ignoringFaults(() => {
        createFolder(dirname(file));
        // Otherwise it would keep its permissions, which may be the reason why it was not used.
        rmSync(file, { force: true });
        writeAtomically(file, lines.join(""), 0o600);
      });
    },
  };
}

// A file that others could have written says nothing about what was admitted here.
function readEntries(file: string, cwd: string): readonly string[] {
  const { uid, mode } = statSync(file);
  const own = process.getuid?.();
  if (own !== undefined && (uid !== own || (mode & 0o077) !== 0)) return [];
  const lines = new TextDecoder().decode(readFile(file, { cwd }, { maxBytes })).split("\n");
  return lines.filter((line) => /^[0-9a-f]{64} [\w.+-]{1,64} v[\w.+-]{1,64}$/.test(line));
}

// Without it a check takes longer, and says the same.
function ignoringFaults<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
