import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { formatProjectName, type Project } from "./read-project.ts";
import { isKey, type Login, type StoredAccess } from "./stored-access.ts";
import { readOrigin, readService, type WebAddress } from "./web-address.ts";

/** The option that names the service, which receives keys and drafts. */
export interface AccessOptions {
  readonly service?: string;
}

/** The service that a command uses, its key, and whether the user named the service. */
export type Decision =
  /** No setting names a service. */
  | { readonly kind: "none"; readonly logins: readonly Login[] }
  /** Only `assay.json` names the service. Anyone could have written that file, so without a login it is not trusted. */
  | { readonly kind: "suggested"; readonly service: WebAddress }
  | { readonly kind: "named"; readonly service: WebAddress; readonly key: Key | undefined };

/** A key, and its source. */
export interface Key {
  readonly text: string;
  readonly source: "ASSAY_KEY" | "assay login";
  /** The owner of the key, if it was stored by a login. */
  readonly subject?: string;
  /** Whether `ASSAY_KEY` is set, but only `assay.json` names the service. */
  readonly isInsteadOfVariable?: boolean;
}

/**
 * Decides which service is used, with which key, and whether the key may be sent there. No other code makes this
 * decision. Only an option, a variable or a login can name a service; a file in a repository merely suggests one. That
 * file cannot decide which service gets `ASSAY_KEY` either, because that key is not bound to a service.
 */
export function decideAccess(
  options: AccessOptions,
  {
    project,
    stored,
    io,
  }: { readonly project: Project; readonly stored: StoredAccess; readonly io: Pick<Io, "env" | "cwd"> },
): Decision {
  const { service, isNamed } = chooseService(options, project, stored, io);
  if (!service) return { kind: "none", logins: stored.logins };
  const login = stored.logins.find((other) => other.service === service.url);
  if (!isNamed && !login) return { kind: "suggested", service };
  return { kind: "named", service, key: chooseKey({ login, isNamed }, io) };
}

/** The origins of the target products that the user named. Products in `assay.json` are only suggestions. */
export function listNamedProducts({ products }: StoredAccess, { env }: Pick<Io, "env">): readonly string[] {
  const origins = (env.ASSAY_PRODUCTS ?? "").split(/[\s,]+/).filter((origin) => origin !== "");
  return [...origins.map((origin) => readOrigin(origin, "ASSAY_PRODUCTS")), ...products];
}

/** Reads a key that was typed, piped or set in a variable. `source` names it in messages. */
export function readKey(text: string, source: string): string {
  const key = text.trim();
  if (isKey(key)) return key;
  const problem =
    key === ""
      ? "has no key"
      : "must be the key and nothing else: one word of visible ASCII characters, without spaces or line breaks";
  throw new Failure(`${source} ${problem}. Nothing was sent. Correct it, and run the command again.`);
}

function chooseService(
  { service }: AccessOptions,
  project: Project,
  { logins }: StoredAccess,
  { env, cwd }: Pick<Io, "env" | "cwd">,
): { readonly service?: WebAddress; readonly isNamed: boolean } {
  const fromEnv = env.ASSAY_SERVICE?.trim() ?? "";
  if (service !== undefined) return { service: readService(service, "--service"), isNamed: true };
  if (fromEnv !== "") return { service: readService(fromEnv, "ASSAY_SERVICE"), isNamed: true };
  if (project.service !== undefined) {
    return { service: readService(project.service, `"service" in ${formatProjectName(project, cwd)}`), isNamed: false };
  }
  const [login, ...otherLogins] = logins;
  return login && otherLogins.length === 0
    ? { service: readService(login.service, "your login"), isNamed: true }
    : { isNamed: false };
}

// There is no option for a key, because other users of the machine can read the arguments of a process.
function chooseKey(
  { login, isNamed }: { readonly login: Login | undefined; readonly isNamed: boolean },
  { env }: Pick<Io, "env">,
): Key | undefined {
  const fromEnv = (env.ASSAY_KEY ?? "").trim();
  if (isNamed && fromEnv !== "") return { text: readKey(fromEnv, "ASSAY_KEY"), source: "ASSAY_KEY" };
  if (!login) return undefined;
  return { text: login.key, source: "assay login", subject: login.subject, isInsteadOfVariable: fromEnv !== "" };
}
