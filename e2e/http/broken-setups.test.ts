import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startSandbox } from "@assay/sandbox";
import { redisSkipReason, startRedis } from "@assay/testing/services/redis-server";
import { hang, json, type Responder, redirect, type ScriptedServer, startScriptedServer } from "../scripted-server.ts";
import { runBinary } from "../start-binary.ts";

const secrets = {
  client: "c1ient-s3cret",
  redis: "r3dis-s3cret",
  store: "s".repeat(40),
  key: `ai_${"k3y".repeat(10)}`,
  expired: `ai_${"old".repeat(10)}`,
};
const timedOut = /before the timeout|: timeout$/m;
const contract = join(import.meta.dirname, "../../packages/contract");
const documents: { readonly [path: string]: string } = {
  "/current.json": "spec-packages/datamint/generator-option/2.0.0.json",
  "/registry": "cases/registries/empty.json",
};

test("the service names the setting and the remedy for each of sixteen broken setups, and prints no secret", {
  skip: redisSkipReason,
}, async () => {
  await using started = new AsyncDisposableStack();
  const use = <Resource extends AsyncDisposable>(resource: Resource) => started.use(resource);
  using folder = mkdtempDisposableSync(join(tmpdir(), "assay-setups-"));
  const { identity } = use(await startSandbox({ identity: true }));
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const working = use(await startScriptedServer(publish));
  const redis = use(await startRedis({ requirepass: secrets.redis }));
  const foreign = use(
    await startScriptedServer((response, request, body) => {
      const aud = body.includes(secrets.key) && { active: true, sub: "ada", aud: ["https://other.example"] };
      const exp = body.includes(secrets.expired) && { active: true, sub: "ada", exp: 1 };
      json(aud || exp || { active: false })(response, request, body);
    }),
  );
  const outdated = use(await startScriptedServer(answerWithOldDate));
  const silent = use(await startScriptedServer(hang));
  const empty = use(await startScriptedServer(json({}, 404)));
  const hostile = { targetProduct: "datamint", domainId: "generator-option", "\u001b[2J": true };
  const invalid = use(await startScriptedServer(json(hostile)));
  const untrusted = use(await startSelfSigned(folder.path));
  const redirecting = use(
    await startScriptedServer(redirect(302, `${identity.issuer}/.well-known/oauth-authorization-server`)),
  );
  const takenPort = new URL(outdated.origin).port;

  const createSettings = (overrides: { readonly [name: string]: string }) => ({
    ASSAY_INTROSPECTION_URL: identity.introspectionUrl,
    ASSAY_INTROSPECTION_CLIENT_ID: identity.clients.assay.id,
    ASSAY_INTROSPECTION_CLIENT_SECRET: identity.clients.assay.secret,
    ASSAY_STORE_URL: `redis://:${secrets.redis}@127.0.0.1:${redis.port}`,
    ASSAY_STORE_SECRET: secrets.store,
    ...overrides,
  });
  const introspection = (server: { readonly origin: string }) => ({
    ASSAY_INTROSPECTION_URL: `${server.origin}/introspect`,
  });
  const domain = "datamint/generator-option";
  const setups: readonly Setup[] = [
    {
      title: "a correct setup",
      code: 0,
      env: {
        ASSAY_KEY: key,
        ASSAY_AUTHORIZATION_SERVER: identity.issuer,
        ASSAY_PROXY_ISSUER: identity.issuer,
        ASSAY_PROXY_JWKS_URL: identity.jwksUrl,
      },
      failed: [],
    },
    {
      title: "an issuer with a trailing slash",
      env: { ASSAY_AUTHORIZATION_SERVER: `${identity.issuer}/` },
      failed: ["ASSAY_AUTHORIZATION_SERVER"],
      message: /Use exactly this spelling/,
    },
    {
      title: "a redirect to the metadata, which is not followed",
      env: { ASSAY_AUTHORIZATION_SERVER: redirecting.origin },
      failed: ["ASSAY_AUTHORIZATION_SERVER"],
      message: /no metadata at/,
    },
    {
      title: "a wrong introspection secret",
      env: { ASSAY_INTROSPECTION_CLIENT_SECRET: secrets.client },
      failed: ["ASSAY_INTROSPECTION_URL"],
      message: /status 401: check ASSAY_INTROSPECTION_CLIENT_ID and ASSAY_INTROSPECTION_CLIENT_SECRET/,
    },
    { title: "a wrong introspection path", env: introspection(empty), failed: ["ASSAY_INTROSPECTION_URL"] },
    {
      title: "a key for another audience",
      env: { ...introspection(foreign), ASSAY_KEY: secrets.key },
      failed: ["ASSAY_KEY"],
      message: /"https:\/\/other\.example".*ASSAY_PUBLIC_URL is http:\/\/assay\.example/,
    },
    { title: "an expired key", env: { ...introspection(foreign), ASSAY_KEY: secrets.expired }, failed: ["ASSAY_KEY"] },
    {
      title: "a host name that does not resolve",
      env: { ASSAY_INTROSPECTION_URL: "https://id.invalid/introspect" },
      failed: ["ASSAY_INTROSPECTION_URL"],
      message: /Check the name/,
    },
    {
      title: "an untrusted TLS certificate",
      env: introspection(untrusted),
      failed: ["ASSAY_INTROSPECTION_URL"],
      message: /NODE_EXTRA_CA_CERTS/,
    },
    {
      title: "a wrong Redis password",
      env: { ASSAY_STORE_URL: `redis://:wrong-${secrets.redis}@127.0.0.1:${redis.port}` },
      failed: ["ASSAY_STORE_URL"],
      message: /Check the user name and password/,
    },
    {
      title: "a single Redis server configured as a cluster",
      env: { ASSAY_STORE_CLUSTER: "true" },
      failed: ["ASSAY_STORE_URL"],
      message: /unset ASSAY_STORE_CLUSTER/,
    },
    {
      title: "services that never answer",
      product: silent,
      env: { ...introspection(silent), ASSAY_AUTHORIZATION_SERVER: silent.origin },
      failed: ["ASSAY_INTROSPECTION_URL", "ASSAY_AUTHORIZATION_SERVER", domain, domain],
    },
    { title: "a product that answers 404", product: empty, env: {}, failed: [domain, domain], message: /status 404/ },
    {
      title: "an invalid spec package",
      product: invalid,
      env: {},
      failed: [domain, domain],
      message: /assay spec check/,
    },
    { title: "a clock that is off by ten minutes", env: introspection(outdated), failed: ["clock"], message: /NTP/ },
    { title: "a file that cannot be read", code: 78, env: { ASSAY_DOMAINS_FILE: join(folder.path, "absent") } },
    {
      title: "a port in use",
      args: [],
      env: { ASSAY_PORT: takenPort },
      message: new RegExp(`^ASSAY_PORT=${takenPort}: `),
    },
  ];
  for (const setup of setups) {
    const { title, env, failed = [], code = 1, message, product = working } = setup;
    const start = async () => {
      const settings = { productUrl: product.origin, ...createSettings(env) };
      await using service = runBinary(settings, setup.args ?? ["--check", "--connect"]);
      return { ...(await service.exited), output: service.output() };
    };
    let run = await start();
    // On a busy machine, even a working server can take longer than the service's timeout.
    for (let retry = 0; product !== silent && timedOut.test(run.output) && retry < 5; retry += 1) run = await start();
    const { output } = run;
    assert.equal(run.code, code, `${title}: ${output}`);
    const failedNames = [...output.matchAll(/^failed +(\S+)/gm)].map(([, name]) => name);
    assert.deepEqual(failedNames, failed, `${title}: ${output}`);
    if (message) assert.match(output, message, title);
    for (const [name, secret] of Object.entries({ ...secrets, realKey: key }))
      assert.ok(!output.includes(secret), `${title}: ${name}`);
    assert.ok(!output.includes("\u001b"), title);
  }
});

interface Setup {
  readonly title: string;
  readonly env: { readonly [name: string]: string };
  /** The names in the report's `failed` lines, in order. */
  readonly failed?: readonly string[];
  readonly message?: RegExp;
  /** Default: `--check --connect`. */
  readonly args?: readonly string[];
  /** The expected exit code. Default: 1. */
  readonly code?: number;
  /** Default: a product that works. */
  readonly product?: ScriptedServer;
}

const answerWithOldDate: Responder = (...args) =>
  json({ active: false }, 200, { date: new Date(Date.now() - 600_000).toUTCString() })(...args);

const publish: Responder = (response, { url = "" }) => {
  const file = documents[url];
  response.writeHead(file ? 200 : 404, { "content-type": "application/json" });
  response.end(file && readFileSync(join(contract, file)));
};

/** Starts an identity service with a self-signed certificate. */
async function startSelfSigned(folder: string): Promise<AsyncDisposable & { readonly origin: string }> {
  const [key, cert] = [join(folder, "tls.key"), join(folder, "tls.crt")];
  const args = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 2 -subj /CN=127.0.0.1".split(" ");
  execFileSync("openssl", [...args, "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.end("{}"),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
