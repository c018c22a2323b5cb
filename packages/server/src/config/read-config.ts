import type { DomainConfig } from "../shared/ports.ts";
import { withoutSlash } from "./address-fault.ts";
import { readDomainsFile } from "./domains-file.ts";
import { settings, words } from "./settings.ts";

/** Everything that an operator decides. */
interface Config {
  readonly publicUrl: string;
  readonly host: string;
  readonly port: number;
  readonly operatorHost: string;
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
  readonly domains: readonly DomainConfig[];
}

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
    // Empty is none where none is possible; anywhere else it would be a guess what was meant.
    if (env[name] === "" && byDefault !== "") {
      const otherwise = byDefault === undefined ? settings[name]?.about : `Leave it out, and it is ${byDefault}.`;
      return [`${name} is set, but empty: give it a value. ${otherwise}`];
    }
    const wrong = fault(text(name));
    return wrong === undefined ? [] : [`${name} ${wrong}.`];
  });
  // A variable with a slip in its name would be ignored without a word.
  const unknown = Object.keys(env).filter((name) => name.startsWith("ASSAY_") && !Object.hasOwn(settings, name));
  faults.push(
    ...unknown.map((name) => `${name} is not a variable that is read. Known: ${Object.keys(settings).join(", ")}.`),
  );
  const file = env.ASSAY_DOMAINS_FILE;
  const domains = file === undefined || file === "" ? { faults: [] } : readDomainsFile(file, readFile);
  faults.push(...domains.faults);
  if ((text("ASSAY_PROXY_ISSUER") === "") !== (text("ASSAY_PROXY_JWKS_URL") === "")) {
    faults.push("ASSAY_PROXY_ISSUER and ASSAY_PROXY_JWKS_URL go together: set both or neither.");
  }
  const [port, operatorPort] = [text("ASSAY_PORT"), text("ASSAY_OPERATOR_PORT")].map(Number);
  if (port === operatorPort && port !== 0) {
    faults.push(`ASSAY_PORT and ASSAY_OPERATOR_PORT are both ${port}: give each a port of its own.`);
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
      publicUrl: withoutSlash(text("ASSAY_PUBLIC_URL")),
      host: text("ASSAY_HOST"),
      port: Number(text("ASSAY_PORT")),
      operatorHost: text("ASSAY_OPERATOR_HOST"),
      operatorPort: Number(text("ASSAY_OPERATOR_PORT")),
      // A browser writes an origin without a slash.
      corsOrigins: words(text("ASSAY_CORS_ORIGINS")).map(withoutSlash),
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
