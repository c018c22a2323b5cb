import type { DomainName, JsonSchema } from "@assay/contract";
import { createShapeReader, findPosition, quote, readJson } from "@assay/engine";
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

type ReadDomains = { readonly faults: readonly string[] } & ({ readonly domains: readonly DomainConfig[] } | object);

/** Reads the domains file. Lists all its faults, each with its line and column. */
export function readDomainsFile(path: string, readFile: (path: string) => string): ReadDomains {
  let text: string;
  try {
    text = readFile(path);
  } catch (reason) {
    return { faults: [`ASSAY_DOMAINS_FILE cannot be read: ${(reason as Error).message}.`] };
  }
  const bytes = new TextEncoder().encode(text);
  const read = readJson(bytes);
  if (read.kind === "unreadable") {
    // Leave out the reader's message: it quotes the file, and a wrong path could lead to a file with secrets.
    const causes =
      "a comma after the last item, a missing comma or quote, a comment, a property that appears twice, a byte order mark";
    const { line, column } = read.at;
    return { faults: [`ASSAY_DOMAINS_FILE (${path}:${line}:${column}): Not valid JSON. Usual causes: ${causes}.`] };
  }
  const formatFault = ({ pointer, message }: PlacedFault) => {
    const { line, column } = findPosition(bytes, pointer);
    return `ASSAY_DOMAINS_FILE (${path}:${line}:${column}${pointer === "" ? "" : `, ${quote(pointer)}`}): ${message}`;
  };
  const errors = createShapeReader(domainsFileSchema as JsonSchema)(read.value);
  if (errors.length > 0) {
    return {
      faults: errors.map((error) => describeSchemaError(error, domainsFileSchema, read.value)).map(formatFault),
    };
  }
  const document = read.value as unknown as { readonly domains: readonly DomainConfig[] };
  const domains = document.domains.map((domain) => ({
    ...domain,
    refreshSeconds: domain.refreshSeconds ?? defaultRefreshSeconds,
    maxStaleSeconds: { ...defaultMaxStaleSeconds, ...domain.maxStaleSeconds },
  }));
  const faults = [
    ...checkRepeated(domains),
    ...domains.flatMap((domain, index) =>
      checkDomain(domain).map((fault) => ({ ...fault, pointer: `/domains/${index}/${fault.pointer}` })),
    ),
  ];
  return { faults: faults.map(formatFault), domains };
}

/** A fault in the file, and its place as a JSON Pointer. */
interface PlacedFault {
  readonly pointer: string;
  readonly message: string;
}

function checkRepeated(domains: readonly DomainConfig[]): readonly PlacedFault[] {
  const names = domains.map(({ targetProduct, domainId }) => `${targetProduct}/${domainId}`);
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    const message = `${name} is already at /domains/${first}. Remove one of them.`;
    return first === index ? [] : [{ pointer: `/domains/${index}`, message }];
  });
}

// The pointers of these faults are relative to the domain, and have no leading slash.
function checkDomain(domain: DomainConfig): readonly PlacedFault[] {
  const { specPackageUrl, submissionUrl, registry, networks = [], refreshSeconds, maxStaleSeconds } = domain;
  const fetched = { specPackageUrl, "registry/url": registry.url };
  const addresses = { ...fetched, submissionUrl };
  const validNetworks = networks.filter((network) => checkNetwork(network) === undefined);
  // If both URLs lead to this machine, networks need not list it.
  const remote = Object.values(fetched).every(isThisMachine) ? [] : Object.entries(fetched);
  const toFaults = (pointer: string, message: string | undefined) =>
    message === undefined ? [] : [{ pointer, message: `${pointer.replace("/", ".")} ${message}.` }];
  return [
    ...Object.entries(addresses).flatMap(([name, url]) => toFaults(name, checkAddress(url) ?? checkQuery(url))),
    ...remote.flatMap(([name, url]) => toFaults(name, checkFetchAddress(url, validNetworks))),
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
      return toFaults(
        "refreshSeconds",
        `is ${refreshSeconds}, which is too long for maxStaleSeconds.${name} of ${maxStale}: ${reason}. ${remedy}`,
      );
    }),
  ];
}

function checkQuery(url: string): string | undefined {
  return url.includes("?")
    ? "has a query (?). Callers can read the URLs of a domain, and a query may contain a credential. Remove it"
    : undefined;
}
