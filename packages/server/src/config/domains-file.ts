import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { isThisMachine } from "../shared/classify-address.ts";
import type { DomainConfig } from "../shared/ports.ts";
import { addressFault, insideFault, networkFault, withoutSlash } from "./address-fault.ts";

const address = { type: "string", pattern: "^https?://[!-~]+$", maxLength: 2_048 } as const;
// Normally a copy is replaced within one wait plus the time of three documents: the rest of one refresh, and the
// document itself in the next one. Jitter only makes a wait shorter.
const fetchingSeconds = 15;
const refresh = { type: "number", minimum: 1, maximum: 86_400 } as const;
const staleness = { type: "number", minimum: refresh.minimum + fetchingSeconds, maximum: 86_400 } as const;
const usualStaleness = { specPackage: 3_600, registry: 300 } as const;
const named = { type: "string", pattern: "^[a-z][a-z0-9-]{0,63}$" } as const;

/** The JSON Schema of the domains file. */
export const domainsFileSchema = {
  title: "Assay domains file",
  type: "object",
  properties: {
    domains: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: {
          targetProduct: named,
          domainId: named,
          specPackageUrl: address,
          submissionUrl: address,
          registry: {
            type: "object",
            properties: { mode: { type: "string", enum: ["snapshot", "ranges"] }, url: address },
            required: ["mode", "url"],
            additionalProperties: false,
          },
          networks: {
            type: "array",
            items: { type: "string", maxLength: 64 },
            description: "Private networks, in CIDR notation, in which the product's services may be.",
          },
          refreshSeconds: {
            ...refresh,
            default: 30,
            description: `At least ${fetchingSeconds} less than each of maxStaleSeconds, so that a copy is refreshed before it expires.`,
          },
          maxStaleSeconds: {
            type: "object",
            properties: {
              specPackage: { ...staleness, default: usualStaleness.specPackage },
              registry: { ...staleness, default: usualStaleness.registry },
            },
            additionalProperties: false,
          },
        },
        required: ["targetProduct", "domainId", "specPackageUrl", "submissionUrl", "registry"],
        additionalProperties: false,
      },
    },
  },
  required: ["domains"],
  additionalProperties: false,
} as const;

type ReadDomains = { readonly faults: readonly string[] } & ({ readonly domains: readonly DomainConfig[] } | object);

/** Reads the domains file; lists everything that is wrong with it. */
export function readDomainsFile(path: string, readFile: (path: string) => string): ReadDomains {
  let document: unknown;
  try {
    document = JSON.parse(readFile(path));
  } catch (reason) {
    // The parser's message quotes the file, which may be the wrong one and contain secrets.
    const fault = reason instanceof SyntaxError ? "it is not valid JSON" : (reason as Error).message;
    return { faults: [`ASSAY_DOMAINS_FILE cannot be read: ${fault}.`] };
  }
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true, verbose: true });
  if (!ajv.validate<{ domains: DomainConfig[] }>(domainsFileSchema, document)) {
    const faults = ajv.errors?.map((error) => {
      const at = error.instancePath === "" ? "the root" : `"${error.instancePath}"`;
      return `ASSAY_DOMAINS_FILE at ${at}: ${describe(error)}.`;
    });
    return { faults: faults ?? [] };
  }
  const domains = document.domains.map((domain) => ({
    ...domain,
    registry:
      domain.registry.mode === "ranges"
        ? { ...domain.registry, url: withoutSlash(domain.registry.url) }
        : domain.registry,
    maxStaleSeconds: { ...usualStaleness, ...domain.maxStaleSeconds },
  }));
  const names = domains.map(({ targetProduct, domainId }) => `${targetProduct}/${domainId}`);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const faults = [
    ...twice.map((name) => `ASSAY_DOMAINS_FILE contains ${name} twice.`),
    ...domains.flatMap((domain, index) =>
      faultsOf(domain).map((fault) => `ASSAY_DOMAINS_FILE at "/domains/${index}": ${fault}.`),
    ),
  ];
  return { faults, domains };
}

// A string may contain a password, so only numbers and the values of enumerations are quoted.
function describe({ keyword, message, params, data }: ErrorObject): string {
  const isQuoted = typeof data === "number" || (typeof data === "string" && keyword === "enum");
  const found = isQuoted ? `, not ${JSON.stringify(data).slice(0, 64)}` : "";
  switch (keyword) {
    case "additionalProperties":
      return `unknown property ${JSON.stringify(params.additionalProperty)}. Remove it`;
    case "required":
      return `the required property ${JSON.stringify(params.missingProperty)} is missing`;
    case "type":
      return `must be ${/^[aio]/.test(params.type) ? "an" : "a"} ${params.type}${found}`;
    case "enum":
      return `must be ${params.allowedValues.join(" or ")}${found}`;
    case "minimum":
      return `must be at least ${params.limit}${found}`;
    case "maximum":
      return `must be at most ${params.limit}${found}`;
    case "minItems":
      return "the array is empty. Add an item";
    case "maxLength":
      return `must have at most ${params.limit} characters`;
    case "pattern":
      return `must match the pattern ${params.pattern}`;
    default:
      return message ?? keyword;
  }
}

function faultsOf(domain: DomainConfig): readonly string[] {
  const { specPackageUrl, submissionUrl, registry, networks = [], refreshSeconds, maxStaleSeconds } = domain;
  const fetched = { specPackageUrl, "registry.url": registry.url };
  const addresses = { ...fetched, submissionUrl };
  const listed = networks.filter((network) => networkFault(network) === undefined);
  // If both URLs lead to this machine, it need not be listed in networks.
  const allHere = Object.values(fetched).every(isThisMachine);
  return [
    ...Object.entries(addresses).flatMap(([name, text]) => {
      const fault = addressFault(text);
      return fault === undefined ? [] : [`${name} ${fault}`];
    }),
    ...(allHere ? [] : Object.entries(fetched)).flatMap(([name, text]) => {
      const fault = insideFault(text, listed);
      return fault === undefined ? [] : [`${name} ${fault}`];
    }),
    // The paths of ranges are appended to this URL.
    ...(registry.mode === "ranges" && registry.url.includes("?")
      ? [
          "registry.url has a query (?), but mode ranges appends /ranges/... to it. Remove the query, or use mode snapshot",
        ]
      : []),
    ...networks.flatMap((network) => {
      const fault = networkFault(network);
      return fault === undefined ? [] : [`networks has ${JSON.stringify(network)}, which ${fault}`];
    }),
    ...Object.entries(maxStaleSeconds).flatMap(([name, bound]) => {
      const max = bound - fetchingSeconds;
      if (refreshSeconds <= max) return [];
      const why = `copies would expire before they are refreshed, and calls would get 503`;
      const wayOut = `Set it to at most ${max} (${fetchingSeconds} seconds are for fetching), or increase maxStaleSeconds`;
      return [
        `refreshSeconds is ${refreshSeconds}, which is too long for maxStaleSeconds.${name} of ${bound}: ${why}. ${wayOut}`,
      ];
    }),
  ];
}
