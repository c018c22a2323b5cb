import assert from "node:assert/strict";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { scale } from "@assay/testing/scale";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "playwright-core";
import { servedPages } from "../../../scripts/build-pages.ts";
import { noBrowser } from "../open-browser.ts";
import { openWatched } from "../open-watched.ts";
import { sharedBrowser, sharedStack } from "../shared-browser.ts";
import { measureOverflow, waitForVerdict } from "./use-workbench.ts";
import { views } from "./views.ts";

const browser = sharedBrowser();
const stack = sharedStack();

/** A view of the workbench, or a static page. */
interface CheckedPage {
  readonly name: string;
  readonly path: string;
  /** A part of the console error that the browser logs because the page's status is not 200. */
  readonly statusError?: string;
  /** Navigates to the view after the page has opened. */
  show?(page: Page): Promise<void>;
}

/** Every view of the workbench, every static page, and the page for an unknown address. */
const checkedPages: readonly CheckedPage[] = [
  ...views.map(({ name, show }) => ({
    name,
    path: "/",
    show: async (page: Page) => {
      await waitForVerdict(page);
      await show?.(page, stack());
    },
  })),
  ...servedPages.map(({ name, path }) => ({ name: name.toLowerCase(), path: `/${path}` })),
  { name: "not-found", path: "/nothing", statusError: "404" },
];
const desktop = { viewport: { width: 1360, height: 850 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const themes: readonly BrowserContextOptions[] = [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", forcedColors: "active" },
];

test("no view or static page has an axe violation, breaks its Content Security Policy or scrolls sideways", {
  skip: noBrowser,
}, async () => {
  const findings: string[] = [];
  const faults: string[] = [];
  const combinations = checkedPages.flatMap((page, index) =>
    [desktop, phone]
      .flatMap((size) => themes.map((theme) => ({ page, options: { ...size, ...theme } })))
      // Below full scale, each page is checked in one of the six size and theme combinations; together, the pages
      // cover all six.
      .filter((_, combination) => scale === "full" || combination === index % 6),
  );
  for (const { page, options } of combinations) {
    const opened = await openWatched(browser(), `${stack().url}${page.path}`, options);
    await page.show?.(opened.page);
    const { violations } = await new AxeBuilder({ page: opened.page }).analyze();
    const where = `${page.name}, ${options.viewport?.width} px, ${options.forcedColors ?? options.colorScheme}`;
    findings.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target}`));
    const unexpected = opened.faults.filter((fault) => !fault.includes(page.statusError ?? "\0"));
    faults.push(...unexpected.map((fault) => `${where}: ${fault}`));
    const overflowPx = await measureOverflow(opened.page);
    if (overflowPx > 0) findings.push(`${where}: scrolls sideways by ${overflowPx} px`);
    await opened.page.context().close();
  }
  const all = `${checkedPages.length * 6} at full scale`;
  printFigure("views and pages that axe checked (x sizes x themes)", combinations.length, all);
  printFigure("axe findings and sideways scrolls", findings.length, 0);
  printFigure("policy violations, console errors and requests to other origins", faults.length, 0);
  assert.deepEqual({ findings, faults }, { findings: [], faults: [] });
});
