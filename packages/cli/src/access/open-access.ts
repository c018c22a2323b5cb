import { AssayError, type Client, createClient } from "@assay/client";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printNote } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";
import { type RequestContext, toFailure } from "../verdicts/to-failure.ts";
import { type AccessOptions, type Decision, decideAccess, type Key, listNamedProducts } from "./decide-access.ts";
import { formatProjectName, type Project, readProject } from "./read-project.ts";
import { formatOtherLogins, readStoredAccess, writeStoredAccess } from "./stored-access.ts";
import { refusePlainHttp, type WebAddress } from "./web-address.ts";

/** Access to the domains and documents that a service publishes for everyone. */
export interface DomainsAccess {
  readonly project: Project;
  readonly service: string;
  listDomains(): ReturnType<Client["listDomains"]>;
  /** Fetches a public document; returns "unchanged" if the given ETag still matches. */
  fetchPublic(path: string, maxBytes: number, etag?: string): Promise<Uint8Array | "unchanged" | "too-large">;
}

/** Access without a key to a service that the user named. `requireKey` returns access with the key. */
export interface NamedAccess extends DomainsAccess {
  readonly hasKey: boolean;
  /** The owner of the key, if it was stored by a login. */
  readonly loggedInAs?: string | undefined;
  /** Returns access with the key. Throws a failure if there is no key; `alternative` ends its message. */
  requireKey(alternative?: string): Access;
}

/** Access to a service that the user named, with their key. */
export interface Access extends Omit<DomainsAccess, "fetchPublic"> {
  readonly keyFrom: Key["source"];
  /** The owner of the key; undefined if the service does not return it. */
  subject(): Promise<string | undefined>;
  /** Calls the service. The client can also send requests to the products that `approveProduct` returned. */
  call<Result>(label: string, run: (client: Client) => Promise<Result>): Promise<Result>;
  /** Returns a submission URL's origin if the user approves it; undefined if they say no. A service cannot choose it. */
  approveProduct(submissionUrl: string, payload?: string): Promise<string | undefined>;
}

/** Opens the service for a command that sends no key. */
export function openDomains(options: AccessOptions, io: Io): DomainsAccess {
  const project = readProject(io);
  const decision = decideAccess(options, { project, stored: readStoredAccess(io), io });
  if (decision.kind === "none") throw toNoServiceFailure(decision);
  return createDomainsAccess(decision.service, project, io);
}

/** Opens the service for a command that might need the key later, so the user must have named the service. */
export function openNamed(
  options: AccessOptions,
  io: Io,
  [project, ...others]: readonly [Project, ...Project[]] = [readProject(io)],
): NamedAccess {
  const { service, key } = decideNamed(options, project, io);
  for (const other of others) checkSameService(service, other, options, io);
  return {
    ...createDomainsAccess(service, project, io),
    hasKey: key !== undefined,
    loggedInAs: key?.subject,
    requireKey(alternative = "") {
      if (key?.isInsteadOfVariable) {
        const text = `ASSAY_KEY is ignored: only assay.json names ${service.url}, so your login there is used. To use the variable, name the service in ASSAY_SERVICE too.`;
        printNote(text, io);
      }
      if (key) return createAccess({ service, key, project, io });
      const otherLogins = formatOtherLogins(readStoredAccess(io), service.url);
      throw new Failure(
        `This command needs a key from the identity service (ai_...) for ${service.url}.${otherLogins} Log in there with \`assay login\`, or set ASSAY_KEY.${alternative}`,
      );
    },
  };
}

/** Opens the service for a command that sends the key. */
export function openAccess(options: AccessOptions, io: Io): Access {
  return openNamed(options, io).requireKey();
}

// Refuses drafts whose `assay.json` files name different services, unless --service names one for all of them.
function checkSameService({ url, setting }: WebAddress, project: Project, options: AccessOptions, io: Io): void {
  const decision = decideAccess(options, { project, stored: readStoredAccess(io), io });
  if (decision.kind === "none" || decision.service.url === url) return;
  const { service } = decision;
  throw new Failure(
    `These files belong to two services: ${url} (${setting}) and ${service.url} (${service.setting}). Run the command once for each service, or send all files to the first one with --service.`,
  );
}

interface AccessParts {
  readonly service: WebAddress;
  readonly key: Key;
  readonly project: Project;
  readonly io: Io;
}

function createAccess({ service, key, project, io }: AccessParts): Access {
  const products = new Set<string>();
  const call: Access["call"] = (label, run) =>
    explainErrors(
      withProgress(io, label, (onWait) => {
        return run(createClient({ service: service.url, key: key.text, products: [...products], onWait }));
      }),
      { service, keyFrom: key.source },
    );
  return {
    project,
    service: service.url,
    keyFrom: key.source,
    call,
    listDomains: () => call(`Waiting for ${service.url}`, (client) => client.listDomains({ signal: io.signal })),
    async subject() {
      if (key.subject !== undefined) return key.subject;
      try {
        // One short attempt, because the answer is optional.
        const client = createClient({ service: service.url, key: key.text, maxAttempts: 1, timeoutMs: 5_000 });
        return (await client.listDomains({ signal: io.signal })).caller?.subject;
      } catch (reason) {
        if (io.signal.aborted) throw reason;
        return undefined;
      }
    },
    async approveProduct(submissionUrl, payload = "the package and your key") {
      const origin = await decideProduct(submissionUrl, project, { io, payload });
      if (origin !== undefined) products.add(origin);
      return origin;
    },
  };
}

