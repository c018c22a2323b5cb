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
import { hang, json, type Responder, type ScriptedServer, startScriptedServer } from "../scripted-server.ts";
import { runBinary } from "../start-binary.ts";

const secrets = {
  client: "c1ient-s3cret",
  redis: "r3dis-s3cret",
  store: "s".repeat(40),
  key: `ai_${"k3y".repeat(10)}`,
  expired: `ai_${"old".repeat(10)}`,
};
const isLate = /before the timeout|: timeout$/m;
const contract = join(import.meta.dirname, "../../packages/contract");
const documents: { readonly [path: string]: string } = {
  "/current.json": "spec-packages/datamint/generator-option/2.0.0.json",
  "/registry": "cases/registries/empty.json",
};

test("what is wrong with fifteen set-ups is named by its setting, with what to do, and no secret is printed", {
  skip: redisSkipReason,
}, async () => {
  await using started = new AsyncDisposableStack();
  const use = <Resource extends AsyncDisposable>(resource: Resource) => started.use(resource);
  using folder = mkdtempDisposableSync(join(tmpdir(), "assay-set-ups-"));
  const { identity } = use(await startSandbox({ identity: true }));
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const product = use(await startScriptedServer(publish));
  const redis = use(await startRedis({ requirepass: secrets.redis }));
  const foreign: ScriptedServer = use(
    await startScriptedServer((response, request) => {
      const { body = "" } = foreign.got.at(-1) ?? {};
      const aud = body.includes(secrets.key) && { active: true, sub: "ada", aud: ["https://other.example"] };
      const exp = body.includes(secrets.expired) && { active: true, sub: "ada", exp: 1 };
      json(aud || exp || { active: false })(response, request);
    }),
  );
  const late = use(await startScriptedServer(answerLate));
  const silent = use(await startScriptedServer(hang));
  const absent = use(await startScriptedServer(json({}, 404)));
  const hostile = { targetProduct: "datamint", domainId: "generator-option", "\u001b[2J": true };
  const refused = use(await startScriptedServer(json(hostile)));
  const untrusted = use(await startUntrusted(folder.path));
  const taken = new URL(late.origin).port;

  const createSettings = (more: { readonly [name: string]: string }) => ({
    ASSAY_INTROSPECTION_URL: identity.introspectionUrl,
    ASSAY_INTROSPECTION_CLIENT_ID: identity.clients.assay.id,
    ASSAY_INTROSPECTION_CLIENT_SECRET: identity.clients.assay.secret,
    ASSAY_STORE_URL: `redis://:${secrets.redis}@127.0.0.1:${redis.port}`,
    ASSAY_STORE_SECRET: secrets.store,
    ...more,
  });
  const introspection = (server: { readonly origin: string }) => ({
    ASSAY_INTROSPECTION_URL: `${server.origin}/introspect`,
  });
  const domain = "datamint/generator-option";
  const setUps: readonly SetUp[] = [
    {
      title: "nothing is wrong",
      env: {
        ASSAY_KEY: key,
        ASSAY_AUTHORIZATION_SERVER: identity.issuer,
        ASSAY_PROXY_ISSUER: identity.issuer,
        ASSAY_PROXY_JWKS_URL: identity.jwksUrl,
      },
      failed: [],
    },
    {
      title: "an issuer in another spelling",
      env: { ASSAY_AUTHORIZATION_SERVER: `${identity.issuer}/` },
      failed: ["ASSAY_AUTHORIZATION_SERVER"],
      says: /Use exactly this spelling/,
    },
    {
      title: "wrong introspection secret",
      env: { ASSAY_INTROSPECTION_CLIENT_SECRET: secrets.client },
      failed: ["ASSAY_INTROSPECTION_URL"],
      says: /status 401: check ASSAY_INTROSPECTION_CLIENT_ID and ASSAY_INTROSPECTION_CLIENT_SECRET/,
    },
    { title: "wrong introspection path", env: introspection(absent), failed: ["ASSAY_INTROSPECTION_URL"] },
    {
      title: "wrong audience",
      env: { ...introspection(foreign), ASSAY_KEY: secrets.key },
      failed: ["ASSAY_KEY"],
      says: /"https:\/\/other\.example".*ASSAY_PUBLIC_URL is http:\/\/assay\.example/,
    },
    { title: "an expired key", env: { ...introspection(foreign), ASSAY_KEY: secrets.expired }, failed: ["ASSAY_KEY"] },
    {
      title: "a name that does not resolve",
      env: { ASSAY_INTROSPECTION_URL: "https://id.invalid/introspect" },
      failed: ["ASSAY_INTROSPECTION_URL"],
      says: /Check the name/,
    },
    {
      title: "TLS that is not trusted",
      env: introspection(untrusted),
      failed: ["ASSAY_INTROSPECTION_URL"],
      says: /NODE_EXTRA_CA_CERTS/,
    },
    {
      title: "wrong Redis password",
      env: { ASSAY_STORE_URL: `redis://:wrong-${secrets.redis}@127.0.0.1:${redis.port}` },
      failed: ["ASSAY_STORE_URL"],
      says: /Check the user name and password/,
    },
    {
      title: "a cluster that is a single Redis server",
      env: { ASSAY_STORE_CLUSTER: "true" },
      failed: ["ASSAY_STORE_URL"],
      says: /unset ASSAY_STORE_CLUSTER/,
    },
    {
      title: "services that never answer",
      at: silent,
      env: { ...introspection(silent), ASSAY_AUTHORIZATION_SERVER: silent.origin },
      failed: ["ASSAY_INTROSPECTION_URL", "ASSAY_AUTHORIZATION_SERVER", domain, domain],
    },
    { title: "a product that answers 404", at: absent, env: {}, failed: [domain, domain], says: /status 404/ },
    { title: "a refused spec package", at: refused, env: {}, failed: [domain, domain], says: /assay spec check/ },
    { title: "a clock that is off by ten minutes", env: introspection(late), failed: ["clock"], says: /NTP/ },
    { title: "a file that cannot be read", code: 78, env: { ASSAY_DOMAINS_FILE: join(folder.path, "absent") } },
    { title: "a taken port", args: [], env: { ASSAY_PORT: taken }, says: new RegExp(`^ASSAY_PORT=${taken}: `) },
  ];
  for (const { title, env, failed = [], args = ["--check", "--connect"], at = product, says, ...more } of setUps) {
    const start = async () => {
      await using run = runBinary({ productUrl: at.origin, ...createSettings(env) }, args);
      return { ...(await run.exited), output: run.output() };
    };
    let ran = await start();
    // On a busy machine, what works may take longer than the service waits.
    for (let again = 0; at !== silent && isLate.test(ran.output) && again < 5; again += 1) ran = await start();
    const { output } = ran;
    assert.equal(ran.code, more.code ?? (title === "nothing is wrong" ? 0 : 1), `${title}: ${output}`);
    const found = [...output.matchAll(/^failed +(\S+)/gm)].map(([, name]) => name);
    assert.deepEqual(found, failed, `${title}: ${output}`);
    if (says) assert.match(output, says, title);
    for (const [name, secret] of Object.entries({ ...secrets, realKey: key }))
      assert.ok(!output.includes(secret), `${title}: ${name}`);
    assert.ok(!output.includes("\u001b"), title);
  }
});

interface SetUp {
  readonly title: string;
  readonly env: { readonly [name: string]: string };
  /** What the report calls failed, in its order. */
  readonly failed?: readonly string[];
  readonly says?: RegExp;
  readonly args?: readonly string[];
  readonly code?: number;
  /** The product, unless it is one that works. */
  readonly at?: ScriptedServer;
}

const answerLate: Responder = (response, request) =>
  json({ active: false }, 200, { date: new Date(Date.now() - 600_000).toUTCString() })(response, request);

const publish: Responder = (response, { url = "" }) => {
  const file = documents[url];
  response.writeHead(file ? 200 : 404, { "content-type": "application/json" });
  response.end(file && readFileSync(join(contract, file)));
};

/** An identity service with a certificate that it signed itself. */
async function startUntrusted(folder: string): Promise<AsyncDisposable & { readonly origin: string }> {
  const [key, cert] = [join(folder, "tls.key"), join(folder, "tls.crt")];
  const made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 2 -subj /CN=127.0.0.1".split(" ");
  execFileSync("openssl", [...made, "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert], {
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
