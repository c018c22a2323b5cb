import assert from "node:assert/strict";
import { exec } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { introspect } from "../../test/introspect.ts";
import { createIdentity } from "./create-identity.ts";

const inactive = { active: false };

test("a person's key is active and stands for the person, as often as it is asked for", async () => {
  await using identity = await createIdentity();
  const ada = await identity.createPerson("Ada");
  const { key } = await identity.createKey(ada);
  assert.match(key, /^ai_[A-Za-z0-9_-]{20,197}$/);
  for (let times = 0; times < 15; times += 1) {
    const { status, headers, body } = await introspect(identity, key);
    assert.equal(status, 200);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.deepEqual(body, { active: true, sub: ada.id, token_type: "Bearer" });
  }
  assert.equal(identity.introspections(), 15);
});

test("the commands on its page, pasted into a shell, end with an active key", async () => {
  await using identity = await createIdentity();
  const page = await (await fetch(identity.issuer)).text();
  const [, escaped = ""] = /<pre>([\s\S]*?)<\/pre>/.exec(page) ?? [];
  const commands = escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const cwd = mkdtempSync(join(tmpdir(), "assay-key-page-"));
  try {
    const { stdout } = await promisify(exec)(`set -e\n${commands}`, { cwd });
    const [, key = ""] = /"key":"(ai_[^"]+)"/.exec(stdout) ?? [];
    assert.equal((await introspect(identity, key)).body.active, true);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

test("two people have two subjects, and two keys of one person have one", async () => {
  await using identity = await createIdentity();
  const [ada, ben] = [await identity.createPerson("Ada"), await identity.createPerson("Ben")];
  const keys = await Promise.all([ada, ada, ben].map((person) => identity.createKey(person)));
  const subjects = await Promise.all(keys.map(async ({ key }) => (await introspect(identity, key)).body.sub));
  assert.deepEqual(subjects, [ada.id, ada.id, ben.id]);
});

test("a key is inactive when nobody has it, when it is switched off, and when it is revoked", async () => {
  await using identity = await createIdentity();
  const { key, id } = await identity.createKey(await identity.createPerson("Ada"));
  assert.deepEqual((await introspect(identity, `${key}x`)).body, inactive);
  await identity.enableKey(id, false);
  assert.deepEqual((await introspect(identity, key)).body, inactive);
  await identity.enableKey(id, true);
  assert.equal((await introspect(identity, key)).body.active, true);
  await identity.revokeKey(id);
  assert.deepEqual((await introspect(identity, key)).body, inactive);
});

test("a key says when it expires, and is inactive from then on", async () => {
  await using identity = await createIdentity();
  const ada = await identity.createPerson("Ada");
  const before = Math.floor(Date.now() / 1_000);
  const { key } = await identity.createKey(ada, { expiresInSeconds: 3_600 });
  const after = Math.ceil(Date.now() / 1_000);
  const { body } = await introspect(identity, key);
  assert.equal(body.active, true);
  assert.ok(body.exp >= before + 3_600 && body.exp <= after + 3_600);
  const { key: short } = await identity.createKey(ada, { expiresInSeconds: 1 });
  await sleep(2_000);
  assert.deepEqual((await introspect(identity, short)).body, inactive);
});

test("only a resource server may ask, and only with one token in a form", async () => {
  await using identity = await createIdentity();
  const { introspectionUrl, clients } = identity;
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const wrong = [
    { id: "assay", secret: "guessed" },
    { id: "nobody", secret: clients.assay.secret },
    { id: "assay", secret: clients.datamint.secret },
  ];
  for (const client of wrong) {
    const { status, headers, body } = await introspect(identity, key, client);
    assert.equal(status, 401);
    assert.match(headers.get("www-authenticate") ?? "", /^Basic /);
    assert.deepEqual(body, { error: "invalid_client" });
  }
  const bare = await fetch(introspectionUrl, { method: "POST", body: new URLSearchParams({ token: key }) });
  assert.equal(bare.status, 401);
  const authorization = `Basic ${btoa(`assay:${clients.assay.secret}`)}`;
  const twice = new URLSearchParams(`token=${key}&token=${key}`);
  for (const body of [twice, new URLSearchParams({ token: "" }), new URLSearchParams(), `{"token":"${key}"}`]) {
    const { status } = await fetch(introspectionUrl, { method: "POST", headers: { authorization }, body });
    assert.equal(status, 400);
  }
  assert.equal((await fetch(introspectionUrl, { headers: { authorization } })).status, 405);
  assert.equal((await introspect(identity, key, clients.datamint)).body.active, true);
});

test("with a file as database, keys of people and of the proxy survive a restart", async () => {
  using folder = aFolder();
  const database = join(folder.path, "identity.db");
  const before = await createIdentity({ database });
  const ada = await before.createPerson("Ada");
  const { key } = await before.createKey(ada);
  const jwks = await (await fetch(before.jwksUrl)).json();
  await before[Symbol.asyncDispose]();
  await using after = await createIdentity({ database });
  assert.equal((await introspect(after, key)).body.sub, ada.id);
  assert.deepEqual(await (await fetch(after.jwksUrl)).json(), jwks);
});

test("a broken database is a failure of the service, not a key that is inactive", async () => {
  using folder = aFolder();
  const database = join(folder.path, "identity.db");
  await using identity = await createIdentity({ database });
  const { key } = await identity.createKey(await identity.createPerson("Ada"));
  const vandal = new DatabaseSync(database);
  vandal.exec("DROP TABLE apikey");
  vandal.close();
  const { id, secret } = identity.clients.assay;
  const headers = { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
  const body = new URLSearchParams({ token: key });
  assert.equal((await fetch(identity.introspectionUrl, { method: "POST", headers, body })).status, 500);
});

function aFolder() {
  const path = mkdtempSync(join(tmpdir(), "assay-identity-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
