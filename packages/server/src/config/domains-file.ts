import type { DomainName, JsonSchema } from "@assay/contract";
import { createSchemaChecker, quote, readJson } from "@assay/engine";
import { isThisMachine } from "../net/classify-address.ts";
import { checkAddress, checkFetchAddress, checkNetwork } from "./check-address.ts";
import { describeSchemaError } from "./describe-schema-error.ts";
import {
  defaultMaxStaleSeconds,
  defaultRefreshSeconds,
  domainsFileSchema,
  fetchingSeconds,
} from "./domains-file-schema.ts";

/** A domain as the operator configures it. */
export interface DomainConfig extends DomainName {
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  readonly registry: {
    readonly url: string;
    /** Whether anyone may read which ids are taken or proposed. Default: false. */
    readonly public?: boolean;
  };
  readonly refreshSeconds: number;
  readonly maxStaleSeconds: { readonly specPackage: number; readonly registry: number };
  /** Private networks (CIDR) from which its documents may be fetched. */
  readonly networks?: readonly string[];
}

type ReadDomains = { readonly errors: readonly string[] } & ({ readonly domains: readonly DomainConfig[] } | object);

/** Reads the domains file. Lists all errors in it, each with its place. */
export function readDomainsFile(path: string, readFile: (path: string) => string): ReadDomains {
  let text: string;
  try {
    text = readFile(path);
  } catch (reason) {
    return { errors: [`ASSAY_DOMAINS_FILE cannot be read: ${(reason as Error).message}.`] };
  }
  const bytes = new TextEncoder().encode(text);
  const read = readJson(bytes);
  if (read.kind === "unreadable") {
    // Leave out the reader's message: it quotes the file, and if the path is incorrect, the file could contain secrets.
    const causes =
      "a comma after the last item, a missing comma or quote, a comment, a property that appears twice, a byte order mark";
    const { line, column } = read.at;
    return { errors: [`ASSAY_DOMAINS_FILE (${path}:${line}:${column}): Not valid JSON. Usual causes: ${causes}.`] };
  }
  const formatError = ({ pointer, message }: LocatedError) =>
    `ASSAY_DOMAINS_FILE (${path}${pointer === "" ? "" : `, ${quote(pointer)}`}): ${message}`;
  const schemaErrors = createSchemaChecker(domainsFileSchema as JsonSchema)(read.value);
  if (schemaErrors.length > 0) {
    return {
      errors: schemaErrors.map((error) => describeSchemaError(error, read.value)).map(formatError),
    };
  }
  const document = read.value as unknown as { readonly domains: readonly DomainConfig[] };
  const domains = document.domains.map((domain) => ({
    ...domain,
    refreshSeconds: domain.refreshSeconds ?? defaultRefreshSeconds,
    maxStaleSeconds: { ...defaultMaxStaleSeconds, ...domain.maxStaleSeconds },
  }));
  const errors = [
    ...checkRepeated(domains),
    ...domains.flatMap((domain, index) =>
      checkDomain(domain).map((error) => ({ ...error, pointer: `/domains/${index}/${error.pointer}` })),
    ),
  ];
  return { errors: errors.map(formatError), domains };
}

/** An error in the file, and its location as a JSON Pointer. */
interface LocatedError {
  readonly pointer: string;
  readonly message: string;
}

function checkRepeated(domains: readonly DomainConfig[]): readonly LocatedError[] {
  const names = domains.map(({ targetProduct, domainId }) => `${targetProduct}/${domainId}`);
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    const message = `${name} is already at /domains/${first}. Remove one of them.`;
    return first === index ? [] : [{ pointer: `/domains/${index}`, message }];
  });
}

// The pointers of these errors are relative to the domain, and have no leading slash.
function checkDomain(domain: DomainConfig): readonly LocatedError[] {
  const { specPackageUrl, submissionUrl, registry, networks = [], refreshSeconds, maxStaleSeconds } = domain;
  const fetchedUrls = { specPackageUrl, "registry/url": registry.url };
  const urls = { ...fetchedUrls, submissionUrl };
  const validNetworks = networks.filter((network) => checkNetwork(network) === undefined);
  // If both URLs lead to this machine, networks need not list it.
  const remoteUrls = Object.values(fetchedUrls).every(isThisMachine) ? [] : Object.entries(fetchedUrls);
  const toErrors = (pointer: string, message: string | undefined) =>
    message === undefined ? [] : [{ pointer, message: `${pointer.replace("/", ".")} ${message}.` }];
  return [
    ...Object.entries(urls).flatMap(([name, url]) => toErrors(name, checkAddress(url) ?? checkQuery(url))),
    ...remoteUrls.flatMap(([name, url]) => toErrors(name, checkFetchAddress(url, validNetworks))),
    ...networks.flatMap((network, index) => {
      const message = checkNetwork(network);
      return message === undefined
        ? []
        : [{ pointer: `networks/${index}`, message: `networks has ${quote(network)}, which ${message}.` }];
    }),
    ...Object.entries(maxStaleSeconds).flatMap(([name, maxStale]) => {
      const max = maxStale - fetchingSeconds;
      if (refreshSeconds <= max) return [];
      const reason = `copies would expire before they are refreshed, and calls would get 503`;
      const remedy = `Set it to at most ${max} (${fetchingSeconds} seconds are reserved for fetching), or increase maxStaleSeconds`;
      return toErrors(
        "refreshSeconds",
        `is ${refreshSeconds}, which is too long for maxStaleSeconds.${name} of ${maxStale}: ${reason}. ${remedy}`,
      );
    }),
  ];
}

function checkQuery(url: string): string | undefined {
  return url.includes("?")
    ? "has a query (?). Callers can read the URLs of a domain, and a query can contain a credential. Remove it"
    : undefined;
}
