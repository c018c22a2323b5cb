import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { type Stack, startStack } from "../workbench/start-stack.ts";
import { openWatched } from "../workbench/watched-page.ts";

let stack: Stack;
let browser: Browser;
before(async () => {
  if (noBrowser) return;
  [stack, browser] = await Promise.all([startStack(), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await stack?.[Symbol.asyncDispose]();
});

test("without a mouse and without a script, a reader gets from the first page into a folded example and on", {
  skip: noBrowser,
}, async () => {
  const { page, faults } = await openWatched(browser, `${stack.url}/docs`, { javaScriptEnabled: false });
  const focused = page.locator(":focus");
  await page.keyboard.press("Tab");
  assert.equal(await focused.textContent(), "Skip to the content");
  assert.ok(await focused.isVisible());
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(new URL(page.url()).hash, "#main");
  assert.equal(await focused.textContent(), "From a draft to a vote");
  await page.getByRole("link", { name: "POST /api/validate" }).press("Enter");
  await page.waitForURL(`${stack.url}/docs/api#validateProposal`);
  const members = page.locator("#validateProposal-request + p + .members");
  const upcoming = members.getByText("upcoming", { exact: true });
  assert.ok(!(await upcoming.isVisible()));
  await members.locator("summary", { hasText: "options" }).press("Enter");
  assert.ok(await upcoming.isVisible());
  // A link into a part that is folded unfolds it.
  await page.locator("details:has(> #validateProposal-429) > summary").press("Enter");
  await page.locator("#validateProposal-429").getByRole("link", { name: "rate-limited" }).press("Enter");
  const example = page.locator("#problem-rate-limited");
  await example.locator("pre").waitFor({ state: "visible" });
  await example.getByRole("link", { name: "rate-limited" }).press("Enter");
  await page.waitForURL(`${stack.url}/problems/rate-limited`);
  await page.locator("a[rel=next]").press("Enter");
  await page.waitForURL(/\/problems\/(?!rate-limited)/);
  assert.deepEqual(faults, []);
});

test("on paper the API page is unfolded, and has nothing that can only be clicked", { skip: noBrowser }, async () => {
  const { page } = await openWatched(browser, `${stack.url}/docs/api`);
  const shown = async () => ({
    bar: await page.locator(".bar").isVisible(),
    contents: await page.locator(".contents").isVisible(),
    example: await page.locator("#validateProposal-request-valid pre").isVisible(),
    nested: await page.locator("#buildProposal-200").getByText("effectiveFrom", { exact: true }).first().isVisible(),
  });
  assert.deepEqual(await shown(), { bar: true, contents: true, example: false, nested: false });
  await page.emulateMedia({ media: "print" });
  assert.deepEqual(await shown(), { bar: false, contents: false, example: true, nested: true });
});
