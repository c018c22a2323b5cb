import { rmSync, type Stats, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { createFolder } from "../create-folder.ts";
import { readFile } from "../draft/read-file.ts";
import { writeAtomically } from "../draft/write-atomically.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { toPrintable } from "../terminal/to-printable.ts";

/** What `assay` stores for the user: logins, and the products that the user approved at a terminal. */
export interface StoredAccess {
  readonly logins: readonly Login[];
  /** Origins of target products that are allowed to receive a key and packages. */
  readonly products: readonly string[];
}

/** A key for one service. Several services can share an origin, each under a different path. */
export interface Login {
  /** The URL of the service, without a trailing slash. */
  readonly service: string;
  readonly key: string;
  /** The owner of the key, as reported by the service at login. */
  readonly subject: string;
}

type StorageIo = Pick<Io, "env" | "cwd">;

const maxBytes = 1_048_576;
const empty: StoredAccess = { logins: [], products: [] };

/** The user's folder for the configuration or cache of `assay` (XDG); undefined if there is no home directory. */
export function findUserFolder(kind: "config" | "cache", { env }: Pick<Io, "env">): string | undefined {
  const configured = env[`XDG_${kind.toUpperCase()}_HOME`] ?? "";
  // The XDG specification requires relative paths to be ignored.
  if (isAbsolute(configured)) return join(configured, "assay");
  const { HOME: home = "" } = env;
  const folder = isAbsolute(home) ? home : findHomeFolder();
  return folder === undefined ? undefined : join(folder, `.${kind}/assay`);
}

/** Reads the stored access. Refuses a file that other users can read or could have written. */
export function readStoredAccess(io: StorageIo): StoredAccess {
  const file = findAccessFile(io);
  const stats = file === undefined ? undefined : readStats(file);
  if (file === undefined || !stats) return empty;
  const name = toPrintable(file);
  const uid = process.getuid?.();
  if (uid !== undefined && stats.uid !== uid) {
    throw new Failure(
      `${name} should contain your keys, but it belongs to another user, so it was not used. Run assay as that user, or set XDG_CONFIG_HOME to the absolute path of a folder that you own and log in again.`,
    );
  }
  if (uid !== undefined && (stats.mode & 0o077) !== 0) {
    throw new Failure(
      `${name} contains your keys, and other users can read or change it. Make it private with \`chmod 600\`.`,
    );
  }
  const stored = parseStoredAccess(new TextDecoder().decode(readFile(file, io, { maxBytes })));
  if (stored) return stored;
  throw new Failure(`${name} is not in the format that \`assay login\` writes. Remove it, and log in again.`);
}

/** A sentence that lists the logins, none of which is for `address`; empty if there are no logins. */
export function formatOtherLogins({ logins }: Pick<StoredAccess, "logins">, address: string): string {
  const services = logins.map(({ service }) => service).join(", ");
  return services === "" ? "" : ` You are logged in to ${services}; ${address} is another address.`;
}

/** Writes the stored access to a file that only this user can read. Removes the file if nothing is left to store. */
export function writeStoredAccess(stored: StoredAccess, io: StorageIo): void {
  const file = findAccessFile(io);
  if (file === undefined) {
    throw new Failure(
      "There is no home directory to store this in. Set XDG_CONFIG_HOME to the absolute path of a folder that you own.",
    );
  }
  if (stored.logins.length + stored.products.length === 0) {
    rmSync(file, { force: true });
    return;
  }
  try {
    createFolder(dirname(file));
  } catch (reason) {
    throw new Failure(
      `${toPrintable(dirname(file))} cannot be created: ${toPrintable((reason as Error).message)}. Set XDG_CONFIG_HOME to the absolute path of a folder that you can write to.`,
    );
  }
  writeAtomically(file, `${JSON.stringify(stored, null, 2)}\n`, 0o600);
}

function findAccessFile(io: Pick<Io, "env">): string | undefined {
  const folder = findUserFolder("config", io);
  return folder === undefined ? undefined : join(folder, "access.json");
}

function parseStoredAccess(text: string): StoredAccess | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { logins, products } = value as Partial<StoredAccess>;
  if (!Array.isArray(logins) || !isStringArray(products)) return undefined;
  const isLogin = (login: Partial<Login> | null) =>
    typeof login === "object" &&
    login !== null &&
    isStringArray([login.service, login.key, login.subject]) &&
    isKey(login.key);
  return logins.every(isLogin) ? { logins, products } : undefined;
}

function isStringArray(values: readonly unknown[] | undefined): values is readonly string[] {
  return Array.isArray(values) && values.every((value) => typeof value === "string");
}

/** Whether a string has the form of a key: one word of visible ASCII characters. */
export function isKey(text: string | undefined): text is string {
  return text !== undefined && /^[!-~]{1,4096}$/.test(text);
}

function findHomeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

function readStats(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (reason) {
    throw new Failure(
      `${toPrintable(file)}, where your keys are stored, cannot be read: ${toPrintable((reason as Error).message)}. Set HOME or XDG_CONFIG_HOME to the absolute path of a folder that you own.`,
    );
  }
}
