import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { isFullScale } from "@assay/testing/scale";
import { bundleEngine } from "./bundle-engine.ts";
import { browserCases } from "./cases.ts";
import { noBrowser, openBrowser, openPage } from "./open-browser.ts";
import { createCaseRunner } from "./run-case.ts";
import { servePage } from "./serve-page.ts";

test("the engine gives golden cases the same bytes in a browser as in Node", { skip: noBrowser }, async (t) => {
  // Below full scale every fifth verdict, and others than the tests of the page take from `someGoldenCases`.
  const isChosen = (index: number) => isFullScale || index % 5 === 2;
  const cases = browserCases().filter(({ input }, index) => input.kind === "body" || isChosen(index));
  const inputs = cases.map(({ input }) => input);
  const site = await servePage(await bundleEngine(), inputs);
  t.after(() => site.close());
  const browser = await openBrowser();
  t.after(() => browser.close());

  const page = await openPage(browser, site.origin);
  assert.match((await page.locator("#engine").textContent()) ?? "", /answered/);
  const inBrowser: readonly string[] = JSON.parse((await page.locator("#answers").textContent()) ?? "");
  const runInNode = createCaseRunner((text) => hash("sha256", text));

  const different = cases.filter(({ input }, index) => inBrowser[index] !== runInNode(input)).map(({ name }) => name);
  figure("golden cases identical in the browser", `${cases.length - different.length} of ${cases.length}`, "all");
  assert.deepEqual(different, []);
});
