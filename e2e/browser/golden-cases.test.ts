import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { bundleEngine } from "./bundle-engine.ts";
import { browserCases } from "./cases.ts";
import { noBrowser, openBrowser, openPage } from "./open-browser.ts";
import { createCaseRunner } from "./run-case.ts";
import { servePage } from "./serve-page.ts";

test("the engine gives every golden case the same bytes in a browser as in Node", { skip: noBrowser }, async (t) => {
  const cases = browserCases();
  const inputs = cases.map(({ input }) => input);
  const site = await servePage(await bundleEngine(), inputs);
  t.after(() => site.close());
  const browser = await openBrowser();
  t.after(() => browser.close());

  const page = await openPage(browser, site.origin);
  assert.match((await page.locator("#engine").textContent()) ?? "", /answered/);
  const inBrowser: readonly string[] = JSON.parse((await page.locator("#answers").textContent()) ?? "");
  const inNode = inputs.map(createCaseRunner((text) => hash("sha256", text)));

  const namesOf = (isDifferent: (i: number) => boolean) =>
    cases.map(({ name }) => name).filter((_, i) => isDifferent(i));
  const unlikeNode = namesOf((i) => inBrowser[i] !== inNode[i]);
  const unlikeRecorded = namesOf((i) => !cases[i]?.isRecorded(inBrowser[i] ?? ""));
  const different = new Set([...unlikeNode, ...unlikeRecorded]).size;
  figure("golden cases identical in the browser", `${cases.length - different} of ${cases.length}`, "all");
  assert.deepEqual({ unlikeNode, unlikeRecorded }, { unlikeNode: [], unlikeRecorded: [] });
});
