import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "./read-config.ts";
import { settings } from "./settings.ts";

const domain = {
  targetProduct: "datamint",
  domainId: "generator-option",
  specPackageUrl: "https://datamint.example/spec.json",
  submissionUrl: "https://datamint.example/api/proposals",
  registry: { url: "https://datamint.example/registry" },
};
const required = {
  ASSAY_PUBLIC_URL: "https://assay.example",
  ASSAY_DOMAINS_FILE: "domains.json",
  ASSAY_INTROSPECTION_URL: "https://id.example/oauth2/introspect",
  ASSAY_INTROSPECTION_CLIENT_ID: "assay",
  ASSAY_INTROSPECTION_CLIENT_SECRET: "secret",
};
const createReadFile = (document: unknown) => () => JSON.stringify(document);

test("needs only a public URL, a domains file and an identity service", () => {
  const read = readConfig(required, createReadFile({ domains: [domain] }));
  assert.deepEqual(read, {
    kind: "ok",
    config: {
      publicUrl: "https://assay.example",
      host: "127.0.0.1",
      port: 8080,
      operatorHost: "127.0.0.1",
      operatorPort: 8081,
      drainMs: 8_000,
      corsOrigins: [],
      workbench: undefined,
      logLevel: "info",
      serviceName: "assay",
      keys: {
        introspectionUrl: "https://id.example/oauth2/introspect",
        clientId: "assay",
        clientSecret: "secret",
        pattern: /^ai_[A-Za-z0-9_-]{20,200}$/,
      },
      authorizationServer: undefined,
      keyUrl: undefined,
      proxy: undefined,
      store: undefined,
      instances: 1,
      trustedProxies: [],
      proxyNetworks: undefined,
      domains: [
        {
          ...domain,
          refreshSeconds: 30,
          maxStaleSeconds: { specPackage: 3_600, registry: 300 },
        },
      ],
    },
  });
});

test("ignores the variables of the command line, but refuses similar names", () => {
  const file = createReadFile({ domains: [domain] });
  const commandLine = { ASSAY_SERVICE: "https://assay.example", ASSAY_PRODUCTS: "https://datamint.example" };
  assert.deepEqual(readConfig({ ...required, ...commandLine }, file), readConfig(required, file));
  assert.equal(readConfig({ ...required, ASSAY_SERVICES: "x" }, file).kind, "invalid");
  const { ASSAY_KEY, ...without } = { ...required, ASSAY_KEY: "ai_ada" };
  assert.deepEqual(readConfig({ ...without, ASSAY_KEY }, file), readConfig(without, file));
  assert.equal(readConfig({ ...required, ASSAY_KEYS: "ai_ada" }, file).kind, "invalid");
  assert.ok(!JSON.stringify(readConfig({ ...required, ASSAY_KEY, ASSAY_PROT: "1" }, file)).includes("ASSAY_KEY,"));
});

test("can turn off the workbench, and make the registry of a domain public", () => {
  const withPublicRegistry = { ...domain, registry: { ...domain.registry, public: true } };
  const read = readConfig({ ...required, ASSAY_WORKBENCH: "off" }, createReadFile({ domains: [withPublicRegistry] }));
  assert.ok(read.kind === "ok");
  assert.equal(read.config.workbench, false);
  assert.equal(read.config.domains[0]?.registry.public, true);
  const unclear = { ...domain, registry: { ...domain.registry, public: "yes" } };
  const refused = readConfig(required, createReadFile({ domains: [unclear] }));
  assert.match(refused.kind === "invalid" ? refused.errors.join() : "", /"\/domains\/0\/registry\/public"/);
});

test("accepts only a web URL without a password as the page that issues keys", () => {
  const keyUrl = "https://id.example/keys?from=assay#new";
  const read = readConfig({ ...required, ASSAY_KEY_URL: keyUrl }, createReadFile({ domains: [domain] }));
  assert.equal(read.kind === "ok" && read.config.keyUrl, keyUrl);
  for (const invalid of [
    "id.example/keys",
    "ftp://id.example",
    "https://me:secret@id.example/",
    'https://id.example/"x',
  ]) {
    const refused = readConfig({ ...required, ASSAY_KEY_URL: invalid }, createReadFile({ domains: [domain] }));
    assert.match(refused.kind === "invalid" ? refused.errors.join() : "", /^ASSAY_KEY_URL is not/);
  }
});

