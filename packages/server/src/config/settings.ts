import { addressFault, hostFault, networksFault, withoutSlash } from "./address-fault.ts";

interface Setting {
  /** The value if the variable is not set; without a default the variable is required. */
  readonly byDefault?: string;
  readonly about: string;
  /** Returns what is wrong with a value, if anything. */
  fault(text: string): string | undefined;
}

const port: Pick<Setting, "fault"> = {
  fault: (text) =>
    /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? undefined : isNot(text, "a port: a number from 0 to 65535"),
};

/** Every environment variable of the server. */
export const settings: { readonly [name: string]: Setting } = {
  ASSAY_PUBLIC_URL: {
    about:
      "The address under which callers reach the service; links in answers begin with it, and signatures of agents' calls cover it. It may have a path, such as https://example.org/assay, which a proxy in front takes off before it passes a call on. Over MCP only requests for its host are answered, so a proxy passes `Host` on.",
    fault: (text) =>
      isBase(text)
        ? undefined
        : "is not an http(s) address such as https://assay.example or https://example.org/assay, without user name, query and fragment",
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
    fault: (text) => (isPattern(text) ? undefined : isNot(text, "a regular expression such as ^ai_")),
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
      /^[a-z][a-z0-9-]{0,31}$/.test(text)
        ? undefined
        : isNot(text, "a name: up to 32 small letters, digits and hyphens, a letter first"),
  },
  ASSAY_HOST: {
    byDefault: "127.0.0.1",
    about: "The address to listen on; 0.0.0.0 or :: is every one that the machine has.",
    fault: hostFault,
  },
  ASSAY_PORT: { byDefault: "8080", about: "The port for callers; 0 takes a free one.", ...port },
  ASSAY_OPERATOR_HOST: {
    byDefault: "127.0.0.1",
    about:
      "The address on which /livez, /readyz and /metrics are served. They ask nobody for a key, so open it to a network of your own only: 0.0.0.0 in a pod lets probes and Prometheus in. Requests by name are answered only for this name and localhost.",
    fault: hostFault,
  },
  ASSAY_OPERATOR_PORT: {
    byDefault: "8081",
    about: "The port of /livez, /readyz and /metrics, other than that for callers; 0 takes a free one.",
    ...port,
  },
  ASSAY_CORS_ORIGINS: {
    byDefault: "",
    about: "Origins whose web pages may read answers, separated by blanks or commas.",
    fault: listFault((origins) => {
      const wrong = origins.filter((origin) => !isOrigin(origin));
      return wrong.length === 0
        ? undefined
        : `has entries that are no origins such as https://app.example: ${wrong.map(withoutUser).join(" ")}`;
    }),
  },
  ASSAY_TRUSTED_PROXIES: {
    byDefault: "",
    about:
      "Networks of the proxies and load balancers before the service, such as 10.0.0.0/8, separated by blanks or commas: what they say of a client's address (X-Forwarded-For) is believed.",
    fault: listFault(networksFault),
  },
  ASSAY_PROXY_NETWORKS: {
    byDefault: "",
    about:
      "Networks from which the identity service calls for agents, separated by blanks or commas; signed calls from elsewhere are refused. Anywhere unless set. Recommended: strangers then cannot make the service fetch the keys of the identity service.",
    fault: listFault(networksFault),
  },
  ASSAY_STORE_URL: {
    byDefault: "",
    about:
      "Where all instances count calls together: redis:// or rediss://, several nodes of a cluster separated by commas. Without it each instance counts for itself.",
    fault: listFault((urls) =>
      urls.every(isRedisAddress)
        ? undefined
        : "is not an address such as redis://redis.example:6379, or redis://redis.example:6379/1 for the database with this number",
    ),
  },
  ASSAY_STORE_CLUSTER: {
    byDefault: "false",
    about: "Whether that is a cluster: true or false.",
    fault: (text) => (/^(?:true|false)$/.test(text) ? undefined : isNot(text, "one of true, false")),
  },
  ASSAY_STORE_SECRET: {
    byDefault: "",
    about: "At least 32 characters, the same for all instances: clients have names in the store that are made with it.",
    fault: (text) => (text === "" || text.length >= 32 ? undefined : "has fewer than 32 characters"),
  },
  ASSAY_INSTANCES: {
    byDefault: "1",
    about: "How many instances there are: each allows its share of the limit while the store cannot be reached.",
    fault: (text) => (/^[1-9]\d{0,3}$/.test(text) ? undefined : isNot(text, "a whole number from 1 to 9999")),
  },
  ASSAY_LOG_LEVEL: {
    byDefault: "info",
    about: "How much is logged: error, warn, info or debug.",
    fault: (text) =>
      /^(?:error|warn|info|debug)$/.test(text) ? undefined : isNot(text, "one of error, warn, info, debug"),
  },
};

function isNot(text: string, rule: string): string {
  return `is ${JSON.stringify(text.slice(0, 64))}, which is not ${rule}`;
}

// The part before an @ may be a password.
function withoutUser(text: string): string {
  return JSON.stringify(text.replace(/^.*@/, "...@"));
}

function emptyFault(text: string): string | undefined {
  return text === "" ? "is empty" : undefined;
}

// A list of nothing but commas is a mistake, not an empty list.
function listFault(fault: (entries: readonly string[]) => string | undefined): Setting["fault"] {
  return (text) => {
    const entries = words(text);
    return text !== "" && entries.length === 0 ? "has no entries: list some, or leave it out" : fault(entries);
  };
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return text !== "";
  } catch {
    return false;
  }
}

// Only an origin and a path in their usual spelling, because signatures cover this exact string.
function isBase(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname.includes("//")) return false;
  return withoutSlash(`${url.origin}${url.pathname}`) === withoutSlash(text);
}

function isOrigin(text: string): boolean {
  return isBase(text) && URL.parse(text)?.pathname === "/";
}

function isRedisAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === "") return false;
  return /^(?:\/\d{0,4})?$/.test(url.pathname) && isEncoded(url.username) && isEncoded(url.password);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Splits a list at whitespace and commas. */
export function words(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
