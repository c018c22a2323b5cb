import assert from "node:assert/strict";
import { test } from "node:test";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { lookWithAxe } from "./look-with-axe.ts";
import { startStack } from "./start-stack.ts";
import { views } from "./views.ts";
import { openWatched, sidewaysBy } from "./watched-page.ts";

test("axe finds nothing in any view, and nothing breaks a policy", { skip: noBrowser }, async (t) => {
  await using stack = await startStack();
  const browser = await openBrowser();
  t.after(() => browser.close());
  const shown = views.map((view) => ({ ...view, path: `/${view.fragment ?? ""}` }));
  // One of the six forms of each view, and together they are all of them.
  const inCi = (view: number, form: number) => form === view % 6;
  await lookWithAxe("the workbench", shown, { browser, stack, inCi });
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
