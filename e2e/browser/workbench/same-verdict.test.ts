import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { type ServedCase, serveCases } from "../../serve-cases.ts";
import { noBrowser } from "../open-browser.ts";
import { sharedBrowser } from "../shared.ts";

const browser = sharedBrowser();

test("golden cases get the same bytes in the worker of the page as in Node", { skip: noBrowser }, async () => {
  await using served = await serveCases();
  const html = await (await fetch(served.url, { headers: { accept: "text/html" } })).text();
  const facts = JSON.parse(/id="facts">(.*?)<\/script>/s.exec(html)?.[1] ?? assert.fail(html.slice(0, 500)));
  const check = await openWorker(served.url, facts.worker);
  for (const one of served.cases) {
    const given = await check(one);
    assert.equal(given.ownerReview, one.ownerReview, one.title);
    assert.equal(JSON.stringify(given.built), JSON.stringify(one.built), one.title);
  }
  figure("golden verdicts identical in the worker of the page", served.cases.length, "all");
});

/** Starts the built worker in an empty page of the service, and returns what speaks to it as the page does. */
async function openWorker(origin: string, script: string) {
  const page = await browser().newPage();
  const body = `<!doctype html><title>worker</title><script type="module">${createHarness(script)}</script>`;
  await page.route("**/worker-of-a-test", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(`${origin}/worker-of-a-test`);
  const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  return async ({ specPackage, next, registry, candidate }: ServedCase) => {
    const asked = {
      current: toHex(specPackage),
      next: next && toHex(next),
      registry: toHex(Buffer.from(JSON.stringify(registry))),
      text: JSON.stringify(candidate, undefined, 2),
    };
    return JSON.parse(String(await page.evaluate(`globalThis.check(${JSON.stringify(asked)})`)));
  };
}

// Answers leave the page as JSON text, so that the order of members is kept.
function createHarness(script: string): string {
  return `
    const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));
    const worker = new Worker(${JSON.stringify(script)}, { type: "module" });
    let rules = 0;
    globalThis.check = ({ current, next, registry, text }) => new Promise((resolve, reject) => {
      rules += 1;
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data }) => {
        if (data.kind === "rules-failed") reject(new Error(data.reason));
        if (data.kind === "checked") resolve(JSON.stringify(data.result));
        if (data.kind !== "rules-ready") return;
        worker.postMessage({ kind: "registry", bytes: bytes(registry) });
        worker.postMessage({ kind: "check", checkId: rules, text });
      };
      worker.postMessage({ kind: "rules", rules, current: bytes(current), next: next && bytes(next) });
    });`;
}
