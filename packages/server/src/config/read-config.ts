import { closest } from "@assay/engine";
import { stripTrailingSlash } from "../net/strip-trailing-slash.ts";
import { type DomainConfig, readDomainsFile } from "./domains-file.ts";
import { readSecretFiles, secretFileNames } from "./secret-files.ts";
import { isPattern, settings, splitList } from "./settings.ts";

/** The configuration, or everything that is wrong with it. */
export type ReadConfig =
  | { readonly kind: "ok"; readonly config: ReturnType<typeof toConfig> }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

type Environment = { readonly [name: string]: string | undefined };

/** Reads the environment once, and the files that it names. */
export function readConfig(given: Environment, readFile: (path: string) => string): ReadConfig {
  const secrets = readSecretFiles(given, readFile);
  const env = { ...given, ...secrets.values };
  const text = (name: string) => env[name] ?? settings[name]?.byDefault ?? "";
  const file = env.ASSAY_DOMAINS_FILE;
  const domains = file === undefined || file === "" ? { faults: [] } : readDomainsFile(file, readFile);
  const faults = [
    ...checkSettings(env, text, secrets.faults),
    ...checkUnknown(env),
    ...domains.faults,
    ...checkCombinations(text, secrets.faults),
  ];
  if (faults.length > 0 || !("domains" in domains)) return { kind: "faulty", faults };
  return { kind: "ok", config: toConfig(text, domains.domains) };
}

type Text = (name: string) => string;

function checkSettings(env: Environment, text: Text, fileFaults: Environment): readonly string[] {
  return Object.entries(settings).flatMap(([name, { byDefault, about, fault }]) => {
    if (fileFaults[name] !== undefined) return [`${name}_FILE ${fileFaults[name]}.`];
    if (env[name] === undefined && byDefault === undefined) return [`${name} is not set. ${about}`];
    // An empty value means unset for optional settings; for others its meaning would be a guess.
    if (env[name] === "" && byDefault !== "") {
      const otherwise = byDefault === undefined ? about : `Unset it to use the default, ${byDefault}.`;
      return [`${name} is empty. ${otherwise}`];
    }
    const wrong = fault(text(name));
    return wrong === undefined ? [] : [`${name} ${wrong}.`];
  });
}

// The command line reads these, and people run both from one shell.
const commandLineNames: readonly string[] = ["ASSAY_KEY", "ASSAY_SERVICE", "ASSAY_PRODUCTS"];

// A mistyped variable would otherwise be ignored silently.
function checkUnknown(env: Environment): readonly string[] {
  const known = [...Object.keys(settings), ...secretFileNames];
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith("ASSAY_") && !commandLineNames.includes(name) && !known.includes(name),
  );
  return unknown.map((name) => {
    const sameStart = Object.keys(settings).filter((other) => other.split("_")[1] === name.split("_")[1]);
    const near = closest(name, known) ?? sameStart.join(" or ");
    const remedy = near === "" ? "assay-server --help lists the variables that exist." : `Did you mean ${near}?`;
    return `Unknown variable: ${name}. ${remedy}`;
  });
}

const storeNames = ["ASSAY_STORE_CLUSTER", "ASSAY_STORE_SECRET", "ASSAY_INSTANCES"];

