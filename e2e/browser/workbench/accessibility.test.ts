import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { docPages } from "../docs/doc-pages.ts";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { lookWithAxe } from "./look-with-axe.ts";
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

test("axe finds nothing in any view, and nothing breaks a policy", { skip: noBrowser }, async () => {
  const shown = views.map((view) => ({ ...view, path: `/${view.fragment ?? ""}` }));
  // One of the six forms of each view, and together they are all of them.
  const inCi = (view: number, form: number) => form === view % 6;
  await lookWithAxe("the workbench", shown, { browser, stack, inCi });
});

const sizes = [
  { width: 1360, height: 850 },
  { width: 390, height: 844 },
  // What 200 % of a window of 1280 x 800 gives the page.
  { width: 640, height: 400 },
];

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
