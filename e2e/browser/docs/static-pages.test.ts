import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { openWatched } from "../open-watched.ts";
import { type Stack, startStack } from "../workbench/start-stack.ts";

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

test("with a keyboard alone and without scripts, a reader gets from the first page to an operation and to a code", {
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
  assert.equal(await focused.textContent(), "workbench");
  await page.getByRole("link", { name: "POST /api/validate" }).press("Enter");
  await page.waitForURL(`${stack.url}/docs/api#post-apivalidate`);
  await page.goto(`${stack.url}/diagnostics/field.missing`);
  assert.equal(page.url(), `${stack.url}/docs/codes#fieldmissing`);
  assert.ok(await page.locator("#fieldmissing").isVisible());
  assert.deepEqual(faults, []);
});
