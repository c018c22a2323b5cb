// Takes pictures of every view of the workbench: node --conditions=assay-source e2e/browser/workbench/take-screenshots.ts FOLDER [invalid]
// Each view is seen light, dark and on a phone. Without a folder, only the picture that the README links to is taken.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { openBrowser } from "../open-browser.ts";
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
for (const view of views) {
  for (const [look, options] of Object.entries(looks)) {
    const name = `workbench-${view.name}-${look}`;
    if (onlyReadme ? inReadme.includes(name) : view.name.startsWith(only)) await take(view, options, name);
  }
}
await browser.close();

async function take(view: View, options: BrowserContextOptions, name: string): Promise<void> {
  const file = join(folder, `${name}.png`);
  const { page, faults } = await openWatched(browser, `${stack.url}/${view.fragment ?? ""}`, options);
  await view.show(page, stack);
  // Two frames for whatever was just drawn.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  await page.screenshot({ path: file });
  await page.context().close();
  console.log(file, ...faults);
}