/** Asks a service who owns a key that was just entered; undefined if the service does not return it. */
export async function fetchKeyOwner(service: WebAddress, key: string, io: Io): Promise<string | undefined> {
  const domains = withProgress(io, `Waiting for ${service.url}`, (onWait) =>
    createClient({ service: service.url, key, onWait }).listDomains({ signal: io.signal }),
  );
  return (await explainErrors(domains, { service })).caller?.subject;
}

function createDomainsAccess(service: WebAddress, project: Project, io: Io): DomainsAccess {
  const { url } = service;
  // One call is enough for a command.
  let domains: ReturnType<Client["listDomains"]> | undefined;
  const call = <Result>(run: (client: Client) => Promise<Result>, maxAnswerBytes?: number) =>
    explainErrors(
      withProgress(io, `Waiting for ${url}`, (onWait) => run(createClient({ service: url, onWait, maxAnswerBytes }))),
      { service },
    );
  return {
    project,
    service: url,
    listDomains() {
      domains ??= call((client) => client.listDomains({ signal: io.signal }));
      return domains;
    },
    fetchPublic: (path, maxBytes, etag) =>
      call(async (client) => {
        try {
          return (await client.fetchPublic(path, { signal: io.signal, etag })) ?? "unchanged";
        } catch (reason) {
          if (reason instanceof AssayError && reason.code === "answer-too-large") return "too-large";
          throw reason;
        }
      }, maxBytes),
  };
}

// Adds the settings that chose the address and the key to the client's error message.
async function explainErrors<Result>(call: Promise<Result>, context: RequestContext): Promise<Result> {
  return await call.catch((reason: unknown) => {
    throw toFailure(reason, context) ?? reason;
  });
}

function decideNamed(options: AccessOptions, project: Project, io: Io): Extract<Decision, { kind: "named" }> {
  const stored = readStoredAccess(io);
  const decision = decideAccess(options, { project, stored, io });
  if (decision.kind === "named") return decision;
  if (decision.kind === "none") throw toNoServiceFailure(decision);
  const { url } = decision.service;
  throw new Failure(
    `Nothing was sent. ${formatProjectName(project, io.cwd)} names the service ${url}, but someone else may have written that file, so a person has to name the service.${formatOtherLogins(stored, url)} If you are an agent, ask the person you work for. If it is the right service, log in there with \`assay login\`, or set ASSAY_SERVICE.`,
  );
}

async function decideProduct(
  submissionUrl: string,
  project: Project,
  { io, payload }: { readonly io: Io; readonly payload: string },
): Promise<string | undefined> {
  const url = URL.parse(submissionUrl);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    const message = `The service names ${JSON.stringify(submissionUrl)} as the submission URL, which is not a web address. Nothing was sent there. Tell the operator of the service.`;
    throw new Failure(message, exitCode.service);
  }
  refusePlainHttp(url, "The target product", "Tell the operator of the service.");
  const { origin } = url;
  if (listNamedProducts(readStoredAccess(io), io).includes(origin)) return origin;
  const isSuggested = project.products?.some((product) => URL.parse(product)?.origin === origin);
  const source = isSuggested ? `the service and ${formatProjectName(project, io.cwd)} name` : "the service names";
  const question = `${origin} would get ${payload}: ${source} it.\nIs it the target product? [y/N]: `;
  if (await askYesNo(question, io)) {
    // Another command may have changed the file while the question was open.
    const stored = readStoredAccess(io);
    writeStoredAccess({ ...stored, products: [...stored.products, origin] }, io);
    return origin;
  }
  if (io.canAsk) {
    io.err.write("Nothing was sent.\n");
    return undefined;
  }
  throw new Failure(
    `Nothing was sent. ${origin} would get ${payload}, and you have not named it as a target product. If you are an agent, ask the person you work for. If it is the right product, name it in ASSAY_PRODUCTS.`,
  );
}

/** Asks a yes-or-no question; no answer means no. */
export async function askYesNo(question: string, io: Io): Promise<boolean> {
  const answer = await io.ask(question);
  io.signal.throwIfAborted();
  return /^y(es)?$/i.test(answer?.trim() ?? "");
}

function toNoServiceFailure({ logins }: Extract<Decision, { kind: "none" }>): Failure {
  if (logins.length > 1) {
    const services = logins.map(({ service }) => service).join(", ");
    return new Failure(
      `Which Assay service should be used? You are logged in to ${services}. Name one with --service, or in ASSAY_SERVICE.`,
    );
  }
  return new Failure(
    "Which Assay service should be used? Log in to it with `assay login`, or name it in ASSAY_SERVICE or assay.json, or with --service.",
  );
}
