import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { figure } from "@assay/testing/figure";
import { scale } from "@assay/testing/scale";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { type Stack, startStack } from "../workbench/start-stack.ts";
import { openWatched, sidewaysBy } from "../workbench/watched-page.ts";
import { docPages } from "./doc-pages.ts";

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

const sizes: readonly BrowserContextOptions[] = [
  { viewport: { width: 1360, height: 860 } },
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
];
const looks: readonly BrowserContextOptions[] = [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", forcedColors: "active" },
];

test("axe finds nothing on any static page, and nothing breaks a policy", { skip: noBrowser }, async () => {
  const findings: string[] = [];
  const faults: string[] = [];
  const combinations = docPages.flatMap((docPage, index) =>
    sizes
      .flatMap((size) => looks.map((look) => ({ docPage, options: { ...size, ...look } })))
      // At the scale of CI each page is seen in one of its six forms, and together they are all of them.
      .filter((_, form) => scale === "full" || form === index % 6),
  );
  for (const { docPage, options } of combinations) {
    const opened = await openWatched(browser, `${stack.url}${docPage.address}`, options);
    await docPage.show?.(opened.page);
    const { violations } = await new AxeBuilder({ page: opened.page }).analyze();
    const where = `${docPage.name}, ${options.viewport?.width} px, ${options.forcedColors ?? options.colorScheme}`;
    findings.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target}`));
    faults.push(
      ...opened.faults.filter((fault) => !fault.includes(docPage.fault ?? "\0")).map((fault) => `${where}: ${fault}`),
    );
    assert.deepEqual(opened.requests, [`GET ${docPage.address.split("#")[0]}`], where);
    await opened.page.context().close();
  }
  figure(
    "static pages looked at by axe (x sizes x themes)",
    combinations.length,
    `${docPages.length * 6} at full scale`,
  );
  figure("axe findings on static pages", findings.length, 0);
  figure("policy violations, console errors and foreign requests on static pages", faults.length, 0);
  assert.deepEqual({ findings, faults }, { findings: [], faults: [] });
});

test("no static page scrolls sideways, at 320 px and at 200 % zoom", { skip: noBrowser }, async () => {
  const wide: string[] = [];
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 640, height: 400 },
  ]) {
    const { page } = await openWatched(browser, `${stack.url}/docs`, { viewport, deviceScaleFactor: 2 });
    for (const { name, address, show } of docPages) {
      await page.goto(`${stack.url}${address}`);
      await show?.(page);
      const sideways = await sidewaysBy(page);
      if (sideways > 0) wide.push(`${name} at ${viewport.width} px: ${sideways} px`);
    }
    await page.context().close();
  }
  figure("static pages that scroll sideways at 320 px or 200 %", wide.length, 0);
  assert.deepEqual(wide, []);
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
