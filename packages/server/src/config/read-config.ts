import { findClosest } from "@assay/engine";
import { stripTrailingSlash } from "../net/strip-trailing-slash.ts";
import { type DomainConfig, readDomainsFile } from "./domains-file.ts";
import { readSecretFiles, secretFileNames } from "./secret-files.ts";
import { isPattern, settings, splitList } from "./settings.ts";

/** The configuration, or all errors in it. */
export type ReadConfig =
  | { readonly kind: "ok"; readonly config: ReturnType<typeof toConfig> }
  | { readonly kind: "invalid"; readonly errors: readonly string[] };

type Environment = { readonly [name: string]: string | undefined };

/** Reads the configuration from environment variables, and from the files that they name. */
export function readConfig(variables: Environment, readFile: (path: string) => string): ReadConfig {
  const secrets = readSecretFiles(variables, readFile);
  const env = { ...variables, ...secrets.values };
  const get = (name: string) => env[name] ?? settings[name]?.byDefault ?? "";
  const file = env.ASSAY_DOMAINS_FILE;
  const domains = file === undefined || file === "" ? { errors: [] } : readDomainsFile(file, readFile);
  const errors = [
    ...checkSettings(env, get, secrets.errors),
    ...checkUnknown(env),
    ...domains.errors,
    ...checkCombinations(get, secrets.errors),
  ];
  if (errors.length > 0 || !("domains" in domains)) return { kind: "invalid", errors };
  return { kind: "ok", config: toConfig(get, domains.domains) };
}

type GetValue = (name: string) => string;

function checkSettings(env: Environment, get: GetValue, fileErrors: Environment): readonly string[] {
  return Object.entries(settings).flatMap(([name, { byDefault, about, check }]) => {
    if (fileErrors[name] !== undefined) return [`${name}_FILE ${fileErrors[name]}.`];
    if (env[name] === undefined && byDefault === undefined) return [`${name} is not set. ${about}`];
    // An empty value unsets an optional setting. For any other setting, its meaning is unclear.
    if (env[name] === "" && byDefault !== "") {
      const remedy = byDefault === undefined ? about : `Unset it to use the default, ${byDefault}.`;
      return [`${name} is empty. ${remedy}`];
    }
    const message = check(get(name));
    return message === undefined ? [] : [`${name} ${message}.`];
  });
}

// The command line reads these variables, and people run both programs from one shell.
const commandLineNames: readonly string[] = ["ASSAY_KEY", "ASSAY_SERVICE", "ASSAY_PRODUCTS"];

// A mistyped variable would otherwise be ignored silently.
function checkUnknown(env: Environment): readonly string[] {
  const known = [...Object.keys(settings), ...secretFileNames];
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith("ASSAY_") && !commandLineNames.includes(name) && !known.includes(name),
  );
  return unknown.map((name) => {
    const sameGroup = Object.keys(settings).filter((other) => other.split("_")[1] === name.split("_")[1]);
    const similar = findClosest(name, known) ?? sameGroup.join(" or ");
    const remedy = similar === "" ? "assay-server --help lists the variables that exist." : `Did you mean ${similar}?`;
    return `Unknown variable: ${name}. ${remedy}`;
  });
}

const storeSettings = ["ASSAY_STORE_CLUSTER", "ASSAY_STORE_SECRET", "ASSAY_INSTANCES"];