function checkCombinations(text: Text, fileFaults: Environment): readonly string[] {
  const faults: string[] = [];
  const isSet = (name: string) => !["", settings[name]?.byDefault].includes(text(name));
  if ((text("ASSAY_PROXY_ISSUER") === "") !== (text("ASSAY_PROXY_JWKS_URL") === "")) {
    faults.push("ASSAY_PROXY_ISSUER and ASSAY_PROXY_JWKS_URL must be set together: set both or neither.");
  }
  if (text("ASSAY_PROXY_NETWORKS") !== "" && text("ASSAY_PROXY_ISSUER") === "") {
    faults.push(
      "ASSAY_PROXY_NETWORKS is set, but ASSAY_PROXY_ISSUER is not: all signed calls would be rejected. Set both, or unset ASSAY_PROXY_NETWORKS.",
    );
  }
  if (text("ASSAY_AUTHORIZATION_SERVER") !== "" && matchesTokens(text("ASSAY_KEY_PATTERN"))) {
    faults.push(
      "ASSAY_KEY_PATTERN also matches access tokens (JWT), so they would be taken for API keys. Change it to match keys alone, such as ^ai_, or unset ASSAY_AUTHORIZATION_SERVER.",
    );
  }
  const [port, operatorPort] = [text("ASSAY_PORT"), text("ASSAY_OPERATOR_PORT")].map(Number);
  if (port === operatorPort && port !== 0) {
    faults.push(`ASSAY_PORT and ASSAY_OPERATOR_PORT are both ${port}. Use different ports.`);
  }
  const urls = splitList(text("ASSAY_STORE_URL"));
  const cluster = text("ASSAY_STORE_CLUSTER") === "true";
  const lacksSecret = text("ASSAY_STORE_SECRET") === "" && fileFaults.ASSAY_STORE_SECRET === undefined;
  if (urls.length > 0 && lacksSecret) {
    faults.push("ASSAY_STORE_SECRET is not set. ASSAY_STORE_URL requires it, with the same value for all instances.");
  }
  if (urls.length > 1 && !cluster) {
    faults.push("ASSAY_STORE_URL has several URLs, which requires ASSAY_STORE_CLUSTER=true.");
  }
  // A fleet without its store would look healthy, and allow each client as many limits as it has instances.
  const alone = storeNames.filter(isSet).join(", ");
  if (urls.length === 0 && fileFaults.ASSAY_STORE_URL === undefined && alone !== "") {
    faults.push(
      `ASSAY_STORE_URL is not set, so each instance would allow the whole rate limit. Set it, or unset ${alone}.`,
    );
  }
  return faults;
}

/** Whether a pattern of keys also matches a token with a header, claims and a signature. */
function matchesTokens(pattern: string): boolean {
  const token = `${Buffer.from('{"alg":"ES256"}').toString("base64url")}.${"A".repeat(86)}.${"A".repeat(86)}`;
  return isPattern(pattern) && new RegExp(pattern).test(token);
}

function toConfig(text: Text, domains: readonly DomainConfig[]) {
  const issuer = text("ASSAY_PROXY_ISSUER");
  const urls = splitList(text("ASSAY_STORE_URL"));
  const proxyNetworks = text("ASSAY_PROXY_NETWORKS");
  return {
    publicUrl: stripTrailingSlash(text("ASSAY_PUBLIC_URL")),
    host: text("ASSAY_HOST"),
    port: Number(text("ASSAY_PORT")),
    operatorHost: text("ASSAY_OPERATOR_HOST"),
    operatorPort: Number(text("ASSAY_OPERATOR_PORT")),
    drainMs: 1_000 * Number(text("ASSAY_DRAIN_SECONDS")),
    // Browsers send an origin without a slash.
    corsOrigins: splitList(text("ASSAY_CORS_ORIGINS")).map(stripTrailingSlash),
    // Unless it is turned off, the workbench is served if it was built.
    workbench: text("ASSAY_WORKBENCH") === "off" ? (false as const) : undefined,
    logLevel: text("ASSAY_LOG_LEVEL"),
    serviceName: text("ASSAY_SERVICE_NAME"),
    keys: {
      introspectionUrl: text("ASSAY_INTROSPECTION_URL"),
      clientId: text("ASSAY_INTROSPECTION_CLIENT_ID"),
      clientSecret: text("ASSAY_INTROSPECTION_CLIENT_SECRET"),
      pattern: new RegExp(text("ASSAY_KEY_PATTERN")),
    },
    authorizationServer: text("ASSAY_AUTHORIZATION_SERVER") || undefined,
    keyUrl: text("ASSAY_KEY_URL") || undefined,
    proxy: issuer === "" ? undefined : { issuer, jwksUrl: text("ASSAY_PROXY_JWKS_URL") },
    store:
      urls.length === 0
        ? undefined
        : {
            urls,
            cluster: text("ASSAY_STORE_CLUSTER") === "true",
            secret: text("ASSAY_STORE_SECRET"),
          },
    instances: Number(text("ASSAY_INSTANCES")),
    trustedProxies: splitList(text("ASSAY_TRUSTED_PROXIES")),
    proxyNetworks: proxyNetworks === "" ? undefined : splitList(proxyNetworks),
    domains,
  };
}
