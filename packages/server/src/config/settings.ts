import { stripTrailingSlash } from "../net/strip-trailing-slash.ts";
import { checkAddress, checkHost, checkNetworkList } from "./check-address.ts";

interface Setting {
  /** The value if the variable is not set; without a default the variable is required. */
  readonly byDefault?: string;
  readonly about: string;
  /** A secret can also be read from a file. The variable `NAME_FILE` then contains its path. */
  readonly isSecret?: true;
  /** Explains why a value is invalid, if it is. */
  check(text: string): string | undefined;
}

const checkPort = createNumberCheck(0, 65_535, "a port number");

/** Every environment variable of the server. */
export const settings: { readonly [name: string]: Setting } = {
  ASSAY_PUBLIC_URL: {
    about:
      "The public URL of the service. Links in responses begin with it, and signatures of agents' calls cover it. It may have a path, such as https://example.org/assay, which a proxy in front of the service must remove before it forwards a call. The MCP endpoint only answers requests for its host, so a proxy must forward the `Host` header.",
    check: (text) =>
      isBaseUrl(text)
        ? undefined
        : "is not an http(s) URL such as https://assay.example or https://example.org/assay, without a user name, query or fragment",
  },
  ASSAY_DOMAINS_FILE: {
    about: "The path of a JSON file that lists the domains to serve.",
    check: checkNotEmpty,
  },
  ASSAY_INTROSPECTION_URL: {
    about: "The identity service's token introspection endpoint (RFC 7662).",
    check: checkAddress,
  },
  ASSAY_INTROSPECTION_CLIENT_ID: {
    about: "The client id of this service at the introspection endpoint.",
    check: checkNotEmpty,
  },
  ASSAY_INTROSPECTION_CLIENT_SECRET: {
    about: "The client secret for the introspection endpoint.",
    isSecret: true,
    check: checkNotEmpty,
  },
  ASSAY_KEY_PATTERN: {
    byDefault: "^ai_[A-Za-z0-9_-]{20,200}$",
    about: "A regular expression that API keys match. Other keys are rejected without asking the identity service.",
    check: (text) => (isPattern(text) ? undefined : describeMismatch("a regular expression such as ^ai_", text)),
  },
  ASSAY_AUTHORIZATION_SERVER: {
    byDefault: "",
    about:
      "The issuer of the OAuth authorization server at which users of MCP clients sign in (RFC 9728). Its access tokens are then accepted in addition to API keys, if the introspection endpoint reports them as active and their audience is ASSAY_PUBLIC_URL, with or without /mcp. If unset, only API keys are accepted.",
    check: (text) => (text === "" ? undefined : (checkAddress(text) ?? checkIssuer(text))),
  },
  ASSAY_KEY_URL: {
    byDefault: "",
    about:
      "The page on which people get an API key, usually one of the identity service. The service's pages, MCP errors and responses to calls without a valid key link to it.",
    check: (text) =>
      text === "" || isPageUrl(text)
        ? undefined
        : "is not an http(s) URL such as https://id.example/keys, without a user name",
  },
  ASSAY_PROXY_ISSUER: {
    byDefault: "",
    about:
      "The issuer that signed calls must name: the identity service that calls on behalf of agents. If unset, all signed calls are rejected.",
    check: (text) => (text === "" ? undefined : checkAddress(text)),
  },
  ASSAY_PROXY_JWKS_URL: {
    byDefault: "",
    about: "The URL of the public keys (JWKS) of the issuer in ASSAY_PROXY_ISSUER.",
    check: (text) => (text === "" ? undefined : checkAddress(text)),
  },
  ASSAY_SERVICE_NAME: {
    byDefault: "assay",
    about: "The prefix of capability names, as in assay.validateProposal.",
    check: createPatternCheck(
      /^[a-z][a-z0-9-]{0,31}$/,
      "up to 32 lowercase letters, digits and hyphens, beginning with a letter",
    ),
  },
  ASSAY_HOST: {
    byDefault: "127.0.0.1",
    about: "The address to listen on. Use 0.0.0.0 or :: for all addresses of the machine.",
    check: checkHost,
  },
  ASSAY_PORT: { byDefault: "8080", about: "The port for callers. 0 selects a free port.", check: checkPort },
  ASSAY_OPERATOR_HOST: {
    byDefault: "127.0.0.1",
    about:
      "The address on which the operator port serves /livez, /readyz and /metrics. The port requires no key, so expose it only on a private network. In a pod, use 0.0.0.0 so that probes and Prometheus can reach it. Requests to it must have an IP address, localhost or this name in their Host header.",
    check: checkHost,
  },
  ASSAY_OPERATOR_PORT: {
    byDefault: "8081",
    about:
      "The operator port, which serves /livez, /readyz and /metrics. It must differ from ASSAY_PORT. 0 selects a free port.",
    check: checkPort,
  },
  ASSAY_DRAIN_SECONDS: {
    byDefault: "8",
    about:
      "How many seconds calls are still answered after SIGTERM or SIGINT, while /readyz answers 503. Set it to more than the proxies in front of the service need to notice the 503: HAProxy's default checks need up to 6 seconds. 0 means no draining, for a service without a proxy.",
    check: createNumberCheck(0, 300),
  },
  ASSAY_CORS_ORIGINS: {
    byDefault: "",
    about: "Origins whose web pages may read responses, separated by spaces or commas.",
    check: createListCheck((origins) => {
      const invalid = origins.filter((origin) => !isOrigin(origin));
      return invalid.length === 0
        ? undefined
        : `has entries that are not origins such as https://app.example: ${invalid.map(maskUser).join(" ")}`;
    }),
  },
  ASSAY_WORKBENCH: {
    byDefault: "on",
    about:
      "Whether the service serves the workbench, a web page at / that checks a candidate while a person types: on or off. With off, / redirects to /docs, and /assets answers 404. The rules of each domain and other pages are always served, because answers link to them.",
    check: createPatternCheck(/^(?:on|off)$/, "on or off"),
  },
  ASSAY_TRUSTED_PROXIES: {
    byDefault: "",
    about:
      "The networks of the proxies and load balancers in front of the service, such as 10.0.0.0/8, separated by spaces or commas. Their X-Forwarded-For (the client address) and X-Request-Id are trusted.",
    check: createListCheck(checkNetworkList),
  },
  ASSAY_PROXY_NETWORKS: {
    byDefault: "",
    about:
      "The networks from which the identity service calls on behalf of agents, separated by spaces or commas. Signed calls from elsewhere are rejected. If unset, signed calls are accepted from anywhere, and anyone can make Assay fetch the identity service's keys; setting it is recommended.",
    check: createListCheck(checkNetworkList),
  },
  ASSAY_STORE_URL: {
    byDefault: "",
    about:
      "The URL of the Redis server in which all instances count calls together: redis:// or rediss://, with several nodes of a cluster separated by commas. If unset, each instance counts calls on its own.",
    isSecret: true,
    check: createListCheck((urls) =>
      urls.every(isRedisAddress)
        ? undefined
        : "is not a URL such as redis://redis.example:6379, or redis://redis.example:6379/1 for database 1",
    ),
  },
  ASSAY_STORE_CLUSTER: {
    byDefault: "false",
    about: "Whether ASSAY_STORE_URL is a Redis cluster: true or false.",
    check: createPatternCheck(/^(?:true|false)$/, "true or false"),
  },
  ASSAY_STORE_SECRET: {
    byDefault: "",
    about:
      "A secret of at least 32 characters, the same for all instances. It is the HMAC key for the client names stored in Redis, so changing the secret discards the counts of the last minute.",
    isSecret: true,
    check: checkStoreSecret,
  },
  ASSAY_INSTANCES: {
    byDefault: "1",
    about:
      "The number of instances. While Redis is unavailable, each instance enforces the rate limit divided by this number.",
    check: createNumberCheck(1, 9_999),
  },
  ASSAY_LOG_LEVEL: {
    byDefault: "info",
    about: "The minimum level of log lines: error, warn, info or debug.",
    check: createPatternCheck(/^(?:error|warn|info|debug)$/, "error, warn, info or debug"),
  },
};