test("reports all errors at once", () => {
  const read = readConfig(
    { ASSAY_PORT: "80a", ASSAY_CORS_ORIGINS: "https://a.example nonsense", ASSAY_LOG_LEVEL: "loud", ASSAY_PROT: "1" },
    createReadFile({}),
  );
  assert.ok(read.kind === "invalid");
  for (const name of [
    "ASSAY_PUBLIC_URL",
    "ASSAY_DOMAINS_FILE",
    "ASSAY_PORT",
    "ASSAY_CORS_ORIGINS",
    "ASSAY_LOG_LEVEL",
    "ASSAY_PROT",
  ]) {
    assert.equal(
      read.errors.filter((error) => new RegExp(`^(?:Unknown variable: )?${name}\\b`).test(error)).length,
      1,
      name,
    );
  }
  for (const value of ['"80a"', '"nonsense"', '"loud"']) assert.ok(read.errors.join().includes(value), value);
});

test("refuses the invalid values of each setting, and accepts the valid ones", () => {
  const invalid = {
    ASSAY_PUBLIC_URL: [
      ...["", "assay.example", "ftp://assay.example", "https://a b", "https://u:p@assay.example", "https://A.example"],
      ...["https://a.example?b", "https://a.example/#b", "https://a.example//", "https://a.example/b/../c"],
    ],
    ASSAY_HOST: ["", " ", "[::1]", "127.0.0.1:80", "127.1", "10.0.0.256", "http://localhost", "a b", "-a", "a..b", "*"],
    ASSAY_OPERATOR_HOST: ["", "0.0.0.0:8081", "[::]"],
    ASSAY_PORT: ["", "-1", "65536", "1.5", "http"],
    ASSAY_CORS_ORIGINS: [",", "*", "https://a.example/x", "null"],
    ASSAY_LOG_LEVEL: ["", "INFO", "trace me"],
    ASSAY_INTROSPECTION_URL: ["", "id.example", "http://id.example/introspect"],
    ASSAY_KEY_PATTERN: ["", "("],
    ASSAY_AUTHORIZATION_SERVER: ["id.example", "http://id.example", "https://id.example?a=b", 'https://id.example/"a"'],
    ASSAY_SERVICE_NAME: ["", "Assay", "a b"],
    ASSAY_TRUSTED_PROXIES: ["true", "1", "10.0.0.1", "loopback", "10.0.0.0/33", "0.0.0.0/0", "::/0", "::ffff:0:0/96"],
    ASSAY_PROXY_NETWORKS: ["id.example", "10.0.0.1", " ", ","],
    ASSAY_STORE_URL: [
      ...["redis.example", "http://redis.example", "redis://", "redis://a,b", "redis://a:6379/abc", "redis://a/1/2"],
      ...["redis://:%zz@a", "redis://a,redis://b/x"],
    ],
    ASSAY_WORKBENCH: ["", "true", "false", "ON"],
    ASSAY_STORE_CLUSTER: ["", "yes", "1"],
    ASSAY_STORE_SECRET: ["short", "x".repeat(31)],
    ASSAY_INSTANCES: ["", "0", "-1", "1.5", "many"],
    ASSAY_DRAIN_SECONDS: ["", "-1", "0.5", "301", "8s", "08"],
  };
  const valid = {
    ASSAY_PUBLIC_URL: [
      "http://localhost:8080",
      "https://assay.example/",
      "https://a.example/b",
      "https://a.example/b/c/",
    ],
    ASSAY_HOST: ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost", "assay.internal", "node-1.example"],
    ASSAY_OPERATOR_HOST: ["127.0.0.1", "0.0.0.0", "::"],
    ASSAY_PORT: ["0", "65535"],
    ASSAY_CORS_ORIGINS: ["", "https://a.example", "https://a.example/", "https://a.example http://localhost:3000"],
    ASSAY_LOG_LEVEL: ["error", "debug"],
    ASSAY_INTROSPECTION_URL: ["https://id.example/x", "http://127.0.0.1:3000/x"],
    ASSAY_KEY_PATTERN: ["^ai_"],
    ASSAY_AUTHORIZATION_SERVER: ["", "https://id.example", "https://id.example/tenant/", "http://127.0.0.1:8084"],
    ASSAY_SERVICE_NAME: ["assay", "assay-2"],
    ASSAY_TRUSTED_PROXIES: ["", "10.0.0.0/8", "10.0.0.0/8 2001:db8::/32", "10.0.0.0/8,192.0.2.7/32"],
    ASSAY_PROXY_NETWORKS: ["", "192.0.2.0/24"],
    ASSAY_STORE_URL: [
      ...["", "redis://redis.example", "rediss://:pass@redis.example:6380", "redis://a:1,redis://b:2"],
      ...["redis://a/", "redis://a:6379/15"],
    ],
    ASSAY_WORKBENCH: ["on", "off"],
    ASSAY_STORE_CLUSTER: ["true", "false"],
    ASSAY_STORE_SECRET: ["", "x".repeat(32)],
    ASSAY_INSTANCES: ["1", "4", "9999"],
    ASSAY_DRAIN_SECONDS: ["0", "8", "300"],
  };
  for (const [name, values] of Object.entries(invalid)) {
    for (const value of values) assert.notEqual(settings[name]?.check(value), undefined, `${name}=${value}`);
  }
  for (const [name, values] of Object.entries(valid)) {
    for (const value of values) assert.equal(settings[name]?.check(value), undefined, `${name}=${value}`);
  }
});