function checkCombinations(get: GetValue, fileErrors: Environment): readonly string[] {
  const errors: string[] = [];
  const isSet = (name: string) => !["", settings[name]?.byDefault].includes(get(name));
  if ((get("ASSAY_PROXY_ISSUER") === "") !== (get("ASSAY_PROXY_JWKS_URL") === "")) {
    errors.push("ASSAY_PROXY_ISSUER and ASSAY_PROXY_JWKS_URL must be set together: set both or neither.");
  }
  if (get("ASSAY_PROXY_NETWORKS") !== "" && get("ASSAY_PROXY_ISSUER") === "") {
    errors.push(
      "ASSAY_PROXY_NETWORKS is set, but ASSAY_PROXY_ISSUER is not: all signed calls would be rejected. Set both, or unset ASSAY_PROXY_NETWORKS.",
    );
  }
  if (get("ASSAY_AUTHORIZATION_SERVER") !== "" && matchesTokens(get("ASSAY_KEY_PATTERN"))) {
    errors.push(
      "ASSAY_KEY_PATTERN also matches access tokens (JWT), so they would be taken for API keys. Change it to match keys alone, such as ^ai_, or unset ASSAY_AUTHORIZATION_SERVER.",
    );
  }
  const [port, operatorPort] = [get("ASSAY_PORT"), get("ASSAY_OPERATOR_PORT")].map(Number);
  if (port === operatorPort && port !== 0) {
    errors.push(`ASSAY_PORT and ASSAY_OPERATOR_PORT are both ${port}. Use different ports.`);
  }
  const urls = splitList(get("ASSAY_STORE_URL"));
  const cluster = get("ASSAY_STORE_CLUSTER") === "true";
  const lacksSecret = get("ASSAY_STORE_SECRET") === "" && fileErrors.ASSAY_STORE_SECRET === undefined;
  if (urls.length > 0 && lacksSecret) {
    errors.push("ASSAY_STORE_SECRET is not set. ASSAY_STORE_URL requires it, with the same value for all instances.");
  }
  if (urls.length > 1 && !cluster) {
    errors.push("ASSAY_STORE_URL has several URLs, which requires ASSAY_STORE_CLUSTER=true.");
  }
  // Without a store, a fleet would look healthy, but each instance would allow every client the whole limit.
  const settingsWithoutEffect = storeSettings.filter(isSet).join(", ");
  if (urls.length === 0 && fileErrors.ASSAY_STORE_URL === undefined && settingsWithoutEffect !== "") {
    errors.push(
      `ASSAY_STORE_URL is not set, so each instance would allow the whole rate limit. Set it, or unset ${settingsWithoutEffect}.`,
    );
  }
  return errors;
}

/** Whether a key pattern also matches an access token, which has a header, claims and a signature. */
function matchesTokens(pattern: string): boolean {
  const token = `${Buffer.from('{"alg":"ES256"}').toString("base64url")}.${"A".repeat(86)}.${"A".repeat(86)}`;
  return isPattern(pattern) && new RegExp(pattern).test(token);
}

function toConfig(get: GetValue, domains: readonly DomainConfig[]) {
  const issuer = get("ASSAY_PROXY_ISSUER");
  const urls = splitList(get("ASSAY_STORE_URL"));
  const proxyNetworks = get("ASSAY_PROXY_NETWORKS");
  return {
    publicUrl: stripTrailingSlash(get("ASSAY_PUBLIC_URL")),
    host: get("ASSAY_HOST"),
    port: Number(get("ASSAY_PORT")),
    operatorHost: get("ASSAY_OPERATOR_HOST"),
    operatorPort: Number(get("ASSAY_OPERATOR_PORT")),
    drainMs: 1_000 * Number(get("ASSAY_DRAIN_SECONDS")),
    // Browsers send an origin without a trailing slash.
    corsOrigins: splitList(get("ASSAY_CORS_ORIGINS")).map(stripTrailingSlash),
    // If the workbench has been built, it is served unless it is turned off.
    workbench: get("ASSAY_WORKBENCH") === "off" ? (false as const) : undefined,
    logLevel: get("ASSAY_LOG_LEVEL"),
    serviceName: get("ASSAY_SERVICE_NAME"),
    keys: {
      introspectionUrl: get("ASSAY_INTROSPECTION_URL"),
      clientId: get("ASSAY_INTROSPECTION_CLIENT_ID"),
      clientSecret: get("ASSAY_INTROSPECTION_CLIENT_SECRET"),
      pattern: new RegExp(get("ASSAY_KEY_PATTERN")),
    },
    authorizationServer: get("ASSAY_AUTHORIZATION_SERVER") || undefined,
    keyUrl: get("ASSAY_KEY_URL") || undefined,
    proxy: issuer === "" ? undefined : { issuer, jwksUrl: get("ASSAY_PROXY_JWKS_URL") },
    store:
      urls.length === 0
        ? undefined
        : {
            urls,
            cluster: get("ASSAY_STORE_CLUSTER") === "true",
            secret: get("ASSAY_STORE_SECRET"),
          },
    instances: Number(get("ASSAY_INSTANCES")),
    trustedProxies: splitList(get("ASSAY_TRUSTED_PROXIES")),
    proxyNetworks: proxyNetworks === "" ? undefined : splitList(proxyNetworks),
    domains,
  };
}
