import type { DomainName, JsonSchema } from "@assay/contract";
import { findPosition, quote, readJson, readShape } from "@assay/engine";
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
  /** Networks (CIDR) in which its services may be, besides the public ones. */
  readonly networks?: readonly string[];
}

type ReadDomains = { readonly faults: readonly string[] } & ({ readonly domains: readonly DomainConfig[] } | object);

/** Reads the domains file; lists everything that is wrong with it, each with its line and column. */
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
    // The reader's message quotes the file, which may be the wrong one and contain secrets.
    const usual =
      "a comma after the last item, a missing comma or quote, a comment, a property that appears twice, a byte order mark";
    const { line, column } = read.at;
    return { faults: [`ASSAY_DOMAINS_FILE (${path}:${line}:${column}): Not valid JSON. Usual causes: ${usual}.`] };
  }
  const formatFault = ({ at, fault }: PlacedFault) => {
    const { line, column } = findPosition(bytes, at);
    return `ASSAY_DOMAINS_FILE (${path}:${line}:${column}${at === "" ? "" : `, ${quote(at)}`}): ${fault}`;
  };
  const errors = readShape(domainsFileSchema as JsonSchema)(read.value);
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
      checkDomain(domain).map(({ at, fault }) => ({ at: `/domains/${index}/${at}`, fault: `${fault}.` })),
    ),
  ];
  return { faults: faults.map(formatFault), domains };
}

/** What is wrong, and where, as a JSON Pointer. */
interface PlacedFault {
  readonly at: string;
  readonly fault: string;
}

function checkRepeated(domains: readonly DomainConfig[]): readonly PlacedFault[] {
  const names = domains.map(({ targetProduct, domainId }) => `${targetProduct}/${domainId}`);
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    const fault = `${name} is already at /domains/${first}. Remove one of them.`;
    return first === index ? [] : [{ at: `/domains/${index}`, fault }];
  });
}

// Each with its place as a pointer that starts at the domain, without the first slash.
function checkDomain(domain: DomainConfig): readonly PlacedFault[] {
  const { specPackageUrl, submissionUrl, registry, networks = [], refreshSeconds, maxStaleSeconds } = domain;
  const fetched = { specPackageUrl, "registry/url": registry.url };
  const addresses = { ...fetched, submissionUrl };
  const listed = networks.filter((network) => checkNetwork(network) === undefined);
  // If both URLs lead to this machine, it need not be listed in networks.
  const allHere = Object.values(fetched).every(isThisMachine);
  const toFaults = (at: string, fault: string | undefined) =>
    fault === undefined ? [] : [{ at, fault: `${at.replace("/", ".")} ${fault}` }];
  return [
    ...Object.entries(addresses).flatMap(([at, url]) => toFaults(at, checkAddress(url) ?? checkQuery(url))),
    ...(allHere ? [] : Object.entries(fetched)).flatMap(([at, url]) => toFaults(at, checkFetchAddress(url, listed))),
    ...networks.flatMap((network, index) => {
      const fault = checkNetwork(network);
      return fault === undefined
        ? []
        : [{ at: `networks/${index}`, fault: `networks has ${quote(network)}, which ${fault}` }];
    }),
    ...Object.entries(maxStaleSeconds).flatMap(([name, bound]) => {
      const max = bound - fetchingSeconds;
      if (refreshSeconds <= max) return [];
      const why = `copies would expire before they are refreshed, and calls would get 503`;
      const wayOut = `Set it to at most ${max} (${fetchingSeconds} seconds are reserved for fetching), or increase maxStaleSeconds`;
      return toFaults(
        "refreshSeconds",
        `is ${refreshSeconds}, which is too long for maxStaleSeconds.${name} of ${bound}: ${why}. ${wayOut}`,
      );
    }),
  ];
}

function checkQuery(url: string): string | undefined {
  return url.includes("?")
    ? "has a query (?). Callers can read the URLs of a domain, and a query may contain a credential. Remove it"
    : undefined;
}