test("refuses a URL that contains a password, without showing the password", () => {
  const names = ["ASSAY_PUBLIC_URL", "ASSAY_INTROSPECTION_URL", "ASSAY_PROXY_ISSUER", "ASSAY_PROXY_JWKS_URL"];
  for (const userinfo of ["u:s3cret@", ":s3cret@", "s3cret@"]) {
    const url = `https://${userinfo}id.example/`;
    const env = { ...required, ASSAY_CORS_ORIGINS: url, ...Object.fromEntries(names.map((name) => [name, url])) };
    const registry = { url };
    const file = { domains: [{ ...domain, specPackageUrl: url, submissionUrl: url, registry }] };
    const read = readConfig(env, createReadFile(file));
    assert.ok(read.kind === "invalid");
    for (const name of [...names, "ASSAY_CORS_ORIGINS", "specPackageUrl", "submissionUrl", "registry.url"]) {
      assert.equal(read.errors.filter((error) => error.includes(`${name} `)).length, 1, `${name} ${url}`);
    }
    assert.doesNotMatch(read.errors.join("\n"), /s3cret/);
  }
});

test("refuses a query in the URLs of a domain, which callers can read, without showing the query", () => {
  const url = "https://datamint.example/x?sig=s3cret";
  const file = createReadFile({ domains: [{ ...domain, specPackageUrl: url, submissionUrl: url, registry: { url } }] });
  const read = readConfig(required, file);
  assert.ok(read.kind === "invalid");
  for (const path of ["specPackageUrl", "submissionUrl", "registry/url"]) {
    const errors = read.errors.filter((error) => error.includes(`"/domains/0/${path}"`));
    assert.ok(errors.length === 1 && errors[0]?.includes(" has a query "), path);
  }
  assert.doesNotMatch(read.errors.join("\n"), /s3cret/);
});

const store = { ASSAY_STORE_SECRET: "x".repeat(32) };
const cluster = { ...store, ASSAY_STORE_URL: "redis://a, redis://b", ASSAY_STORE_CLUSTER: "true" };
const identity = { ASSAY_PROXY_ISSUER: "https://id.example", ASSAY_PROXY_JWKS_URL: "https://id.example/jwks" };
const networks = { ASSAY_PROXY_NETWORKS: "192.0.2.0/24" };
const tokens = { ASSAY_AUTHORIZATION_SERVER: "https://id.example" };
const widePattern = { ASSAY_KEY_PATTERN: "^[A-Za-z0-9._-]{20,}$" };

/** Settings that are valid individually, and the error for their combination; undefined if they are compatible. */
const combinations: readonly (readonly [{ readonly [name: string]: string }, RegExp | undefined])[] = [
  [{ ASSAY_PROXY_ISSUER: "https://id.example" }, /must be set together/],
  [{ ASSAY_PORT: "8081" }, /^ASSAY_PORT and ASSAY_OPERATOR_PORT are both 8081/],
  [{ ASSAY_PORT: "0", ASSAY_OPERATOR_PORT: "0" }, undefined],
  [{ ASSAY_STORE_URL: "redis://a" }, /^ASSAY_STORE_SECRET is not set/],
  [{ ...store, ASSAY_STORE_URL: "redis://a,redis://b" }, /requires ASSAY_STORE_CLUSTER=true/],
  [{ ...store, ASSAY_STORE_CLUSTER: "true" }, /ASSAY_STORE_URL is not set/],
  [cluster, undefined],
  [{ ASSAY_INSTANCES: "3" }, /ASSAY_STORE_URL.* or unset ASSAY_INSTANCES\.$/],
  [{ ASSAY_INSTANCES: "1", ASSAY_STORE_CLUSTER: "false" }, undefined],
  [networks, /^ASSAY_PROXY_NETWORKS is set, but ASSAY_PROXY_ISSUER is not\b.+ unset /],
  [{ ...networks, ...identity }, undefined],
  [{ ...tokens, ...widePattern }, /^ASSAY_KEY_PATTERN also matches access tokens.+ such as \^ai_/],
  [widePattern, undefined],
  [{ ...tokens, ASSAY_KEY_PATTERN: "^[A-Za-z0-9_-]{43}$" }, undefined],
];

