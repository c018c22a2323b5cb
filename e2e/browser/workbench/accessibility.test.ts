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
    if (page.path === "/") findings.push(...(await findSmallParts(opened.page)).map((part) => `${where}: ${part}`));
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

test("at 1360 × 900 six problems fit, and on a phone a problem is visible together with its place", {
  skip: noBrowser,
}, async () => {
  for (const [options, rows] of [
    [{ viewport: { width: 1360, height: 900 } }, 6],
    [phone, 1],
  ] as const) {
    const { page } = await openWatched(browser(), `${stack().url}/`, options);
    await waitForVerdict(page);
    for (let problem = 0; problem < 6; problem += 1) {
      await page.locator(".cm-content").press("F8");
      await page.locator(".is-current .detail").waitFor();
      const list = JSON.parse(await page.evaluate(measureList)) as {
        readonly shown: number;
        readonly hidden: string[];
      };
      assert.deepEqual([list.shown >= rows, list.hidden], [true, []], JSON.stringify(list));
    }
    assert.equal(await page.locator("span, button, p:not(.hidden)", { hasText: "Invalid: 6 errors" }).count(), 1);
    await page.context().close();
  }
});

test("a tooltip says a thing once", { skip: noBrowser }, async () => {
  const { page } = await openWatched(browser(), `${stack().url}/`, desktop);
  await waitForVerdict(page);
  const marks = page.locator(".cm-mark");
  for (let index = 0; index < (await marks.count()); index += 1) {
    await marks.nth(index).hover();
    await page.locator(".cm-hover").waitFor();
    const texts = await page.locator(".cm-hover p").allTextContents();
    assert.deepEqual([...new Set(texts)], texts);
    await page.mouse.move(0, 0);
    await page.locator(".cm-hover").waitFor({ state: "detached" });
  }
});

/** How many problems the list shows, and which of the current problem and its place are not visible. */
const measureList = `{
  const box = (element) => element.getBoundingClientRect();
  const isIn = (inner, top, bottom) => box(inner).top >= top && box(inner).bottom <= bottom;
  const list = box(document.querySelector("#results"));
  const top = box(document.querySelector(".verdict")).bottom;
  const rows = [...document.querySelectorAll(".diagnostic .row")].filter((row) => isIn(row, top, list.bottom));
  const host = document.querySelector(".editor");
  const parts = { problem: isIn(document.querySelector(".is-current"), top, list.bottom),
    place: isIn(host.shadowRoot.querySelector(".cm-activeLine"), box(host).top, box(host).bottom) };
  JSON.stringify({ shown: rows.length, hidden: Object.keys(parts).filter((part) => !parts[part]) });
}`;

/** Lists a fifth size of text, text of less than 12 px, and targets of less than 24 px outside of sentences. */
async function findSmallParts(page: Page): Promise<readonly string[]> {
  return JSON.parse(
    await page.evaluate(`{
      const within = (root) => [...root.querySelectorAll("*")].flatMap((element) => [
        element, ...(element.shadowRoot ? within(element.shadowRoot) : []),
      ]);
      const hasText = (element) => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== "");
      const all = within(document.body).filter((element) => element.checkVisibility({ visibilityProperty: true }));
      const sizes = new Set(all.filter(hasText).map((element) => parseFloat(getComputedStyle(element).fontSize)));
      const isInSentence = (element) => getComputedStyle(element).display === "inline" && hasText(element.parentElement);
      const targets = "a[href], button, select, input:not([type=file]), summary, .file, .cm-foldGutter span";
      const small = all.filter((element) => element.matches(targets) && !isInSentence(element)).filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && Math.min(width, height) < 24;
      });
      JSON.stringify([
        ...(sizes.size > 4 ? ["sizes " + [...sizes]] : []),
        ...[...sizes].filter((size) => size < 12).map((size) => size + " px"),
        ...small.map((element) => element.tagName + " " + element.textContent.slice(0, 20)),
      ]);
    }`),
  );
}
