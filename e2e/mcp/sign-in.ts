import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const who = { name: "assay-e2e", version: "1.0.0" };

/** Clients that try to sign their user in when they meet a 401, as desktop applications do. */
export const signingIn: { readonly [name: string]: (url: URL) => Promise<unknown> } = {
  "@modelcontextprotocol/client 2.4.0": async (url) => {
    const client = new Client(who);
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider() }));
    return await client.callTool({ name: "listDomains", arguments: {} }).finally(() => client.close());
  },
  "@modelcontextprotocol/sdk 1.32.2": async (url) => {
    const client = new OldClient(who);
    await client.connect(new OldTransport(url, { authProvider: provider() as never }) as never);
    return await client.callTool({ name: "listDomains", arguments: {} }).finally(() => client.close());
  },
};

function provider(): OAuthClientProvider {
  return {
    redirectUrl: "http://127.0.0.1:1/callback",
    clientMetadata: { redirect_uris: ["http://127.0.0.1:1/callback"], client_name: who.name },
    clientInformation: () => undefined,
    saveClientInformation: () => {},
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: () => {
      throw new Error("it would open a browser");
    },
    saveCodeVerifier: () => {},
    codeVerifier: () => "",
  };
}
