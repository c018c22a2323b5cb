import { AssayError, type Client, createClient } from "@assay/client";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { withProgress } from "../terminal/progress.ts";
import { type Asked, toFailure } from "../verdicts/to-failure.ts";
import { type AccessOptions, type Decision, decideAccess, type Key, namedProducts } from "./decide-access.ts";
import { type Project, projectName, readProject } from "./read-project.ts";
import { loggedInElsewhere, readStored, writeStored } from "./stored-access.ts";
import { refusePlain, type WebAddress } from "./web-address.ts";

/** A service that may be asked for its domains, and for nothing else. */
export interface DomainsAccess {
  readonly project: Project;
  readonly service: string;
  listDomains(): ReturnType<Client["listDomains"]>;
  /** Fetches a public document, if it has another ETag than the given one. */
  fetchPublic(path: string, maxBytes: number, etag?: string): Promise<Uint8Array | "unchanged" | "too-large">;
}

/** A service that its person named, asked without a key. */
export interface NamedAccess extends DomainsAccess {
  readonly hasKey: boolean;
  /** Whose key there is, if a login says so. */
  readonly loggedInAs?: string | undefined;
  /** The same service with the key; fails if there is none, and then says what else can be done. */
  withKey(otherwise?: string): Access;
}

/** A service that its person named, with their key. */
export interface Access extends Omit<DomainsAccess, "fetchPublic"> {
  /** Where the key is from. */
  readonly keyFrom: Key["from"];
  /** Whose key it is; undefined if the service does not say so now. */
  subject(): Promise<string | undefined>;
  /** Calls the service, and the products that `nameProduct` returned. */
  call<Result>(label: string, run: (client: Client) => Promise<Result>): Promise<Result>;
  /** The origin of a product that may get packages and the key. Where a service sends packages is not trusted: a person says so. */
  nameProduct(submissionUrl: string, gets?: string): Promise<string>;
}

/** Opens the service of a command that needs no key; none is sent. */
export function openDomains(options: AccessOptions, io: Io): DomainsAccess {
  const project = readProject(io);
  const decision = decideAccess(options, { project, stored: readStored(io), io });
  if (decision.kind === "none") throw noService(decision);
  return withoutKey(decision.service, project, io);
}

/** The same for a command that asks the service for more than its domains: its person must have named it. */
export function openNamed(
  options: AccessOptions,
  io: Io,
  [project, ...others]: readonly [Project, ...Project[]] = [readProject(io)],
): NamedAccess {
  const { service, key } = decideNamed(options, project, io);
  for (const other of others) checkSameService(service, other, options, io);
  return {
    ...withoutKey(service, project, io),
    hasKey: key !== undefined,
    loggedInAs: key?.subject,
    withKey(otherwise = "") {
      if (key) return withKey({ service, key, project, io });
      const elsewhere = loggedInElsewhere(readStored(io), service.url);
      throw new Failure(
        `This command needs a key from the identity service (ai_...) for ${service.url}.${elsewhere} Log in there with \`assay login\`, or set ASSAY_KEY.${otherwise}`,
      );
    },
  };
}

/** Opens the service of a command that sends a key, drafts or packages. */
export function openAccess(options: AccessOptions, io: Io): Access {
  return openNamed(options, io).withKey();
}

// Drafts of two services are not sent to one of them.
function checkSameService({ url, from }: WebAddress, project: Project, options: AccessOptions, io: Io): void {
  const decision = decideAccess(options, { project, stored: readStored(io), io });
  if (decision.kind === "none" || decision.service.url === url) return;
  const { service } = decision;
  throw new Failure(
    `These files belong to two services: ${url} (${from}) and ${service.url} (${service.from}). Run the command once for each service, or send all files to the first one with --service.`,
  );
}

interface KeyAccess {
  readonly service: WebAddress;
  readonly key: Key;
  readonly project: Project;
  readonly io: Io;
}

