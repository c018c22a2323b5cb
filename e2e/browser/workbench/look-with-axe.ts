import assert from "node:assert/strict";
import { figure } from "@assay/testing/figure";
import { scale } from "@assay/testing/scale";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Stack } from "./start-stack.ts";
import { openWatched, sidewaysBy } from "./watched-page.ts";

const sizes = [
  { width: 1360, height: 860 },
  { width: 390, height: 844 },
];
const looks: readonly BrowserContextOptions[] = [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", forcedColors: "active" },
];

/** A view of a page: its address, and how to get there once it is open. */
interface ShownView {
  readonly name: string;
  readonly path: string;
  show(page: Page, stack: Stack): Promise<void>;
}

/** Where to look, and which of the six forms of each view are looked at on every change. */
interface LookOptions {
  readonly browser: Browser;
  readonly stack: Stack;
  inCi(view: number, form: number): boolean;
}

/** Looks at views in their sizes and themes: axe finds nothing, nothing breaks a policy, and nothing scrolls sideways. */
export async function lookWithAxe(
  page: string,
  views: readonly ShownView[],
  { browser, stack, inCi }: LookOptions,
): Promise<void> {
  const findings: string[] = [];
  const faults: string[] = [];
  const combinations = views.flatMap((view, index) =>
    sizes
      .flatMap((viewport) => looks.map((look) => ({ view, viewport, look })))
      .filter((_, form) => scale === "full" || inCi(index, form)),
  );
  for (const { view, viewport, look } of combinations) {
    const opened = await openWatched(browser, stack.url + view.path, { viewport, ...look });
    await view.show(opened.page, stack);
    const { violations } = await new AxeBuilder({ page: opened.page }).analyze();
    const where = `${view.name}, ${viewport.width} px, ${look.forcedColors ? "forced colors" : look.colorScheme}`;
    findings.push(...violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target}`));
    faults.push(...opened.faults.map((fault) => `${where}: ${fault}`));
    const sideways = await sidewaysBy(opened.page);
    if (sideways > 0) findings.push(`${where}: scrolls sideways by ${sideways} px`);
    await opened.page.context().close();
  }
  const all = `${views.length * 6} at full scale`;
  figure(`views of ${page} looked at by axe (views x sizes x themes)`, combinations.length, all);
  figure(`axe findings and sideways scrolls, ${page}`, findings.length, 0);
  figure(`policy violations, console errors and foreign requests in them, ${page}`, faults.length, 0);
  assert.deepEqual({ findings, faults }, { findings: [], faults: [] });
}
