import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import type { BuildResult, JsonObject } from "@assay/contract";
import { candidateFile } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import type { Page } from "playwright-core";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { startStack } from "./start-stack.ts";
import { openWatched, paste, verdictOf } from "./watched-page.ts";

const hostile = [
  'It\'s "quoted" $HOME $\x7bHOME} $(id) `id` \\ \\n \\\\ !! !$ !x %s %d %% # ~ * ? [a-z] {a,b}',
  "; rm -rf / & | > < ' '\\'' \" EOF",
  "'@/etc/passwd' -H --data é 漢字 🦉 \u202e done",
].join("\n");

test("the copied commands do in a shell what the page says, whatever the candidate contains", {
  skip: noBrowser || noCurl(),
}, async (t) => {
  await using stack = await startStack();
  const browser = await openBrowser();
  t.after(() => browser.close());
  const { page } = await openWatched(browser, `${stack.url}/`);
  await verdictOf(page);
  const candidate = {
    ...(candidateFile("loyalty-card") as JsonObject),
    generatorId: "copied-command",
    generatorName: `O'Brien's "$PATH" \`x\``,
    description: hostile,
    rationaleNotes: hostile,
  };
  await paste(page, JSON.stringify(candidate, null, 2));
  await page.locator(".package").waitFor();
  await verdictOf(page);
  const digest = await page.locator(".package .digest code").textContent();
  await page.getByRole("button", { name: "Copy digest" }).click();
  await page.getByText("Copied: the digest.").waitFor();
  assert.equal(await clipboard(page), digest);

  const build = await copied(page, "Build with curl");
  const built = await run<BuildResult>(build, stack.key);
  assert.equal(built.proposalPackage?.digest, digest);
  assert.equal(built.proposalPackage?.candidate.description, hostile);

  const call = JSON.parse(await copied(page, "MCP call"));
  const answer = await fetch(`${stack.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${stack.key}`,
    },
    body: JSON.stringify(call),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  const { result } = JSON.parse(text.replace(/^[\s\S]*?data: /, "")) as {
    readonly result: { readonly structuredContent: BuildResult };
  };
  assert.equal(result.structuredContent.proposalPackage?.digest, digest);

  const submit = await copied(page, "Submit");
  const first = await run<Submitted>(submit, stack.key);
  const again = await run<Submitted>(submit, stack.key);
  assert.equal(first.proposal.digest, digest);
  assert.deepEqual(again.proposal, first.proposal, "the same proposal, once");
  // The shell has no key: nothing is sent in its place, and the product says so.
  assert.equal((await run<{ readonly status: number }>(submit, "")).status, 401);
  for (const command of [build, submit]) assert.ok(!command.includes(stack.key) && command.includes("$ASSAY_KEY"));
  figure("copied commands that did in a shell what the page says", "3 of 3", "all");
});

interface Submitted {
  readonly proposal: { readonly digest: string };
}

/** Chooses a command and copies it, as a person does. */
async function copied(page: Page, title: string): Promise<string> {
  await page.getByRole("tab", { name: title }).click();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText(/^Copied: the (command|MCP call)/).waitFor();
  return clipboard(page);
}

async function clipboard(page: Page): Promise<string> {
  return String(await page.evaluate("navigator.clipboard.readText()"));
}

// Not `spawnSync`: the service that answers runs in this process.
async function run<Answer>(command: string, key: string): Promise<Answer> {
  const env = { PATH: process.env.PATH, ASSAY_KEY: key };
  const { stdout } = await promisify(execFile)("sh", ["-c", command], { env, timeout: 120_000 });
  return JSON.parse(stdout);
}

function noCurl(): string | false {
  return spawnSync("curl", ["--version"]).error ? "there is no curl" : false;
}
