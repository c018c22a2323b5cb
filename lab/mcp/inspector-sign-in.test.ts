import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { freePort } from "@assay/testing/services/free-port";
import { startService } from "../../e2e/auth/service.ts";
import { noBrowser, openBrowser } from "../../e2e/browser/open-browser.ts";
import { signInAt } from "../../e2e/browser/sign-in.ts";
import { anEnvelope } from "../../e2e/http/service.ts";
import { launcher } from "./inspector.ts";

describe("the inspector without a key", { skip: noBrowser }, () => {
  test("signs its user in through a browser, lists, validates and builds", async () => {
    await using service = await startService({ oauth: true });
    const ada = await service.identity.createPerson("Ada");
    const browser = await openBrowser();
    const home = mkdtempSync(join(tmpdir(), "assay-inspector-"));
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const run = async (name: string, args: object) => {
      const options = ["--cli", `${service.url}/mcp`, "--format", "json", "--callback-url", callback];
      const call = ["--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args)];
      const child = spawn(process.execPath, [launcher, ...options, ...call], {
        env: { ...process.env, HOME: home, MCP_AUTO_OPEN_ENABLED: "true" },
      });
      let signedIn: Promise<string> | undefined;
      let told = "";
      child.stderr.setEncoding("utf8").on("data", (part: string) => {
        told += part;
        const [url] = /http:\/\/\S+\/oauth2\/authorize\?\S+/.exec(told) ?? [];
        if (url !== undefined) signedIn ??= signInAt(url, browser, ada);
      });
      const output = await text(child.stdout);
      await signedIn;
      assert.notEqual(output, "", told);
      return { ...JSON.parse(output).result, signedIn: signedIn !== undefined };
    };
    try {
      const list = await run("listDomains", {});
      assert.equal(list.signedIn, true);
      assert.equal(list.structuredContent.domains[0].domainId, "generator-option");
      for (const name of ["validateProposal", "buildProposal"]) {
        const answer = await run(name, anEnvelope());
        assert.deepEqual([answer.signedIn, answer.structuredContent.valid], [true, true], name);
      }
      const callers = service.logged("call").filter(({ status }) => status === 200);
      assert.deepEqual(
        new Set(callers.map(({ caller, callerId }) => `${caller} ${callerId}`)),
        new Set([`token ${ada.id}`]),
      );
    } finally {
      await browser.close();
      rmSync(home, { recursive: true });
    }
  });
});
