import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { formatProjectName, type Project } from "./read-project.ts";
import { isKey, type Login, type StoredAccess } from "./stored-access.ts";
import { readOrigin, readService, type WebAddress } from "./web-address.ts";

/** The option that says where keys and drafts go. */
export interface AccessOptions {
  readonly service?: string;
}

/** Which service a command uses, with which key, and whether its person named it. */
export type Decision =
  /** No setting names a service. */
  | { readonly kind: "none"; readonly logins: readonly Login[] }
  /** Only `assay.json` names it, which anybody may have written, and there is no login for it: it gets no key. */
  | { readonly kind: "suggested"; readonly service: WebAddress }
  | { readonly kind: "named"; readonly service: WebAddress; readonly key: Key | undefined };

/** A key, and where it is from. */
export interface Key {
  readonly text: string;
  readonly from: "ASSAY_KEY" | "assay login";
  /** Whose it is, if a login says so. */
  readonly subject?: string;
}

/**
 * Decides which service is used, with which key, and whether the key may go there: the only place that does. A file of a
 * repository suggests a service; what names it is an option, a variable or a login. Nor does the file choose who gets
 * `ASSAY_KEY`, which is not bound to a service.
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
  const login = stored.logins.find((one) => one.service === service.url);
  if (!isNamed && !login) return { kind: "suggested", service };
  return { kind: "named", service, key: chooseKey({ login, isNamed }, io) };
}

/** The origins of products that the person named; `assay.json` only suggests some. */
export function listNamedProducts({ products }: StoredAccess, { env }: Pick<Io, "env">): readonly string[] {
  const words = (env.ASSAY_PRODUCTS ?? "").split(/[\s,]+/).filter((word) => word !== "");
  return [...words.map((one) => readOrigin(one, "ASSAY_PRODUCTS")), ...products];
}

/** Reads a key that somebody typed or piped. */
export function readKey(text: string, where: string): string {
  const key = text.trim();
  if (isKey(key)) return key;
  const rule =
    key === ""
      ? "has no key"
      : "must be the key and nothing else: one word of visible ASCII characters, without spaces or line breaks";
  throw new Failure(`${where} ${rule}. Nothing was sent. Correct it, and run the command again.`);
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
  const [only, ...others] = logins;
  return only && others.length === 0
    ? { service: readService(only.service, "your login"), isNamed: true }
    : { isNamed: false };
}

// A key is never an argument, because others on the machine can read those.
function chooseKey(
  { login, isNamed }: { readonly login: Login | undefined; readonly isNamed: boolean },
  { env }: Pick<Io, "env">,
): Key | undefined {
  const fromEnv = env.ASSAY_KEY ?? "";
  if (isNamed && fromEnv.trim() !== "") return { text: readKey(fromEnv, "ASSAY_KEY"), from: "ASSAY_KEY" };
  return login && { text: login.key, from: "assay login", subject: login.subject };
}
