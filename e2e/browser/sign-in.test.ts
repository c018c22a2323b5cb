import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { figure } from "@assay/testing/figure";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Browser } from "playwright-core";
import { type Service, startService } from "../auth/service.ts";
import { createCandidate, createEnvelope } from "../http/service.ts";
import { noBrowser, openBrowser } from "./open-browser.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";

const who = { name: "assay-e2e", version: "1.0.0" };

interface Shown {
  readonly structuredContent?: unknown;
}

/** A connected client, as an application uses it. */
interface Connected {
  call(name: string, args?: object): Promise<Shown>;
  tools(): Promise<readonly unknown[]>;
  finish(params: URLSearchParams): Promise<void>;
  close(): Promise<void>;
}

const clients: { readonly [name: string]: (url: URL, signIn: SignIn) => Promise<Connected> } = {
  "@modelcontextprotocol/client 2.4.0": async (url, { provider }) => {
    const client = new Client(who);
    const transport = new StreamableHTTPClientTransport(url, { authProvider: provider });
    await client.connect(transport);
    return {
      call: (name, args = {}) => client.callTool({ name, arguments: { ...args } }),
      tools: async () => (await client.listTools()).tools,
      finish: (params) => transport.finishAuth(params),
      close: () => client.close(),
    };
  },
  "@modelcontextprotocol/sdk 1.32.2": async (url, { provider }) => {
    const client = new OldClient(who);
    const transport = new OldTransport(url, { authProvider: provider as never });
    await client.connect(transport as never);
    return {
      call: (name, args = {}) =>
        client.callTool({ name, arguments: { ...args } }, CallToolResultSchema) as Promise<Shown>,
      tools: async () => (await client.listTools()).tools,
      finish: (params) => transport.finishAuth(params.get("code") ?? ""),
      close: () => client.close(),
    };
  },
};

describe("signing in to MCP through a browser", { skip: noBrowser }, () => {
  let browser: Browser;
  let service: Service;
  before(async () => {
    browser = await openBrowser();
    service = await startService({ oauth: true });
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  for (const [name, connect] of Object.entries(clients)) {
    test(`${name} signs its user in, lists, validates and builds`, async () => {
      const ada = await service.identity.createPerson("Ada");
      await using signIn = await createSignIn(browser, ada);
      const client = await connect(new URL(`${service.url}/mcp`), signIn);
      assert.equal((await client.tools()).length, 3);
      // The first call opens the browser; what came back from there is exchanged for a token.
      const reason = await client.call("listDomains").catch((thrown: Error) => thrown);
      assert.ok(reason instanceof UnauthorizedError || /unauthorized/i.test(String(reason)), String(reason));
      assert.match(signIn.shown.join(), new RegExp(`access to ${service.url}/mcp in your name`));
      await client.finish(await signIn.callback);
      const list = await client.call("listDomains");
      const envelope = createEnvelope({ candidate: createCandidate({ owner: { kind: "human", id: ada.id } }) });
      const verdict = await client.call("validateProposal", envelope);
      const built = await client.call("buildProposal", envelope);
      assert.partialDeepStrictEqual(list.structuredContent, { domains: [{ domainId: "generator-option" }] });
      assert.partialDeepStrictEqual(verdict.structuredContent, { valid: true });
      assert.partialDeepStrictEqual(built.structuredContent, { valid: true, submission: { auth: "bearer" } });
      await client.close();

      const token = signIn.tokens()?.access_token ?? "";
      const calls = service.findLogLines("call").filter(({ callerId }) => callerId === ada.id);
      figure(`calls of ${name} after its user signed in through Chromium`, calls.length, 3);
      assert.deepEqual(
        calls.map(({ caller, operation, status }) => [caller, operation, status]),
        ["listDomains", "validateProposal", "buildProposal"].map((operation) => ["token", operation, 200]),
      );
      assert.ok(token.length >= 20 && !service.logLines.join("").includes(token));
      // The product takes keys only: a token for Assay is not for it.
      const submitted = await fetch(service.sandbox.datamint.submissionUrl, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({
          proposalPackage: (built.structuredContent as { proposalPackage: object }).proposalPackage,
        }),
      });
      assert.equal(submitted.status, 401);
    });
  }
});
