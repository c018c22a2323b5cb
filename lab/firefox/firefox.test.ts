import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { waitUntil } from "@assay/testing/wait-until";
import { compareGoldenVerdicts } from "../../e2e/browser/workbench/golden-verdicts.ts";
import { talkToWorker, workerPage } from "../../e2e/browser/workbench/page-worker.ts";
import { startStack } from "../../e2e/browser/workbench/start-stack.ts";
import { noFirefox, openFirefox } from "./open-firefox.ts";

test("in Firefox the page gives a verdict, and another one while somebody types", { skip: noFirefox }, async () => {
  await using stack = await startStack();
  await using tab = await openFirefox();
  await tab.open(`${stack.url}/`);
  const verdict = () => tab.evaluate(`document.querySelector("#results:not(.is-stale) #verdict")?.textContent ?? ""`);
  const first = await waitUntil("there is a verdict", verdict);
  assert.match(first, /^Invalid: \d+ errors$/);
  await tab.evaluate(`document.querySelector(".editor").shadowRoot.querySelector(".cm-content").focus()`);
  await tab.press("\uE009", "a");
  await tab.type('[ "typed" ]');
  await waitUntil("the verdict is about what was typed", verdict, { isDone: (text) => text === "Invalid: 1 error" });
  const draft = `document.querySelector(".editor").shadowRoot.querySelector(".cm-content").textContent`;
  assert.equal(await tab.evaluate(draft), '[ "typed" ]');
  await tab.press("\uE009", "z");
  await waitUntil("the first verdict is back", verdict, { isDone: (text) => text === first });
  figure("Firefox in which the page was used", tab.version, "any");
});

test("in Firefox every golden case gets the same bytes as in Node", { skip: noFirefox }, async () => {
  await using stack = await startStack();
  await using tab = await openFirefox();
  const html = await (await fetch(stack.url, { headers: { accept: "text/html" } })).text();
  const { worker: script } = JSON.parse(/id="facts">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}");
  await tab.serve(`${stack.url}/worker-of-a-test`, workerPage(script));
  await tab.open(`${stack.url}/worker-of-a-test`);
  const { different, count } = await compareGoldenVerdicts(await talkToWorker(tab.evaluate));
  figure("golden verdicts identical in Firefox", `${count - different.length} of ${count}`, "all");
  assert.deepEqual(different, []);
});