function withKey({ service, key, project, io }: KeyAccess): Access {
  const products = new Set<string>();
  const call: Access["call"] = (label, run) =>
    explained(
      withProgress(io, label, (onWait) => {
        return run(createClient({ service: service.url, key: key.text, products: [...products], onWait }));
      }),
      { service, keyFrom: key.from },
    );
  return {
    ...{ project, service: service.url, keyFrom: key.from, call },
    listDomains: () => call(`Waiting for ${service.url}`, (client) => client.listDomains({ signal: io.signal })),
    async subject() {
      if (key.subject !== undefined) return key.subject;
      try {
        // Whoever builds a package does not wait for this.
        const client = createClient({ service: service.url, key: key.text, maxAttempts: 1, timeoutMs: 5_000 });
        return (await client.listDomains({ signal: io.signal })).caller?.subject;
      } catch (reason) {
        if (io.signal.aborted) throw reason;
        return undefined;
      }
    },
    async nameProduct(submissionUrl, gets = "the package and your key") {
      const origin = await decideProduct(submissionUrl, project, { io, gets });
      products.add(origin);
      return origin;
    },
  };
}

/** Asks a service whose key this is, for a person who has just typed both; undefined if it does not say so. */
export async function askWhoseKey(service: WebAddress, key: string, io: Io): Promise<string | undefined> {
  const asked = withProgress(io, `Waiting for ${service.url}`, (onWait) =>
    createClient({ service: service.url, key, onWait }).listDomains({ signal: io.signal }),
  );
  return (await explained(asked, { service })).caller?.subject;
}

function withoutKey(service: WebAddress, project: Project, io: Io): DomainsAccess {
  const { url } = service;
  const call = <Result>(run: (client: Client) => Promise<Result>, maxAnswerBytes?: number) =>
    explained(
      withProgress(io, `Waiting for ${url}`, (onWait) => run(createClient({ service: url, onWait, maxAnswerBytes }))),
      { service },
    );
  return {
    project,
    service: url,
    listDomains: () => call((client) => client.listDomains({ signal: io.signal })),
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

// An error of the client says what happened; here is known which setting chose the address and the key.
async function explained<Result>(call: Promise<Result>, asked: Asked): Promise<Result> {
  return await call.catch((reason: unknown) => {
    throw toFailure(reason, asked) ?? reason;
  });
}

function decideNamed(options: AccessOptions, project: Project, io: Io): Extract<Decision, { kind: "named" }> {
  const stored = readStored(io);
  const decision = decideAccess(options, { project, stored, io });
  if (decision.kind === "named") return decision;
  if (decision.kind === "none") throw noService(decision);
  const { url } = decision.service;
  throw new Failure(
    `Nothing was sent. ${projectName(project, io.cwd)} names the service ${url}, but someone else may have written that file, so a person has to name the service.${loggedInElsewhere(stored, url)} If you are an agent, ask the person you work for. If it is the right service, log in there with \`assay login\`, or set ASSAY_SERVICE.`,
  );
}

async function decideProduct(
  submissionUrl: string,
  project: Project,
  { io, gets }: { readonly io: Io; readonly gets: string },
): Promise<string> {
  const url = URL.parse(submissionUrl);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    const message = `The service names ${JSON.stringify(submissionUrl)} as the submission URL, which is not a web address. Nothing was sent there. Tell the operator of the service.`;
    throw new Failure(message, exitCode.service);
  }
  refusePlain(url, "The target product", "Tell the operator of the service.");
  const { origin } = url;
  if (namedProducts(readStored(io), io).includes(origin)) return origin;
  const isSuggested = project.products?.some((product) => URL.parse(product)?.origin === origin);
  const by = isSuggested ? `the service and ${projectName(project, io.cwd)} name` : "the service names";
  const question = `${origin} would get ${gets}: ${by} it.\nIs it the target product? [y/N]: `;
  if (await agrees(question, io)) {
    // Another command may have written it since the question.
    const stored = readStored(io);
    writeStored({ ...stored, products: [...stored.products, origin] }, io);
    return origin;
  }
  throw new Failure(
    `Nothing was sent. ${origin} would get ${gets}, and you have not named it as a target product. If you are an agent, ask the person you work for. If it is the right product, name it in ASSAY_PRODUCTS.`,
  );
}

/** Asks a question; without an answer it is no. */
export async function agrees(question: string, io: Io): Promise<boolean> {
  const answer = await io.ask(question);
  io.signal.throwIfAborted();
  return /^y(es)?$/i.test(answer?.trim() ?? "");
}

function noService({ logins }: Extract<Decision, { kind: "none" }>): Failure {
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
