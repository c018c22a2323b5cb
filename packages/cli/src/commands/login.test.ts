import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Io } from "../io.ts";
import { login } from "./login.ts";

test("login at a terminal does not read standard input after the user closes the prompt", async () => {
  const reads: number[] = [];
  const io: Partial<Io> = {
    env: { XDG_CONFIG_HOME: join(tmpdir(), "assay-no-logins") },
    canAsk: true,
    askSecret: async () => undefined,
    readStdin: async (maxBytes) => {
      reads.push(maxBytes);
      return new Uint8Array();
    },
    signal: new AbortController().signal,
  };
  await assert.rejects(login("http://127.0.0.1:9", io as Io), { name: "Failure", exitCode: 2 });
  assert.deepEqual(reads, []);
});
