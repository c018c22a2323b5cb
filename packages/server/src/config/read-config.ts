import { Ajv2020 } from "ajv/dist/2020.js";
import ipaddr from "ipaddr.js";

/** Everything that an operator decides. */
interface Config {
  readonly publicUrl: string;
  readonly host: string;
  readonly port: number;
  readonly operatorPort: number;
  readonly corsOrigins: readonly string[];
  readonly logLevel: string;
  readonly serviceName: string;
  readonly keys: {
    readonly introspectionUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly pattern: RegExp;
  };
  readonly proxy: { readonly issuer: string; readonly jwksUrl: string } | undefined;
  /** Where all instances count together. */
  readonly store: { readonly urls: readonly string[]; readonly cluster: boolean; readonly secret: string } | undefined;
  readonly instances: number;
  readonly trustedProxies: readonly string[];
  readonly proxyNetworks: readonly string[] | undefined;
  readonly domains: readonly DomainSetting[];
}

/** One domain of the domains file, with its defaults filled in. */
interface DomainSetting {
  readonly targetProduct: string;
  readonly domainId: string;
  readonly specPackageUrl: string;
  readonly submissionUrl: string;
  readonly registry: { readonly mode: "snapshot" | "ranges"; readonly url: string };
  readonly networks?: readonly string[];
  readonly refreshSeconds: number;
  readonly maxStaleSeconds: { readonly specPackage: number; readonly registry: number };
}

interface Setting {
  /** What is used when the variable is not set; without one it must be. */
  readonly byDefault?: string;
  readonly about: string;
  /** What is wrong with a value, if anything is. */
  fault(text: string): string | undefined;
}

const port: Pick<Setting, "fault"> = {
  fault: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? undefined : "is not a port from 0 to 65535"),
};

/** Every environment variable that is read. */
export const settings: { readonly [name: string]: Setting } = {
  ASSAY_PUBLIC_URL: {
    about:
      "The address under which callers reach the service; links in answers begin with it. Over MCP only requests for its host are answered, so a proxy in front passes `Host` on.",
    fault: (text) =>
      isOrigin(text) ? undefined : "is not an http(s) address without path, such as https://assay.example",
  },
  ASSAY_DOMAINS_FILE: {
    about: "A JSON file with the domains that are served.",
    fault: emptyFault,
  },
  ASSAY_INTROSPECTION_URL: {
    about: "Where the identity service answers what a key is worth (RFC 7662).",
    fault: addressFault,
  },
  ASSAY_INTROSPECTION_CLIENT_ID: { about: "Who the service is to the identity service.", fault: emptyFault },
  ASSAY_INTROSPECTION_CLIENT_SECRET: { about: "The secret that belongs to it.", fault: emptyFault },
  ASSAY_KEY_PATTERN: {
    byDefault: "^ai_[A-Za-z0-9_-]{20,200}$",
    about: "What a key looks like; anything else is refused without asking.",
    fault: (text) => (isPattern(text) ? undefined : "is not a pattern"),
  },
  ASSAY_PROXY_ISSUER: {
    byDefault: "",
    about: "The identity service that may call for agents, as its signed headers name it; without it no agent gets in.",
    fault: (text) => (text === "" ? undefined : addressFault(text)),
  },
  ASSAY_PROXY_JWKS_URL: {
    byDefault: "",
    about: "Where that identity service publishes its keys.",
    fault: (text) => (text === "" ? undefined : addressFault(text)),
  },
  ASSAY_SERVICE_NAME: {
    byDefault: "assay",
    about: "The prefix of capability names, as in assay.validateProposal.",
    fault: (text) =>
      /^[a-z][a-z0-9-]{0,31}$/.test(text) ? undefined : "is no name of small letters, digits and hyphens",
  },
  ASSAY_HOST: { byDefault: "127.0.0.1", about: "The address to listen on.", fault: () => undefined },
  ASSAY_PORT: { byDefault: "8080", about: "The port for callers; 0 takes a free one.", ...port },
  ASSAY_OPERATOR_PORT: {
    byDefault: "8081",
    about: "The port of /livez, /readyz and /metrics, on the loopback address; 0 takes a free one.",
    ...port,
  },
  ASSAY_CORS_ORIGINS: {
    byDefault: "",
    about: "Origins whose web pages may read answers, separated by blanks or commas.",
    fault: (text) => {
      const wrong = words(text).filter((origin) => !isOrigin(origin));
      return wrong.length === 0 ? undefined : `has entries that are no origins: ${wrong.join(" ")}`;
    },
  },
  ASSAY_TRUSTED_PROXIES: {
    byDefault: "",
    about:
      "Networks of the proxies and load balancers before the service, such as 10.0.0.0/8, separated by blanks or commas: what they say of a client's address (X-Forwarded-For) is believed.",
    fault: (text) => networksFault(words(text)),
  },
  ASSAY_PROXY_NETWORKS: {
    byDefault: "",
    about:
      "Networks from which the identity service calls for agents, separated by blanks or commas; signed calls from elsewhere are refused. Anywhere unless set.",
    fault: (text) => networksFault(words(text)),
  },
  ASSAY_STORE_URL: {
    byDefault: "",
    about:
      "Where all instances count calls together: redis:// or rediss://, several nodes of a cluster separated by commas. Without it each instance counts for itself.",
    fault: (text) => {
      const wrong = words(text).some((url) => !isRedisAddress(url));
      return wrong ? "is not an address such as redis://redis.example:6379" : undefined;
    },
  },
  ASSAY_STORE_CLUSTER: {
    byDefault: "false",
    about: "Whether that is a cluster: true or false.",
    fault: (text) => (/^(?:true|false)$/.test(text) ? undefined : "is neither true nor false"),
  },
  ASSAY_STORE_SECRET: {
    byDefault: "",
    about: "At least 32 characters, the same for all instances: clients have names in the store that are made with it.",
    fault: (text) => (text === "" || text.length >= 32 ? undefined : "has fewer than 32 characters"),
  },
  ASSAY_INSTANCES: {
    byDefault: "1",
    about: "How many instances there are: each allows its share of the limit while the store cannot be reached.",
    fault: (text) => (/^[1-9]\d{0,3}$/.test(text) ? undefined : "is not a whole number from 1 to 9999"),
  },
  ASSAY_LOG_LEVEL: {
    byDefault: "info",
    about: "How much is logged: error, warn, info or debug.",
    fault: (text) => (/^(?:error|warn|info|debug)$/.test(text) ? undefined : "is none of error, warn, info, debug"),
  },
};

