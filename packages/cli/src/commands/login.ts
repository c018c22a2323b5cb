import { readKey } from "../access/decide-access.ts";
import { fetchKeyOwner } from "../access/open-access.ts";
import { readStoredAccess, writeStoredAccess } from "../access/stored-access.ts";
import { readService } from "../access/web-address.ts";
import { readStdin } from "../draft/read-file.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { toPrintable } from "../terminal/to-printable.ts";

/** Reads a key without showing it, verifies it with the service, and stores it for this service. */
export async function login(address: string, io: Io): Promise<ExitCode> {
  const service = readService(address, "The argument");
  const { url } = service;
  // Reports a problem with the file of stored keys before the user types a key.
  readStoredAccess(io);
  const typedKey = await io.askSecret("What is your key? [not shown]: ");
  io.signal.throwIfAborted();
  // Reading the key from standard input at a terminal would show it.
  if (typedKey === undefined && io.canAsk) throw new Failure("No key was typed. Try again.");
  const text = typedKey ?? new TextDecoder().decode(await readStdin(io, 8_192));
  const key = readKey(text, typedKey === undefined ? "Standard input" : "What you typed");
  const subject = await fetchKeyOwner(service, key, io);
  if (subject === undefined) {
    throw new Failure(
      `${url} answered, but did not name the owner of this key: either it cannot reach its identity service, or it is not an Assay service that checks keys. Nothing was stored. Check the URL; if it is correct, try again in a minute.`,
      exitCode.service,
    );
  }
  const stored = readStoredAccess(io);
  const others = stored.logins.filter((login) => login.service !== url);
  writeStoredAccess({ ...stored, logins: [...others, { service: url, key, subject }] }, io);
  io.out.write(`Logged in to ${url} as ${toPrintable(subject)}.\n`);
  return exitCode.valid;
}
