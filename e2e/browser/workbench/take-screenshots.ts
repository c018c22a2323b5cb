// Takes pictures of every view of the workbench and of the rules page: node --conditions=assay-source e2e/browser/workbench/take-screenshots.ts FOLDER [rules-changed]
// Each view is seen light, dark and on a phone. Without a folder, only the picture that the README links to is taken.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { openBrowser } from "../open-browser.ts";
import { rulesViews } from "../rules/views.ts";
import { startStack } from "./start-stack.ts";
import { type View, views } from "./views.ts";
import { openWatched } from "./watched-page.ts";

const looks: { readonly [name: string]: BrowserContextOptions } = {
  light: { viewport: { width: 1360, height: 860 }, colorScheme: "light" },
  dark: { viewport: { width: 1360, height: 860 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light", isMobile: true, hasTouch: true },
};
const inReadme = ["workbench-invalid-light"];

const [folder = join(import.meta.dirname, "../../../docs/images"), only = ""] = process.argv.slice(2);
const onlyReadme = process.argv.length < 3;
mkdirSync(folder, { recursive: true });
await using stack = await startStack();
const browser = await openBrowser();
const pages: readonly (readonly [page: string, path: string, views: readonly View[]])[] = [
  ["workbench", "/", views],
  ["rules", "/rules", rulesViews],
];
for (const [page, path, shown] of pages) {
  for (const view of shown) {
    for (const [look, options] of Object.entries(looks)) {
      const name = `${page}-${view.name}-${look}`;
      if (onlyReadme ? inReadme.includes(name) : name.startsWith(only)) await take(path, view, options, name);
    }
  }
}
await browser.close();

async function take(path: string, view: View, options: BrowserContextOptions, name: string): Promise<void> {
  const file = join(folder, `${name}.png`);
  const { page, faults } = await openWatched(browser, `${stack.url}${path}${view.fragment ?? ""}`, options);
  await view.show(page, stack);
  // Two frames for whatever was just drawn.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  await page.screenshot({ path: file });
  await page.context().close();
  console.log(file, ...faults);
}