const address = { type: "string", pattern: "^https?://[!-~]+$", maxLength: 2_048 } as const;
const seconds = { type: "number", exclusiveMinimum: 0, maximum: 86_400 } as const;
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
            description: "Networks in CIDR form beside the public ones in which the product's services may be.",
          },
          refreshSeconds: { ...seconds, default: 30 },
          maxStaleSeconds: {
            type: "object",
            properties: { specPackage: { ...seconds, default: 3_600 }, registry: { ...seconds, default: 300 } },
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

/** A configuration, or everything that is wrong with it. */
export type ReadConfig =
  | { readonly kind: "ok"; readonly config: Config }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/** Reads the environment once, and the file that it names. */
export function readConfig(
  env: { readonly [name: string]: string | undefined },
  readFile: (path: string) => string,
): ReadConfig {
  const text = (name: string) => env[name] ?? settings[name]?.byDefault ?? "";
  const faults = Object.entries(settings).flatMap(([name, { byDefault, fault }]) => {
    if (env[name] === undefined && byDefault === undefined) return [`${name} is not set. ${settings[name]?.about}`];
    const wrong = fault(text(name));
    return wrong === undefined ? [] : [`${name} ${wrong}.`];
  });
  // A variable with a slip in its name would be ignored without a word.
  const unknown = Object.keys(env).filter((name) => name.startsWith("ASSAY_") && !Object.hasOwn(settings, name));
  faults.push(
    ...unknown.map((name) => `${name} is not a variable that is read. Known: ${Object.keys(settings).join(", ")}.`),
  );
  const file = env.ASSAY_DOMAINS_FILE;
  const domains = file === undefined || file === "" ? { faults: [] } : readDomains(file, readFile);
  faults.push(...domains.faults);
  if ((text("ASSAY_PROXY_ISSUER") === "") !== (text("ASSAY_PROXY_JWKS_URL") === "")) {
    faults.push("ASSAY_PROXY_ISSUER and ASSAY_PROXY_JWKS_URL go together: set both or neither.");
  }
  const urls = words(text("ASSAY_STORE_URL"));
  const cluster = text("ASSAY_STORE_CLUSTER") === "true";
  if (urls.length > 0 && text("ASSAY_STORE_SECRET") === "") {
    faults.push("ASSAY_STORE_SECRET is not set. With ASSAY_STORE_URL it is needed, the same for all instances.");
  }
  if (urls.length > 1 && !cluster) {
    faults.push("ASSAY_STORE_URL has several addresses: that needs ASSAY_STORE_CLUSTER=true.");
  }
  if (urls.length === 0 && cluster) {
    faults.push("ASSAY_STORE_CLUSTER is true without a cluster: set ASSAY_STORE_URL, or neither.");
  }
  if (faults.length > 0 || !("domains" in domains)) return { kind: "faulty", faults };
  return {
    kind: "ok",
    config: {
      publicUrl: text("ASSAY_PUBLIC_URL").replace(/\/$/, ""),
      host: text("ASSAY_HOST"),
      port: Number(text("ASSAY_PORT")),
      operatorPort: Number(text("ASSAY_OPERATOR_PORT")),
      corsOrigins: words(text("ASSAY_CORS_ORIGINS")),
      logLevel: text("ASSAY_LOG_LEVEL"),
      serviceName: text("ASSAY_SERVICE_NAME"),
      keys: {
        introspectionUrl: text("ASSAY_INTROSPECTION_URL"),
        clientId: text("ASSAY_INTROSPECTION_CLIENT_ID"),
        clientSecret: text("ASSAY_INTROSPECTION_CLIENT_SECRET"),
        pattern: new RegExp(text("ASSAY_KEY_PATTERN")),
      },
      proxy:
        text("ASSAY_PROXY_ISSUER") === ""
          ? undefined
          : { issuer: text("ASSAY_PROXY_ISSUER"), jwksUrl: text("ASSAY_PROXY_JWKS_URL") },
      store: urls.length === 0 ? undefined : { urls, cluster, secret: text("ASSAY_STORE_SECRET") },
      instances: Number(text("ASSAY_INSTANCES")),
      trustedProxies: words(text("ASSAY_TRUSTED_PROXIES")),
      proxyNetworks: text("ASSAY_PROXY_NETWORKS") === "" ? undefined : words(text("ASSAY_PROXY_NETWORKS")),
      domains: domains.domains,
    },
  };
}

type ReadDomains = { readonly faults: readonly string[] } & ({ readonly domains: readonly DomainSetting[] } | object);

function readDomains(path: string, readFile: (path: string) => string): ReadDomains {
  let document: unknown;
  try {
    document = JSON.parse(readFile(path));
  } catch (reason) {
    return {
      faults: [`ASSAY_DOMAINS_FILE cannot be read: ${reason instanceof Error ? reason.message : String(reason)}.`],
    };
  }
  const ajv = new Ajv2020({ allErrors: true, useDefaults: true });
  if (!ajv.validate<{ domains: DomainSetting[] }>(domainsFileSchema, document)) {
    const faults = ajv.errors?.map(({ instancePath, message, params }) => {
      const extra = "additionalProperty" in params ? ` (${JSON.stringify(params.additionalProperty)})` : "";
      return `ASSAY_DOMAINS_FILE at "${instancePath}": ${message}${extra}.`;
    });
    return { faults: faults ?? [] };
  }
  const names = document.domains.map(({ targetProduct, domainId }) => `${targetProduct}/${domainId}`);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const faults = [
    ...twice.map((name) => `ASSAY_DOMAINS_FILE names ${name} twice.`),
    ...document.domains.flatMap((domain, index) =>
      faultsOf(domain).map((fault) => `ASSAY_DOMAINS_FILE at "/domains/${index}": ${fault}.`),
    ),
  ];
  const stale = { specPackage: 3_600, registry: 300 };
  return {
    faults,
    domains: document.domains.map((domain) => ({
      ...domain,
      maxStaleSeconds: { ...stale, ...domain.maxStaleSeconds },
    })),
  };
}

function emptyFault(text: string): string | undefined {
  return text === "" ? "is empty" : undefined;
}

// A key, or the keys of a key service, that somebody on the way can read are nobody's.
function addressFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return "is not an http(s) address";
  return url.protocol === "https:" || isThisMachine(url.hostname) ? undefined : "must begin with https://";
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return text !== "";
  } catch {
    return false;
  }
}