function createNumberCheck(min: number, max: number, noun = "a whole number"): Setting["check"] {
  const isWithin = (text: string) => /^(?:0|[1-9]\d{0,8})$/.test(text) && Number(text) >= min && Number(text) <= max;
  return (text) => (isWithin(text) ? undefined : describeMismatch(`${noun} from ${min} to ${max}`, text));
}

function createPatternCheck(pattern: RegExp, rule: string): Setting["check"] {
  return (text) => (pattern.test(text) ? undefined : describeMismatch(rule, text));
}

function describeMismatch(rule: string, text: string): string {
  return `must be ${rule}, not ${JSON.stringify(text.slice(0, 64))}`;
}

// The part before an @ can be a password.
function maskUser(text: string): string {
  return JSON.stringify(text.replace(/^.*@/, "...@"));
}

function checkNotEmpty(text: string): string | undefined {
  return text === "" ? "is empty" : undefined;
}

function checkStoreSecret(text: string): string | undefined {
  return text === "" || text.length >= 32 ? undefined : "has fewer than 32 characters";
}

// A list that contains only separators is a mistake, not an empty list.
function createListCheck(checkEntries: (entries: readonly string[]) => string | undefined): Setting["check"] {
  return (text) => {
    const entries = splitList(text);
    return text !== "" && entries.length === 0 ? "has no entries. Add some, or unset it" : checkEntries(entries);
  };
}

// RFC 8414: an issuer has no query. It appears in header values and in sentences, so it must also be safe to display.
function checkIssuer(text: string): string | undefined {
  return isPageUrl(text) && !text.includes("?")
    ? undefined
    : "is not an issuer such as https://id.example, without a query";
}

export function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return text !== "";
  } catch {
    return false;
  }
}

// Accepts only an origin and a path in their canonical form, because signatures cover this exact string.
function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname.includes("//")) return false;
  return stripTrailingSlash(`${url.origin}${url.pathname}`) === stripTrailingSlash(text);
}

// The URL appears in sentences for callers, so it must not contain characters that could end it there.
function isPageUrl(text: string): boolean {
  const url = URL.parse(text);
  return /^https?:\/\/[^\s"'`<>\\]+$/.test(text) && url?.username === "" && url.password === "";
}

function isOrigin(text: string): boolean {
  return isBaseUrl(text) && URL.parse(text)?.pathname === "/";
}

function isRedisAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === "") return false;
  return /^(?:\/\d{0,4})?$/.test(url.pathname) && isDecodable(url.username) && isDecodable(url.password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Splits a list at whitespace and commas. */
export function splitList(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
