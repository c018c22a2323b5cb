import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { scale } from "@assay/testing/scale";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions } from "playwright-core";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { rulesViews } from "../rules/views.ts";
import { startStack } from "./start-stack.ts";
import { views } from "./views.ts";
import { openWatched, sidewaysBy } from "./watched-page.ts";

const sizes = [
  { width: 1360, height: 860 },
  { width: 390, height: 844 },
];
const looks: readonly BrowserContextOptions[] = [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", forcedColors: "active" },
];

test("axe finds nothing in any view, and nothing breaks a policy", { skip: noBrowser }, async (t) => {
  await using stack = await startStack();
  const browser = await openBrowser();
  t.after(() => browser.close());
  const findings: string[] = [];
  const faults: string[] = [];
  const shown = [
    ...views.map((view) => ({ ...view, path: `/${view.fragment ?? ""}` })),
    ...rulesViews.map((view) => ({ ...view, name: `rules ${view.name}`, path: "/rules" })),
  ];
  const combinations = shown.flatMap((view, index) =>
    sizes
      .flatMap((viewport) => looks.map((look) => ({ view, viewport, look })))
      // At the scale of CI each view is seen in two of its six forms, and together they are all of them.
      .filter((_, form) => scale === "full" || form === index % 6 || form === (index + 3) % 6),
  );
  for (const { view, viewport, look } of combinations) {
    const opened = await openWatched(browser, stack.url + view.path, { viewport, ...look });
    const { page } = opened;
    await view.show(page, stack);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const where = `${view.name}, ${viewport.width} px, ${look.forcedColors ? "forced colors" : look.colorScheme}`;
    findings.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target}`));
    faults.push(...opened.faults.map((fault) => `${where}: ${fault}`));
    const sideways = await sidewaysBy(page);
    if (sideways > 0) findings.push(`${where}: scrolls sideways by ${sideways} px`);
    await page.context().close();
  }
  figure("views looked at by axe (views x sizes x themes)", combinations.length, `${shown.length * 6} at full scale`);
  figure("axe findings and sideways scrolls", findings.length, 0);
  figure("policy violations, console errors and foreign requests in them", faults.length, 0);
  assert.deepEqual({ findings, faults }, { findings: [], faults: [] });
});

test("at 200 % zoom nothing scrolls sideways", { skip: noBrowser }, async (t) => {
  await using stack = await startStack();
  const browser = await openBrowser();
  t.after(() => browser.close());
  // What 200 % of a window of 1280 x 800 gives the page.
  const { page } = await openWatched(browser, `${stack.url}/`, {
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
  });
  await views[0]?.show(page, stack);
  assert.equal(await sidewaysBy(page), 0);
});