test("requires an identity service, which verifies the keys of callers", () => {
  const { ASSAY_INTROSPECTION_URL: _, ...rest } = required;
  const read = readConfig(rest, createReadFile({ domains: [domain] }));
  assert.ok(read.kind === "invalid" && read.errors.length === 1);
  assert.match(read.errors[0] ?? "", /INTROSPECTION_URL is not set/);
});

test("reports incompatible settings with one error", () => {
  for (const [variables, error] of combinations) {
    const read = readConfig({ ...required, ...variables }, createReadFile({ domains: [domain] }));
    const errors = read.kind === "invalid" ? read.errors : [];
    assert.equal(errors.length, error === undefined ? 0 : 1, `${JSON.stringify(variables)}: ${errors}`);
    if (error) assert.match(errors[0] ?? "", error);
  }
});

test("accepts several store URLs for a cluster, and ignores a trailing slash in other URLs", () => {
  const env = {
    ...required,
    ...cluster,
    ASSAY_PUBLIC_URL: "https://a.example/b/",
    ASSAY_CORS_ORIGINS: "https://c.example/",
  };
  const read = readConfig(env, createReadFile({ domains: [domain] }));
  assert.ok(read.kind === "ok");
  const { publicUrl, corsOrigins, store: configuredStore } = read.config;
  assert.deepEqual([publicUrl, corsOrigins], ["https://a.example/b", ["https://c.example"]]);
  assert.deepEqual(configuredStore, { urls: ["redis://a", "redis://b"], cluster: true, secret: "x".repeat(32) });
});

test("reads the domains file strictly, and reports the location of each error", () => {
  const listErrors = (document: unknown) => {
    const read = readConfig(
      required,
      typeof document === "function" ? (document as () => string) : createReadFile(document),
    );
    return read.kind === "invalid" ? read.errors.join("\n") : "";
  };
  assert.match(listErrors({ domains: [] }), /json, "\/domains"\): The array is empty/);
  assert.match(
    listErrors({ domains: [{ ...domain, color: {} }] }),
    /"\/domains\/0\/color"\): Unknown property "color"\. Remove it\. Known properties: "targetProduct", /,
  );
  assert.equal(
    listErrors({}),
    'ASSAY_DOMAINS_FILE (domains.json): The required property "domains" is missing. One entry for each domain of a target product.',
  );
  assert.match(listErrors({ domains: [{ ...domain, specPackageUrl: "file:///etc/passwd" }] }), /specPackageUrl/);
  assert.match(
    listErrors({ domains: [{ ...domain, submissionUrl: "http://datamint.example/" }] }),
    /must begin with https/,
  );
  assert.equal(listErrors({ domains: [{ ...domain, submissionUrl: "http://127.0.0.1:8081/" }] }), "");
  assert.match(listErrors({ domains: [{ ...domain, networks: ["10.0.0.0/33"] }] }), /networks has .* not a network/);
  assert.match(
    listErrors({ domains: [{ ...domain, registry: { ...domain.registry, mode: "snapshot" } }] }),
    /"\/domains\/0\/registry\/mode"\): Unknown property "mode"/,
  );
  assert.match(
    listErrors({ domains: [domain, domain] }),
    /domains\/1"\): datamint\/generator-option is already at \/domains\/0/,
  );
  assert.match(listErrors({ domains: [{ ...domain, refreshSeconds: 0 }] }), /refreshSeconds/);
  assert.match(
    listErrors(() => '{\n  "password": s3cret\n}'),
    /^ASSAY_DOMAINS_FILE \(domains\.json:2:15\): Not valid JSON\.(?!.*s3cret)/,
  );
  assert.match(
    listErrors(() => {
      throw new Error("ENOENT: no such file");
    }),
    /cannot be read: ENOENT/,
  );
});

