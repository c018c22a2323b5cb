import assert from "node:assert/strict";
import { test } from "node:test";
import type { BuildResult } from "@assay/contract";
import { candidateFile } from "@assay/testing/cases/golden-cases";
import { AxeBuilder } from "@axe-core/playwright";
import { noBrowser, openBrowser } from "./open-browser.ts";
import { startStack } from "./workbench/start-stack.ts";
import { openWatched, sidewaysBy } from "./workbench/watched-page.ts";

test("a person reads a proposal on its ballot, votes, and sees what became of it", {
  skip: noBrowser,
}, async () => {
  await using stack = await startStack();
  await using browser = await openBrowser();
  const { datamint, identity } = stack.sandbox;
  const usual = { "Content-Type": "application/json", authorization: `Bearer ${stack.key}` };
  const call = async (url: string, headers: object, body: object) =>
    (await fetch(url, { method: "POST", headers: { ...usual, ...headers }, body: JSON.stringify(body) })).json();
  const candidate = candidateFile("loyalty-card");
  const domain = { targetProduct: "datamint", domainId: "generator-option" };
  const built = (await call(`${stack.url}/api/build`, {}, { ...domain, candidate })) as BuildResult;
  assert.ok(built.valid);
  const { headers } = built.submission;
  const { proposal } = (await call(datamint.submissionUrl, headers, { proposalPackage: built.proposalPackage })) as {
    proposal: { ballot: { url: string } };
  };

  const findings: string[] = [];
  const look = async (name: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    findings.push(...violations.map(({ id }) => `${name}: ${id}`));
    if ((await sidewaysBy(page)) > 0) findings.push(`${name} scrolls sideways`);
  };
  const { page } = await openWatched(browser, proposal.ballot.url, { viewport: { width: 390, height: 844 } });
  await look("ballot");
  const review = (await page.getByRole("region", { name: "The proposal" }).textContent()) ?? "";
  assert.match(review, /loyalty-card/);
  for (const [index, name] of ["Cleo", "Dan"].entries()) {
    const { key } = await identity.createKey(await identity.createPerson(name));
    await page.getByLabel("Your API key").fill(key);
    await page.getByRole("button", { name: "Vote yes" }).click();
    await page.getByText(`${index + 1} yes, 0 no`).waitFor();
  }
  await page.getByText("Accepted: 2 yes, 0 no.").waitFor();
  await look("closed ballot");
  await page.goto(datamint.origin);
  await page.getByRole("link", { name: "loyalty-card" }).waitFor();
  await look("product");
  assert.deepEqual(findings, []);
});
