import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { UnauthorizedError } from "@modelcontextprotocol/client";
import type { Browser } from "playwright-core";
import { type Service, startService } from "../auth/start-service-with-identity.ts";
import { createCandidate, createEnvelope } from "../http/create-envelope.ts";
import { type ConnectedClient, connectCurrentSdk, connectOlderSdk } from "../mcp/connect-clients.ts";
import { readResult } from "../mcp/rpc.ts";
import { noBrowser, openBrowser } from "./open-browser.ts";
import { createSignInClient, type SignInClient } from "./sign-in.ts";

const clients: { readonly [name: string]: (url: string, signIn: SignInClient) => Promise<ConnectedClient> } = {
  "@modelcontextprotocol/client 2.4.0": (url, { provider }) => connectCurrentSdk(url, { authProvider: provider }),
  "@modelcontextprotocol/sdk 1.32.2": (url, { provider }) => connectOlderSdk(url, { authProvider: provider as never }),
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
    test(`after signing in, a user of ${name} lists the domains, validates a candidate and builds a proposal`, async () => {
      const ada = await service.identity.createPerson("Ada");
      await using signIn = await createSignInClient(browser, ada);
      await using client = await connect(service.url, signIn);
      assert.equal((await client.listTools()).length, 3);
      // The first call opens the browser and fails. `finishAuth` then exchanges the code from the callback for a token.
      const error = await client.callTool("listDomains").catch((thrown: Error) => thrown);
      assert.ok(error instanceof UnauthorizedError || /unauthorized/i.test(String(error)), String(error));
      assert.match(signIn.consentTexts.join(), new RegExp(`access to ${service.url}/mcp on your behalf`));
      await client.finishAuth(await signIn.callback);
      const list = await client.callTool("listDomains");
      const envelope = createEnvelope({ candidate: createCandidate({ owner: { kind: "human", id: ada.id } }) });
      const verdict = await client.callTool("validateProposal", envelope);
      const built = await client.callTool("buildProposal", envelope);
      assert.partialDeepStrictEqual(readResult(list), { domains: [{ domainId: "generator-option" }] });
      assert.partialDeepStrictEqual(readResult(verdict), { valid: true });
      assert.partialDeepStrictEqual(readResult(built), { submission: { auth: "bearer" } });

      const token = signIn.tokens()?.access_token ?? "";
      const calls = service.findLogLines("call").filter(({ callerId }) => callerId === ada.id);
      printFigure(`calls of ${name} after its user signed in through Chromium`, calls.length, 3);
      assert.deepEqual(
        calls.map(({ caller, operation, status }) => [caller, operation, status]),
        ["listDomains", "validateProposal", "buildProposal"].map((operation) => ["token", operation, 200]),
      );
      assert.ok(token.length >= 20 && !service.logLines.join("").includes(token));
      // The product does not accept a token that was issued for Assay.
      const submitted = await fetch(service.sandbox.datamint.submissionUrl, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ proposalPackage: readResult(built).proposalPackage }),
      });
      assert.equal(submitted.status, 401);
    });
  }
});