test("suggests the closest variable for a misspelled name", () => {
  const listErrors = (name: string) => {
    const read = readConfig({ ...required, [name]: "1" }, createReadFile({ domains: [domain] }));
    return read.kind === "invalid" ? read.errors.join("\n") : "";
  };
  assert.equal(listErrors("ASSAY_PROT"), "Unknown variable: ASSAY_PROT. Did you mean ASSAY_PORT?");
  const expected = { ASSAY_TRUSTED_PROXY: ["ASSAY_TRUSTED_PROXIES"], ASSAY_COLOR: [], ASSAY_P: [] };
  for (const [name, names] of Object.entries(expected)) {
    const [, ...suggested] = listErrors(name).match(/ASSAY_\w+/g) ?? [];
    assert.deepEqual(suggested, names, name);
  }
});

test("requires refreshes that are frequent enough to replace a copy before it expires", () => {
  const listErrors = (changes: object) => {
    const read = readConfig(required, createReadFile({ domains: [{ ...domain, ...changes }] }));
    return read.kind === "invalid" ? read.errors : [];
  };
  for (const valid of [
    ...[{}, { refreshSeconds: 1 }, { refreshSeconds: 285 }, { maxStaleSeconds: { registry: 45 } }],
    { refreshSeconds: 600, maxStaleSeconds: { registry: 615 } },
    { refreshSeconds: 1, maxStaleSeconds: { specPackage: 16, registry: 16 } },
  ]) {
    assert.deepEqual(listErrors(valid), [], JSON.stringify(valid));
  }
  for (const invalid of [
    ...[{ refreshSeconds: 300 }, { refreshSeconds: 286 }, { maxStaleSeconds: { registry: 44 } }],
    { refreshSeconds: 600, maxStaleSeconds: { registry: 900, specPackage: 600 } },
  ]) {
    const [error = "", ...others] = listErrors(invalid);
    assert.match(
      error,
      /refreshSeconds is \d+, which is too long for maxStaleSeconds\.(?:registry|specPackage) of \d+: .* at most \d+/,
    );
    assert.deepEqual(others, []);
  }
  assert.match(listErrors({ refreshSeconds: 600 })[0] ?? "", /600, .*registry of 300.*at most 285/);
  assert.equal(listErrors({ refreshSeconds: 7_200 }).length, 2, "for both documents");
  for (const refreshSeconds of [0, 0.001, 0.999, -1, 86_401]) {
    assert.match(listErrors({ refreshSeconds }).join(), /refreshSeconds/, String(refreshSeconds));
  }
  assert.match(listErrors({ maxStaleSeconds: { registry: 15 } }).join(), /maxStaleSeconds\/registry/);
});

test("refuses a private address unless its network is listed", () => {
  const listErrors = (specPackageUrl: string, networks?: readonly string[], registryUrl = specPackageUrl) => {
    const registry = { url: registryUrl };
    const read = readConfig(
      required,
      createReadFile({ domains: [{ ...domain, specPackageUrl, registry, ...(networks && { networks }) }] }),
    );
    return read.kind === "invalid" ? read.errors : [];
  };
  const [spec = "", registry = ""] = listErrors("https://10.1.2.3/spec.json");
  assert.match(
    spec,
    /"\/domains\/0\/specPackageUrl"\): specPackageUrl has the address 10\.1\.2\.3, .*Add its network to networks, for example "10\.1\.2\.3\/32"/,
  );
  assert.match(registry, /registry\.url has the address 10\.1\.2\.3/);
  assert.deepEqual(listErrors("https://10.1.2.3/spec.json", ["10.1.0.0/16"]), []);
  assert.equal(listErrors("https://10.1.2.3/spec.json", ["10.2.0.0/16"]).length, 2);
  assert.equal(listErrors("https://[fd00::1]/spec.json").length, 2);
  assert.deepEqual(listErrors("https://[fd00::1]/spec.json", ["fd00::/8"]), []);
  assert.equal(listErrors("https://167838211/spec.json").length, 2, "10.1.2.3 as one number");
  // Public addresses and names are accepted. A name is checked later, for each connection.
  assert.deepEqual(listErrors("https://93.184.216.34/spec.json"), []);
  assert.deepEqual(listErrors("https://datamint.internal/spec.json"), []);
  // This machine need not be listed if both documents are on it, but must be listed if only one is.
  assert.deepEqual(listErrors("http://127.0.0.1:8081/spec.json"), []);
  assert.equal(listErrors("http://127.0.0.1:8081/spec.json", [], "https://datamint.example/registry").length, 1);
  // Forbidden addresses are refused even if their network is listed.
  assert.match(listErrors("https://169.254.169.254/", ["169.254.0.0/16"])[0] ?? "", /always blocked/);
});
