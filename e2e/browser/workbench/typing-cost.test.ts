import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { candidateFile } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { timingFigure } from "@assay/testing/timing-figure";
import type { Browser } from "playwright-core";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { startStack } from "./start-stack.ts";
import { openWatched, paste, verdictOf } from "./watched-page.ts";

const rounds = scaled({ ci: 1, full: 5 });
const keys = scaled({ ci: 20, full: 60 });

test("typing into a large candidate is hardly slower with the engine than without it", {
  skip: noBrowser,
}, async (t) => {
  await using stack = await startStack();
  const browser = await openBrowser();
  t.after(() => browser.close());
  const text = JSON.stringify(largeCandidate(), null, 2);
  const longest = { with: [] as number[], without: [] as number[] };
  // In turns, so that whatever else the machine does is in both.
  for (let round = 0; round < rounds; round += 1) {
    longest.without.push(await longestTask(browser, stack.url, text, "without"));
    longest.with.push(await longestTask(browser, stack.url, text, "with"));
  }
  const medians = { with: median(longest.with), without: median(longest.without) };
  figure("size of the candidate that is typed into", `${(text.length / 1_000).toFixed(1)} KB`, "37 KB");
  figure(
    "longest task while typing, without and with the engine",
    `${medians.without} ms, ${medians.with} ms`,
    "twice",
  );
  timingFigure("longest task while typing, with the engine over without", medians.with / medians.without, 2);
});

/** The longest time during which the page could do nothing else while somebody typed into a candidate, in milliseconds. */
async function longestTask(browser: Browser, url: string, text: string, engine: "with" | "without"): Promise<number> {
  const { page } = await openWatched(browser, `${url}/`, {}, async (opened) => {
    if (engine === "without") await opened.route("**/assets/worker-*.js", (route) => route.abort());
  });
  if (engine === "without") await page.getByRole("alert").waitFor();
  else await verdictOf(page);
  await paste(page, text);
  if (engine === "with") assert.equal(await verdictOf(page), "Valid");
  // Into a string in the middle of the text.
  await page.keyboard.press("ControlOrMeta+Home");
  for (let line = 0; line < 6; line += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.evaluate(probe);
  await page.keyboard.type("abcdefghijklmnopqrstuvwxyz".repeat(5).slice(0, keys), { delay: 60 });
  if (engine === "with") await verdictOf(page);
  const gap = Number(await page.evaluate("globalThis.longestGap"));
  await page.context().close();
  return Math.round(gap);
}

// A timer fires as soon as the page is free: what passes between two of them is at least as long as the longest task.
// Unlike the browser's own list, it has tasks of less than 50 ms too.
const probe = `{
  globalThis.longestGap = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    globalThis.longestGap = Math.max(globalThis.longestGap, now - last);
    last = now;
    setTimeout(tick);
  };
  setTimeout(tick);
}`;

/** A valid candidate of about 37 KB. */
function largeCandidate(): JsonObject {
  const fields = Array.from({ length: 40 }, (_, index) => ({
    name: `field${index}`,
    type: "string",
    description: `What field number ${index} holds. ${"More about it. ".repeat(14)}`.trim(),
  }));
  const records = Array.from({ length: 15 }, (_, record) =>
    Object.fromEntries(fields.map(({ name }) => [name, `value ${record} of ${name}`])),
  );
  return {
    ...(candidateFile("loyalty-card") as JsonObject),
    generatorId: "large-candidate",
    outputFields: fields,
    sampleRecords: records,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
