import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Io } from "../io.ts";
import { login } from "./login.ts";

test("a person who ends the input instead of typing a key is not asked again, with what they type shown", async () => {
  const read: number[] = [];
  const io: Partial<Io> = {
    env: { XDG_CONFIG_HOME: join(tmpdir(), "assay-no-logins") },
    canAsk: true,
    askSecret: async () => undefined,
    readStdin: async (maxBytes) => {
      read.push(maxBytes);
      return new Uint8Array();
    },
    signal: new AbortController().signal,
  };
  await assert.rejects(login("http://127.0.0.1:9", io as Io), { name: "Failure", exitCode: 2 });
  assert.deepEqual(read, []);
});
