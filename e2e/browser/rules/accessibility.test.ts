import { test } from "node:test";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { lookWithAxe } from "../workbench/look-with-axe.ts";
import { startStack } from "../workbench/start-stack.ts";
import { rulesViews } from "./views.ts";

test("axe finds nothing in any view of the rules page, and nothing breaks a policy", {
  skip: noBrowser,
}, async (t) => {
  await using stack = await startStack();
  const browser = await openBrowser();
  t.after(() => browser.close());
  const shown = rulesViews.map((view) => ({ ...view, path: "/rules" }));
  // Long texts take axe long: every other view in one form, which together are both sizes and all themes.
  const inCi = (view: number, form: number) => view % 2 === 1 && form === [1, 3, 5][(view - 1) / 2];
  await lookWithAxe("the rules page", shown, { browser, stack, inCi });
});
