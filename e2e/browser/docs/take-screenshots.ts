// Takes pictures of the static pages: node --conditions=assay-source e2e/browser/docs/take-screenshots.ts FOLDER
// Each is seen light and dark, wide and on a phone.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { openBrowser } from "../open-browser.ts";
import { startStack } from "../workbench/start-stack.ts";
import { openWatched } from "../workbench/watched-page.ts";
import { docPages } from "./doc-pages.ts";

const looks: { readonly [name: string]: BrowserContextOptions } = {
  light: { viewport: { width: 1360, height: 860 }, colorScheme: "light" },
  dark: { viewport: { width: 1360, height: 860 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light", isMobile: true, hasTouch: true },
  "phone-dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark", isMobile: true, hasTouch: true },
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder for the pictures.");
mkdirSync(folder, { recursive: true });
await using stack = await startStack();
const browser = await openBrowser();
for (const { name, address } of docPages) {
  for (const [look, options] of Object.entries(looks)) {
    const { page, faults } = await openWatched(browser, `${stack.url}${address}`, options);
    const path = join(folder, `${name}-${look}.png`);
    await page.screenshot({ path, fullPage: process.argv.includes("--whole") });
    console.log(path, ...faults);
    await page.context().close();
  }
}
await browser.close();
