import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { servedPages } from "../../../scripts/build-pages.ts";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { openWatched } from "../open-watched.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { measureOverflow } from "../workbench/use-workbench.ts";

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

test("a reader can get from the first page to an operation and to a code with only a keyboard, without scripts", {
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

test("from 1,100 px, a page has links to all its sections at the side, without scripts", {
  skip: noBrowser,
}, async () => {
  for (const { path } of servedPages) {
    const { page } = await openWatched(browser, `${stack.url}/${path}`, { javaScriptEnabled: false });
    const contents = page.getByRole("navigation", { name: "On this page" });
    await page.setViewportSize({ width: 1_099, height: 800 });
    assert.equal(await contents.isVisible(), false, path);
    await page.setViewportSize({ width: 1_100, height: 800 });
    const targets = await contents
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    const sections = await page
      .locator("main :is(h2, h3)")
      .evaluateAll((headings) => headings.map(({ id }) => `#${id}`));
    assert.deepEqual(targets, sections, path);
    await page.context().close();
  }
});

test("a static page loads nothing but its HTML, and does not scroll sideways at 320 px or at 200% zoom", {
  skip: noBrowser,
}, async () => {
  const faults: string[] = [];
  const addresses = [...servedPages.map(({ path }) => `/${path}`), "/nothing"];
  // 640 x 400 is a window of 1280 x 800 at 200% zoom.
  for (const [width, height] of [
    [320, 640],
    [640, 400],
  ] as const) {
    for (const address of addresses) {
      const viewport = { width, height };
      const opened = await openWatched(browser, `${stack.url}${address}`, { viewport, deviceScaleFactor: 2 });
      const overflowPx = await measureOverflow(opened.page);
      if (overflowPx > 0) faults.push(`${address} at ${width} px: ${overflowPx} px`);
      if (opened.requests.length > 1) faults.push(`${address}: ${opened.requests}`);
      await opened.page.context().close();
    }
  }
  assert.deepEqual(faults, []);
});
