import assert from "node:assert/strict";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { readPageConfig } from "../../http/workbench/page-config.ts";
import { type ServedCase, serveCases } from "../../serve-cases.ts";
import { noBrowser } from "../open-browser.ts";
import { sharedBrowser } from "../shared-browser.ts";

const browser = sharedBrowser();

test("golden cases get exactly the same verdict in the page's worker as in Node", { skip: noBrowser }, async () => {
  await using served = await serveCases();
  const html = await (await fetch(served.url, { headers: { accept: "text/html" } })).text();
  const check = await openWorker(served.url, readPageConfig(html).worker);
  for (const servedCase of served.cases) {
    const { title, built, ownerReview } = servedCase;
    const result = await check(servedCase);
    assert.equal(result.ownerReview, ownerReview, title);
    assert.equal(JSON.stringify(result.built), JSON.stringify(built), title);
  }
  printFigure("golden verdicts identical in the page's worker", served.cases.length, "all");
});

/** Starts the built worker in an empty page of the service. Returns a function that checks a case as the page does. */
async function openWorker(origin: string, script: string) {
  const page = await browser().newPage();
  const body = `<!doctype html><title>worker</title><script type="module">${createHarness(script)}</script>`;
  await page.route("**/test-worker", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(`${origin}/test-worker`);
  const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  return async ({ specPackage, next, registry, candidate }: ServedCase) => {
    const input = {
      current: toHex(specPackage),
      next: next && toHex(next),
      registry: toHex(Buffer.from(JSON.stringify(registry))),
      text: JSON.stringify(candidate, undefined, 2),
    };
    return JSON.parse(String(await page.evaluate(`globalThis.check(${JSON.stringify(input)})`)));
  };
}

// Results leave the page as JSON text, which keeps the order of properties.
function createHarness(script: string): string {
  return `
    const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
    const worker = new Worker(${JSON.stringify(script)}, { type: "module" });
    let rulesId = 0;
    globalThis.check = ({ current, next, registry, text }) => new Promise((resolve, reject) => {
      rulesId += 1;
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }) => {
        if (data.kind === "rules-failed") reject(new Error(data.reason));
        if (data.kind === "checked") resolve(JSON.stringify(data.result));
        if (data.kind !== "rules-ready") return;
        worker.postMessage({ kind: "registry", bytes: bytes(registry) });
        worker.postMessage({ kind: "check", checkId: rulesId, text });
      };
      worker.postMessage({ kind: "rules", rulesId, current: bytes(current), next: next && bytes(next) });
    });`;
}
