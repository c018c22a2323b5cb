import assert from "node:assert/strict";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { scale } from "@assay/testing/scale";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "playwright-core";
import { servedPages } from "../../../scripts/build-pages.ts";
import { noBrowser } from "../open-browser.ts";
import { openWatched } from "../open-watched.ts";
import { sharedBrowser, sharedStack } from "../shared.ts";
import { measureOverflow, waitForVerdict } from "./use-workbench.ts";
import { views } from "./views.ts";

const browser = sharedBrowser();
const stack = sharedStack();

/** A view of the workbench, or a static page. */
interface CheckedPage {
  readonly name: string;
  /** Path and fragment. */
  readonly address: string;
  /** The console error that opening it causes, because of its status. */
  readonly fault?: string;
  /** Navigates to the view after the page was opened. */
  show?(page: Page): Promise<void>;
}

/** Every static page, and the page for an unknown address. */
const docPages: readonly CheckedPage[] = [
  ...servedPages.map(({ name, path }) => ({ name: name.toLowerCase(), address: `/${path}` })),
  { name: "not-found", address: "/nothing", fault: "404" },
];

const checkedPages: readonly CheckedPage[] = [
  ...views.map(({ name, fragment = "", show }) => ({
    name,
    address: `/${fragment}`,
    show: async (page: Page) => {
      await waitForVerdict(page);
      await show?.(page, stack());
    },
  })),
  ...docPages,
];
const desktop = { viewport: { width: 1360, height: 850 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const themes: readonly BrowserContextOptions[] = [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", forcedColors: "active" },
];

test("no view or page has an axe finding, violates a policy or scrolls sideways", {
  skip: noBrowser,
}, async () => {
  const findings: string[] = [];
  const faults: string[] = [];
  const combinations = checkedPages.flatMap((page, index) =>
    [desktop, phone]
      .flatMap((size) => themes.map((theme) => ({ page, options: { ...size, ...theme } })))
      // In CI, each page is checked in only one of the six forms; across all pages, every form is covered.
      .filter((_, form) => scale === "full" || form === index % 6),
  );
  for (const { page, options } of combinations) {
    const opened = await openWatched(browser(), `${stack().url}${page.address}`, options);
    await page.show?.(opened.page);
    const { violations } = await new AxeBuilder({ page: opened.page }).analyze();
    const where = `${page.name}, ${options.viewport?.width} px, ${options.forcedColors ?? options.colorScheme}`;
    findings.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target}`));
    const unexpected = opened.faults.filter((fault) => !fault.includes(page.fault ?? "\0"));
    faults.push(...unexpected.map((fault) => `${where}: ${fault}`));
    const sideways = await measureOverflow(opened.page);
    if (sideways > 0) findings.push(`${where}: scrolls sideways by ${sideways} px`);
    await opened.page.context().close();
  }
  const all = `${checkedPages.length * 6} at full scale`;
  printFigure("views and pages that axe checked (x sizes x themes)", combinations.length, all);
  printFigure("axe findings and sideways scrolls", findings.length, 0);
  printFigure("policy violations, console errors and foreign requests in them", faults.length, 0);
  assert.deepEqual({ findings, faults }, { findings: [], faults: [] });
});

test("a static page sends no further request, and does not scroll sideways at 320 px or at 200 % zoom", {
  skip: noBrowser,
}, async () => {
  const faults: string[] = [];
  // The second is a window of 1280 x 800 at 200 % zoom.
  for (const [width, height] of [
    [320, 640],
    [640, 400],
  ] as const) {
    for (const { name, address } of docPages) {
      const viewport = { width, height };
      const opened = await openWatched(browser(), `${stack().url}${address}`, { viewport, deviceScaleFactor: 2 });
      const sideways = await measureOverflow(opened.page);
      if (sideways > 0) faults.push(`${name} at ${width} px: ${sideways} px`);
      if (opened.requests.length > 1) faults.push(`${name}: ${opened.requests}`);
      await opened.page.context().close();
    }
  }
  assert.deepEqual(faults, []);
});
