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
interface Connected extends AsyncDisposable {
  tools(): Promise<readonly ShownTool[]>;
  call(name: string, args: JsonObject): Promise<Shown>;
}

/** A client as somebody would set it up: an address and, if they have one, a key. */
export interface RealClient {
  readonly name: string;
  connect(url: string, key?: string): Promise<Connected>;
}

/** The official clients, in each era of the protocol that they speak. */
export const realClients: readonly RealClient[] = [
  { name: "@modelcontextprotocol/client 2.4.0, modern", connect: (url, key) => connectNew(url, key, "modern") },
  { name: "@modelcontextprotocol/client 2.4.0, legacy", connect: (url, key) => connectNew(url, key, "legacy") },
  { name: "@modelcontextprotocol/sdk 1.32.2", connect: connectOld },
];

const who = { name: "assay-e2e", version: "1.0.0" };

/** The client of the newest SDK, in one era of the protocol. */
async function connectNew(url: string, key: string | undefined, era: "modern" | "legacy"): Promise<Connected> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client(who, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), toRequestInit(key)));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as Shown,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function connectOld(url: string, key?: string): Promise<Connected> {
  const client = new OldClient(who);
  // Its types do not know exact optional members.
  await client.connect(new OldTransport(new URL(`${url}/mcp`), toRequestInit(key)) as never);
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args) =>
      (await client.callTool({ name, arguments: { ...args } }, CallToolResultSchema)) as Shown,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function toRequestInit(key: string | undefined) {
  return key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } };
}
