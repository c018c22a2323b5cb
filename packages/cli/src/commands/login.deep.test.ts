import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readStored } from "../access/stored-access.ts";
import type { Io } from "../io.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";

test("two services of one origin have a login each, and a logout is from one of them", async (t) => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json").end('{"domains":[],"caller":{"subject":"ada"}}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const home = mkdtempSync(join(tmpdir(), "assay-login-"));
  t.after(() => {
    server.close();
    server.closeAllConnections();
    rmSync(home, { recursive: true });
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const io = (key = "") =>
    ({
      ...{ cwd: home, env: { XDG_CONFIG_HOME: home }, signal: new AbortController().signal },
      ...{ out: { write() {} }, err: { write() {} }, askSecret: async () => key },
    }) as unknown as Io;
  const keys = () => readStored(io()).logins.map(({ service, key }) => `${service} ${key}`);
  await login(`${origin}/a`, io("ai_a"));
  await login(`${origin}/b/`, io("ai_b"));
  await login(`${origin}/b`, io("ai_new"));
  assert.deepEqual(keys(), [`${origin}/a ai_a`, `${origin}/b ai_new`]);
  await assert.rejects(logout(origin, {}, io()), { name: "Failure" });
  await logout(`${origin}/a/`, {}, io());
  assert.deepEqual(keys(), [`${origin}/b ai_new`]);
});
