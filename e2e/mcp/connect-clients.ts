import type { JsonObject } from "@assay/contract";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

/** A tool as a client offers it to its model. */
export interface Tool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

/** The result of a tool call. */
interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean | undefined;
}

/** A connected official client. Its methods reject with the error that it would show its user. */
export interface ConnectedClient extends AsyncDisposable {
  listTools(): Promise<readonly Tool[]>;
  callTool(name: string, args?: JsonObject): Promise<ToolResult>;
  /** Completes a sign-in with the callback's parameters. */
  finishAuth(params: URLSearchParams): Promise<void>;
}

/** An official client, set up with an address and, optionally, a key. */
export interface OfficialClient {
  readonly name: string;
  connect(url: string, key?: string): Promise<ConnectedClient>;
}

/** The official clients, in each era of the protocol that they support. */
export const officialClients: readonly OfficialClient[] = [
  {
    name: "@modelcontextprotocol/client 2.4.0, modern",
    connect: (url, key) => connectCurrentSdk(url, toRequestInit(key), { pin: "2026-07-28" }),
  },
  {
    name: "@modelcontextprotocol/client 2.4.0, legacy",
    connect: (url, key) => connectCurrentSdk(url, toRequestInit(key), "legacy"),
  },
  { name: "@modelcontextprotocol/sdk 1.32.2", connect: (url, key) => connectOlderSdk(url, toRequestInit(key)) },
];

const clientInfo = { name: "assay-e2e", version: "1.0.0" };

/** Connects the client of the current SDK, by default in the legacy era, as the client itself does. */
export async function connectCurrentSdk(
  url: string,
  options: ConstructorParameters<typeof StreamableHTTPClientTransport>[1],
  mode: "legacy" | { readonly pin: string } = "legacy",
): Promise<ConnectedClient> {
  const client = new Client(clientInfo, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), options);
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args) => (await client.callTool({ name, arguments: { ...args } })) as ToolResult,
    finishAuth: (params) => transport.finishAuth(params),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Connects the client of the older SDK. */
export async function connectOlderSdk(
  url: string,
  options: ConstructorParameters<typeof OldTransport>[1],
): Promise<ConnectedClient> {
  const client = new OldClient(clientInfo);
  const transport = new OldTransport(new URL(`${url}/mcp`), options);
  // The SDK's types do not support exactOptionalPropertyTypes.
  await client.connect(transport as never);
  return {
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args) =>
      (await client.callTool({ name, arguments: { ...args } }, CallToolResultSchema)) as ToolResult,
    finishAuth: (params) => transport.finishAuth(params.get("code") ?? ""),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function toRequestInit(key: string | undefined) {
  return key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } };
}
