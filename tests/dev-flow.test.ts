import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startChild } from "@assay/sandbox";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "README.md"), "utf8");
const commands = [...page.matchAll(/```console dev\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = "", ...output] = part.split("\n");
      return { command, expected: output.join("\n").trimEnd() };
    }),
);

test("from a draft to its ballot, every command of the README prints what the page says", async () => {
  assert.ok(commands.length >= 8);
  const port = await freePorts();
  const moved = (text: string) => text.replace(/:808([0-3])\b/g, (_, digit) => `:${port + Number(digit)}`);
  const folder = mkdtempSync(join(tmpdir(), "assay-dev-flow-"));
  try {
    symlinkSync(join(root, "examples"), join(folder, "examples"));
    await using dev = await startChild({
      args: ["--conditions=assay-source", join(root, "scripts/dev.ts")],
      env: { ...process.env, PORT: String(port) },
      isReady: (line) => line.startsWith("KEY="),
      readyTimeoutMs: 30_000,
    });
    for (const { command, expected } of commands) {
      const env = { ...process.env, KEY: dev.readyLine.slice("KEY=".length) };
      const printed = execSync(moved(command), { cwd: folder, env, encoding: "utf8", shell: "/bin/bash" }).trimEnd();
      assert.equal(withoutIds(printed), withoutIds(moved(expected)), command);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function withoutIds(text: string): string {
  return text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>");
}

// Five in a row, as the sandbox takes them.
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const base = 20_000 + Math.floor(Math.random() * 30_000);
    const free = await Promise.all([0, 1, 2, 3, 4].map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error("no five free ports in a row");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port === port;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
