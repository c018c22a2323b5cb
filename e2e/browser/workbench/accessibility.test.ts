import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { figure } from "@assay/testing/figure";
import { scale } from "@assay/testing/scale";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { docPages } from "../docs/doc-pages.ts";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { type Stack, startStack } from "./start-stack.ts";
import { views } from "./views.ts";
import { belowLayoutBy, openWatched, sidewaysBy, verdictOf } from "./watched-page.ts";

let browser: Browser;
let stack: Stack;
before(async () => {
  if (noBrowser) return;
  [stack, browser] = await Promise.all([startStack(), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await stack?.[Symbol.asyncDispose]();
});

const desktop = { width: 1360, height: 850 };
const phone = { width: 390, height: 844 };
const looks: readonly BrowserContextOptions[] = [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", forcedColors: "active" },
];

test("axe finds nothing in any view, nothing breaks a policy, and nothing scrolls sideways", {
  skip: noBrowser,
}, async () => {
  const findings: string[] = [];
  const faults: string[] = [];
  const combinations = views.flatMap((view, index) =>
    [desktop, phone]
      .flatMap((viewport) => looks.map((look) => ({ view, viewport, look })))
      // At the scale of CI each view is seen in one of its six forms, and together they are all of them.
      .filter((_, form) => scale === "full" || form === index % 6),
  );
  for (const { view, viewport, look } of combinations) {
    const opened = await openWatched(browser, `${stack.url}/${view.fragment ?? ""}`, { viewport, ...look });
    await view.show(opened.page, stack);
    const { violations } = await new AxeBuilder({ page: opened.page }).analyze();
    const where = `${view.name}, ${viewport.width} px, ${look.forcedColors ? "forced colors" : look.colorScheme}`;
    findings.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target}`));
    faults.push(...opened.faults.map((fault) => `${where}: ${fault}`));
    const sideways = await sidewaysBy(opened.page);
    if (sideways > 0) findings.push(`${where}: scrolls sideways by ${sideways} px`);
    await opened.page.context().close();
  }
  const all = `${views.length * 6} at full scale`;
  figure("views of the workbench looked at by axe (views x sizes x themes)", combinations.length, all);
  figure("axe findings and sideways scrolls, the workbench", findings.length, 0);
  figure("policy violations, console errors and foreign requests in them, the workbench", faults.length, 0);
  assert.deepEqual({ findings, faults }, { findings: [], faults: [] });
});

// The last is what 200 % of a window of 1280 x 800 gives the page.
const sizes = [desktop, phone, { width: 640, height: 400 }];

test("no page scrolls sideways or past its end, before and after the id is looked up", {
  skip: noBrowser,
}, async () => {
  const beyond: string[] = [];
  for (const viewport of sizes) {
    const released = Promise.withResolvers<void>();
    const { page } = await openWatched(browser, `${stack.url}/`, { viewport }, (opened) =>
      opened.route("**/facts/**/registry/*", async (route) => {
        await released.promise;
        await route.continue();
      }),
    );
    const look = async (when: string) => {
      const by = { sideways: await sidewaysBy(page), below: await belowLayoutBy(page) };
      if (by.sideways + by.below > 0) beyond.push(`${viewport.width} px, ${when}: ${JSON.stringify(by)}`);
    };
    await page.getByText("Looking up the id…", { exact: true }).waitFor();
    await look("before");
    released.resolve();
    await verdictOf(page);
    await look("after");
    for (const { name, address } of docPages) {
      await page.goto(`${stack.url}${address}`);
      await look(name);
    }
    await page.context().close();
  }
  assert.deepEqual(beyond, []);
});

test("the heading of the front page says what it is", { skip: noBrowser }, async () => {
  for (const viewport of sizes) {
    const { page } = await openWatched(browser, `${stack.url}/`, { viewport });
    await verdictOf(page);
    const heading = page.getByRole("heading", { level: 1 });
    assert.equal(await heading.count(), 1);
    assert.ok(((await heading.boundingBox())?.width ?? 0) > 100, "people see it");
  }
});