function faultsOf({ specPackageUrl, submissionUrl, registry, networks = [] }: DomainSetting): readonly string[] {
  const addresses = { specPackageUrl, submissionUrl, "registry.url": registry.url };
  return [
    ...Object.entries(addresses).flatMap(([name, text]) => {
      const url = URL.parse(text);
      if (url?.username !== "" || url.hash !== "") return [`${name} is no address that can be called`];
      // Rules that somebody on the way can change are nobody's rules.
      return url.protocol === "https:" || isThisMachine(url.hostname) ? [] : [`${name} must begin with https://`];
    }),
    ...networks
      .filter((network) => !ipaddr.isValidCIDR(network))
      .map((network) => `${network} is not a network such as 10.0.0.0/8`),
  ];
}

/** What is wrong with a list of networks, if anything is. */
export function networksFault(networks: readonly string[]): string | undefined {
  const wrong = networks.filter((network) => !ipaddr.isValidCIDR(network));
  if (wrong.length > 0) return `has entries that are no networks such as 10.0.0.0/8: ${wrong.join(" ")}`;
  const everybody = networks.find((network) => ipaddr.parseCIDR(network)[1] === 0);
  return everybody === undefined ? undefined : `has ${everybody}, which is everybody; list the networks that are meant`;
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function isOrigin(text: string): boolean {
  return (
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text.replace(/\/$/, "")
  );
}

function isRedisAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== "";
}

function words(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
