import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { bundleEngine } from "./bundle-engine.ts";
import { browserCases } from "./cases.ts";
import { noBrowser, openBrowser, openPage } from "./open-browser.ts";
import { servePage } from "./serve-page.ts";

test("neither the page nor its worker may generate code", { skip: noBrowser }, async (t) => {
  const { input } = browserCases().find(({ name }) => name.startsWith("owner/")) ?? assert.fail("no case of owners");
  const site = await servePage(await bundleEngine(), [input]);
  t.after(() => site.close());
  const browser = await openBrowser();
  t.after(() => browser.close());

  const open = (path: string): Promise<Page> => openPage(browser, site.origin + path);
  const text = (page: Page, id: string) => page.locator(`#${id}`).textContent();

  await t.test("the page itself cannot make code out of text", async () => {
    for (const path of ["/", "/without-trusted-types"]) {
      assert.equal(await text(await open(path), "page"), "eval in this page: blocked, EvalError");
    }
  });

  await t.test("the worker runs the engine without generating code", async () => {
    assert.match((await text(await open("/"), "engine")) ?? "", /^1 golden cases answered/);
  });

  await t.test("the worker cannot make code out of text either", async () => {
    const [worker] = (await open("/")).workers();
    assert.ok(worker);
    // Later, because the browser lets the call of a debugger generate code.
    const made = await worker.evaluate(
      () =>
        new Promise<string>((resolve) => {
          setTimeout(() => {
            try {
              resolve(String(new Function("return 1")()));
            } catch (error) {
              resolve(String(error));
            }
          }, 10);
        }),
    );
    assert.match(made, /^EvalError/);
  });

  await t.test("the worker can fetch nothing, not even from its own site", async () => {
    const [worker] = (await open("/")).workers();
    assert.ok(worker);
    const reached = await worker.evaluate(() =>
      fetch("/cases.json").then(
        () => "reached",
        (error) => String(error),
      ),
    );
    assert.match(reached, /^TypeError/);
  });
});
