import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@assay/contract";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

/** A tool, as a client shows it to its model. */
interface ShownTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
}

/** What a tool call gave. */
interface Shown {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly structuredContent?: any;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean | undefined;
}

/** A real client, connected; it rejects with what it would show its user. */
export interface Connected extends AsyncDisposable {
  tools(): Promise<readonly ShownTool[]>;
  call(name: string, args: JsonObject): Promise<Shown>;
}

/** A client as somebody would set it up: an address and, if they have one, a key. */
export interface RealClient {
  readonly name: string;
  connect(url: string, key?: string): Promise<Connected>;
}

export const realClients: readonly RealClient[] = [
  { name: "@modelcontextprotocol/client 2.4.0, modern", connect: (url, key) => connectNew(url, key, "modern") },
  { name: "@modelcontextprotocol/client 2.4.0, legacy", connect: (url, key) => connectNew(url, key, "legacy") },
  { name: "@modelcontextprotocol/sdk 1.32.2", connect: connectOld },
  { name: "inspector 2.12 --cli, modern", connect: async (url, key) => inspector(url, key, "modern") },
  { name: "inspector 2.12 --cli, legacy", connect: async (url, key) => inspector(url, key, "legacy") },
];

const who = { name: "assay-e2e", version: "1.0.0" };

/** The client of the newest SDK, in one era of the protocol. */
export async function connectNew(url: string, key: string | undefined, era: "modern" | "legacy"): Promise<Connected> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client(who, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), withKey(key)));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as Shown,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function connectOld(url: string, key?: string): Promise<Connected> {
  const client = new OldClient(who);
  // Its types do not know exact optional members.
  await client.connect(new OldTransport(new URL(`${url}/mcp`), withKey(key)) as never);
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args) =>
      (await client.callTool({ name, arguments: { ...args } }, CallToolResultSchema)) as Shown,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const launcher = fileURLToPath(
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

function withKey(key: string | undefined) {
  return key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } };
}
