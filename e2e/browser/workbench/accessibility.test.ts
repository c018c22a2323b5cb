import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { scale } from "@assay/testing/scale";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "playwright-core";
import { servedPages } from "../../../scripts/build-pages.ts";
import { noBrowser } from "../open-browser.ts";
import { sharedBrowser, sharedStack } from "../shared.ts";
import { views } from "./views.ts";
import { measureOverflow, openWatched } from "./watched-page.ts";

const browser = sharedBrowser();
const stack = sharedStack();

/** A static page as a reader sees it. */
interface DocPage {
  readonly name: string;
  /** Path and fragment. */
  readonly address: string;
  /** What the console reports when it is opened, because of its status. */
  readonly fault?: string;
}

/** Every static page, and that of a wrong address. */
const docPages: readonly DocPage[] = [
  ...servedPages.map(({ name, path }) => ({ name: name.toLowerCase(), address: `/${path}` })),
  { name: "not-found", address: "/nothing", fault: "404" },
];

/** A view of the workbench, or a static page. */
interface Seen {
  readonly name: string;
  readonly address: string;
  /** What the console reports when it is opened. */
  readonly fault?: string | undefined;
  show(page: Page): Promise<void>;
}

const seen: readonly Seen[] = [
  ...views.map(({ name, fragment = "", show }) => ({
    name,
    address: `/${fragment}`,
    show: (page: Page) => show(page, stack()),
  })),
  ...docPages.map((docPage) => ({ ...docPage, show: async () => {} })),
];
const desktop = { viewport: { width: 1360, height: 850 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const looks: readonly BrowserContextOptions[] = [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", forcedColors: "active" },
];

test("axe finds nothing in any view or page, nothing breaks a policy, and nothing scrolls sideways", {
  skip: noBrowser,
}, async () => {
  const findings: string[] = [];
  const faults: string[] = [];
  const combinations = seen.flatMap((page, index) =>
    [desktop, phone]
      .flatMap((size) => looks.map((look) => ({ page, options: { ...size, ...look } })))
      // At the scale of CI each is seen in one of its six forms, and together they are all of them.
      .filter((_, form) => scale === "full" || form === index % 6),
  );
  for (const { page, options } of combinations) {
    const opened = await openWatched(browser(), `${stack().url}${page.address}`, options);
    await page.show(opened.page);
    const { violations } = await new AxeBuilder({ page: opened.page }).analyze();
    const where = `${page.name}, ${options.viewport?.width} px, ${options.forcedColors ?? options.colorScheme}`;
    findings.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target}`));
    const unexpected = opened.faults.filter((fault) => !fault.includes(page.fault ?? "\0"));
    faults.push(...unexpected.map((fault) => `${where}: ${fault}`));
    const sideways = await measureOverflow(opened.page);
    if (sideways > 0) findings.push(`${where}: scrolls sideways by ${sideways} px`);
    await opened.page.context().close();
  }
  figure(
    "views and pages looked at by axe (x sizes x themes)",
    combinations.length,
    `${seen.length * 6} at full scale`,
  );
  figure("axe findings and sideways scrolls", findings.length, 0);
  figure("policy violations, console errors and foreign requests in them", faults.length, 0);
  assert.deepEqual({ findings, faults }, { findings: [], faults: [] });
});

test("a static page makes no request, and does not scroll sideways at 320 px or at 200 % zoom", {
  skip: noBrowser,
}, async () => {
  const wrong: string[] = [];
  // The second is what 200 % of a window of 1280 x 800 gives the page.
  for (const [width, height] of [
    [320, 640],
    [640, 400],
  ] as const) {
    for (const { name, address } of docPages) {
      const viewport = { width, height };
      const opened = await openWatched(browser(), `${stack().url}${address}`, { viewport, deviceScaleFactor: 2 });
      const sideways = await measureOverflow(opened.page);
      if (sideways > 0) wrong.push(`${name} at ${width} px: ${sideways} px`);
      if (opened.requests.length > 1) wrong.push(`${name}: ${opened.requests}`);
      await opened.page.context().close();
    }
  }
  assert.deepEqual(wrong, []);
});
