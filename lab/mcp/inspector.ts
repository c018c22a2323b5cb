import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Connected, RealClient } from "../../e2e/mcp/clients.ts";

/** The command line of the MCP inspector, in both eras of the protocol. */
export const inspectors: readonly RealClient[] = [
  { name: "inspector 2.12 --cli, modern", connect: async (url, key) => inspector(url, key, "modern") },
  { name: "inspector 2.12 --cli, legacy", connect: async (url, key) => inspector(url, key, "legacy") },
];

/** The program of the inspector. */
export const launcher: string = fileURLToPath(
  new URL("clients/launcher/build/index.js", import.meta.resolve("@modelcontextprotocol/inspector/package.json")),
);

function inspector(url: string, key: string | undefined, era: "modern" | "legacy"): Connected {
  const run = async (...args: readonly string[]) => {
    const header = key === undefined ? [] : ["--header", `Authorization: Bearer ${key}`];
    const common = ["--cli", `${url}/mcp`, "--protocol-era", era, "--format", "json", "--stored-auth-only"];
    return JSON.parse(await stdoutOf([launcher, ...common, ...args, ...header]));
  };
  return {
    // Portability problems of a schema end it.
    tools: async () => (await run("--method", "tools/list", "--strict")).result.tools,
    call: async (name, args) =>
      (await run("--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args))).result,
    [Symbol.asyncDispose]: async () => {},
  };
}

function stdoutOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // It keeps what it learns of servers in the home directory.
    const home = mkdtempSync(join(tmpdir(), "assay-inspector-"));
    const options = { maxBuffer: 16_777_216, timeout: 300_000, env: { ...process.env, HOME: home } };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      rmSync(home, { recursive: true });
      if (error) reject(new Error(stderr.trim() || stdout.trim() || error.message));
      else resolve(stdout);
    });
  });
}
