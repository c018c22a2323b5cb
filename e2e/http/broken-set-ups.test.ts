// What an operator reads whose set-up is broken: one page, which is read when it changes. Record it again:
//   ASSAY_RECORD=set-ups node --conditions=assay-source --test e2e/http/broken-set-ups.test.ts
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startSandbox } from "@assay/sandbox";
import { figure } from "@assay/testing/figure";
import { startRedis, withoutRedis } from "@assay/testing/services/redis-server";
import { hang, json, type ScriptedServer, startScriptedServer, type Turn } from "../scripted-server.ts";
import { runBinary } from "../start-binary.ts";

const page = join(import.meta.dirname, "broken-set-ups.txt");
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

test("what is wrong with thirteen set-ups is said as recorded, and no secret is printed", {
  skip: withoutRedis,
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
  const nowhere = join(folder.path, "absent");
  const taken = new URL(late.origin).port;

  const settings = (more: { readonly [name: string]: string }) => ({
    ASSAY_INTROSPECTION_URL: identity.introspectionUrl,
    ASSAY_INTROSPECTION_CLIENT_ID: identity.clients.assay.id,
    ASSAY_INTROSPECTION_CLIENT_SECRET: identity.clients.assay.secret,
    ASSAY_STORE_URL: `redis://:${secrets.redis}@127.0.0.1:${redis.port}`,
    ASSAY_STORE_SECRET: secrets.store,
    ...more,
  });
  const setUps: readonly SetUp[] = [
    {
      title: "nothing is wrong",
      code: 0,
      env: {
        ASSAY_KEY: key,
        ASSAY_AUTHORIZATION_SERVER: identity.issuer,
        ASSAY_PROXY_ISSUER: identity.issuer,
        ASSAY_PROXY_JWKS_URL: identity.jwksUrl,
      },
    },
    { title: "an issuer in another spelling", env: { ASSAY_AUTHORIZATION_SERVER: `${identity.issuer}/` } },
    { title: "wrong introspection secret", env: { ASSAY_INTROSPECTION_CLIENT_SECRET: secrets.client } },
    { title: "wrong introspection path", env: { ASSAY_INTROSPECTION_URL: `${absent.origin}/introspect` } },
    {
      title: "wrong audience",
      env: { ASSAY_INTROSPECTION_URL: `${foreign.origin}/introspect`, ASSAY_KEY: secrets.key },
    },
    {
      title: "an expired key",
      env: { ASSAY_INTROSPECTION_URL: `${foreign.origin}/introspect`, ASSAY_KEY: secrets.expired },
    },
    { title: "a name that does not resolve", env: { ASSAY_INTROSPECTION_URL: "https://id.invalid/introspect" } },
    { title: "TLS that is not trusted", env: { ASSAY_INTROSPECTION_URL: `${untrusted.origin}/introspect` } },
    {
      title: "wrong Redis password",
      env: { ASSAY_STORE_URL: `redis://:wrong-${secrets.redis}@127.0.0.1:${redis.port}` },
    },
    {
      title: "a cluster that is a single Redis server",
      env: {
        ASSAY_STORE_URL: `redis://:${secrets.redis}@127.0.0.1:${redis.port}`,
        ASSAY_STORE_CLUSTER: "true",
      },
    },
    {
      title: "services that never answer",
      at: silent,
      env: { ASSAY_INTROSPECTION_URL: `${silent.origin}/introspect`, ASSAY_AUTHORIZATION_SERVER: silent.origin },
    },
    { title: "a product that answers 404", at: absent, env: {} },
    { title: "a refused spec package", at: refused, env: {} },
    { title: "a clock that is off by ten minutes", env: { ASSAY_INTROSPECTION_URL: `${late.origin}/introspect` } },
    { title: "a file that cannot be read", code: 78, env: { ASSAY_DOMAINS_FILE: nowhere } },
    { title: "a taken port, at the start", code: 1, args: [], env: { ASSAY_PORT: taken } },
  ];

  const places = {
    IDENTITY: new URL(identity.introspectionUrl).host,
    REDIS: `127.0.0.1:${redis.port}`,
    ...hostsOf({ product, foreign, late, silent, absent, refused, untrusted }),
    TAKEN: taken,
    FOLDER: folder.path,
  };
  const parts: string[] = [];
  for (const { title, env, args = ["--check", "--connect"], code = 1, at = product } of setUps) {
    const start = async () => {
      await using run = runBinary({ productUrl: at.origin, ...settings(env) }, args);
      return { ...(await run.exited), output: run.output() };
    };
    let ran = await start();
    // On a busy machine, what works may take longer than the service waits.
    for (let again = 0; at !== silent && isLate.test(ran.output) && again < 5; again += 1) ran = await start();
    const { output } = ran;
    assert.equal(ran.code, code, `${title}: ${output}`);
    for (const [name, secret] of Object.entries({ ...secrets, realKey: key }))
      assert.ok(!output.includes(secret), `${title}: ${name}`);
    assert.ok(!output.includes("\u001b"), title);
    const command = ["assay-server", ...args].join(" ");
    parts.push(`## ${title}: exit code ${code}\n$ ${command}\n${stable(output, places)}`);
  }
  const text = parts.join("\n");
  if (process.env.ASSAY_RECORD === "set-ups") writeFileSync(page, text);
  figure("broken set-ups on the recorded page", setUps.length - 1, 10);
  assert.equal(text, readFileSync(page, "utf8"));
});

interface SetUp {
  readonly title: string;
  readonly env: { readonly [name: string]: string };
  readonly args?: readonly string[];
  readonly code?: number;
  /** The product, unless it is one that works. */
  readonly at?: ScriptedServer;
}

const answerLate: Turn = (response, request) =>
  json({ active: false }, 200, { date: new Date(Date.now() - 600_000).toUTCString() })(response, request);

const publish: Turn = (response, { url = "" }) => {
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

function hostsOf(servers: { readonly [name: string]: { readonly origin: string } }) {
  return Object.fromEntries(
    Object.entries(servers).map(([name, { origin }]) => [name.toUpperCase(), new URL(origin).host]),
  );
}

// Ports, paths and moments differ from run to run, and so do the words of resolvers.
function stable(text: string, places: { readonly [name: string]: string }): string {
  return Object.entries(places)
    .reduce((read, [name, place]) => read.replaceAll(place, name), text)
    .replace(/\b(?:ENOTFOUND|EAI_AGAIN)\b/g, "ENOTFOUND")
    .replace(/\b(?:599|600|601|602) seconds/g, "600 seconds");
}
