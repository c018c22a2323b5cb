import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { waitUntil } from "@assay/testing/wait-until";
import type { Request } from "playwright-core";
import { startCanary } from "../../documents/unreliable-product.ts";
import { noBrowser } from "../open-browser.ts";
import { sharedBrowser, sharedStack } from "../shared-browser.ts";
import { askServiceWithKey, openValidExample, openWorkbench, paste, waitForVerdict } from "./use-workbench.ts";

const browser = sharedBrowser();
const stack = sharedStack();

test("the page sends a key only in the Authorization header of two operations", { skip: noBrowser }, async () => {
  const { key } = stack();
  const requests: Request[] = [];
  const consoleTexts: string[] = [];
  const { page, faults } = await openWorkbench(browser(), `${stack().url}/`, {}, async (opened) => {
    opened.context().on("request", (request) => requests.push(request));
    opened.context().on("console", (message) => consoleTexts.push(message.text()));
    await opened.addInitScript(recordEverything);
  });
  await openValidExample(page);

  await page.locator(".cm-content").focus();
  await askServiceWithKey(page, key);
  await page.locator(".confirmation.is-valid").waitFor();
  // Uses the page while it has the key: edits, asks the service again, saves a file, switches the theme.
  await paste(page, '{ "generatorId": "canary-generator" }');
  await waitForVerdict(page);
  await page.keyboard.press("Control+Enter");
  await page.locator(".confirmation.is-valid").waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  const saved = readFileSync(await (await saving).path(), "utf8");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  await page.getByRole("button", { name: "Key in use" }).click();
  await page.getByRole("button", { name: "Forget the key" }).click();
  await page.getByRole("button", { name: "Key", exact: true }).waitFor();

  const recorded: { readonly [where: string]: unknown } = JSON.parse(String(await page.evaluate(everythingStored)));
  const withKey = Object.entries(recorded)
    .filter(([, value]) => JSON.stringify(value).includes(key))
    .map(([where]) => where);
  assert.deepEqual(withKey, []);
  assert.ok((recorded.posted as unknown[]).length > 3, "messages to the worker were recorded");
  assert.deepEqual(
    [recorded.databases, recorded.caches, recorded.opened],
    [[], [], []],
    "the page uses no database and no cache",
  );
  assert.ok(saved.includes("canary-generator") && !saved.includes(key) && !page.url().includes(key));

  const authorized: string[] = [];
  for (const request of requests) {
    const { authorization, ...headers } = await request.allHeaders();
    const where = `${request.method()} ${request.url()}`;
    assert.ok(!JSON.stringify([where, headers, request.postData()]).includes(key), where);
    if (authorization === undefined) continue;
    assert.equal(authorization, `Bearer ${key}`);
    authorized.push(where.replace(stack().url, ""));
    assert.ok(!(await (await request.response())?.text())?.includes(key), "the answer does not repeat the key");
  }
  assert.deepEqual(authorized, ["GET /api/domains", "POST /api/build", "POST /api/build"]);
  assert.ok(!consoleTexts.join("\n").includes(key), "console");
  assert.ok(stack().logLines.length > 0 && !stack().logLines.join("\n").includes(key), "log of the service");

  // The page has forgotten the key, so it asks for the key again instead of sending anything.
  const requestsBefore = requests.length;
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").waitFor();
  assert.ok(requests.slice(requestsBefore).every((request) => !request.url().endsWith("/api/build")));
  printFigure("places with a canary key, besides the Authorization header", withKey.length, 0);
  assert.deepEqual(faults, []);
});

test("the worker cannot use the network", { skip: noBrowser }, async (t) => {
  await using foreign = await startCanary();
  const { page } = await openWorkbench(browser(), `${stack().url}/`);
  const [worker] = page.workers();
  assert.ok(worker);
  const answered: string[] = [];
  page.context().on("response", (response) => answered.push(response.url()));
  const origins = [stack().url, `http://127.0.0.1:${foreign.port}`];
  const attemptResults: { readonly [attempt: string]: string } = {};
  for (const origin of origins)
    Object.assign(attemptResults, await worker.evaluate(`(${tryNetwork})(${JSON.stringify(origin)})`));
  t.diagnostic(JSON.stringify(attemptResults));
  const reached = Object.entries(attemptResults).filter(([, outcome]) => outcome === "reached");
  const attempts = Object.keys(attemptResults).length;
  printFigure("successful attempts of the worker to use the network", `${reached.length} of ${attempts}`, 0);
  assert.deepEqual(reached, []);
  assert.equal(foreign.hits, 0);
  const isCanary = (text: string) => text.includes("canary-");
  assert.deepEqual(answered.filter(isCanary), []);
  // Controls: the test would notice an answer, and the worker can do what its policy allows.
  await page.evaluate(`fetch("/canary-control")`);
  await waitUntil("the test notices the answer", () => answered.some(isCanary));
  const script = String(await page.evaluate(`JSON.parse(document.getElementById("page-data").textContent).worker`));
  assert.equal(await worker.evaluate(`(0, eval)("import('${script}').then(() => 'reached')")`), "reached");
});

// Runs before any script of the page, and records what the page posts, stores, opens, and puts into its address.
const recordEverything = `{
  const recorded = (globalThis.recorded = { posted: [], stored: [], addresses: [], opened: [] });
  const text = (value) => JSON.stringify(value, (_, member) => (ArrayBuffer.isView(member) ? new TextDecoder().decode(member) : member));
  const wrap = (owner, name, list) => {
    const original = owner?.[name];
    if (!original) return;
    owner[name] = function (...args) {
      recorded[list].push(text(args));
      return original.apply(this, args);
    };
  };
  for (const owner of [Worker, MessagePort, BroadcastChannel]) wrap(owner.prototype, "postMessage", "posted");
  wrap(globalThis, "postMessage", "posted");
  wrap(Storage.prototype, "setItem", "stored");
  for (const name of ["pushState", "replaceState"]) wrap(History.prototype, name, "addresses");
  wrap(IDBFactory.prototype, "open", "opened");
  wrap(globalThis.CacheStorage?.prototype, "open", "opened");
  addEventListener("hashchange", () => recorded.addresses.push(location.href));
}`;

const everythingStored = `(async () => {
  const within = (root) => [...root.querySelectorAll("*")].flatMap((element) => [
    element.value ?? "", ...(element.shadowRoot ? [element.shadowRoot.innerHTML] : []),
  ]);
  return JSON.stringify({
    ...globalThis.recorded,
    localStorage: { ...localStorage },
    sessionStorage: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    cookie: document.cookie,
    address: location.href,
    state: history.state,
    name: globalThis.name,
    document: document.documentElement.outerHTML,
    inputs: within(document),
    performance: performance.getEntries().map((entry) => entry.name),
  });
})()`;

// Each attempt has its name in its URL, so that the test can tell which attempt succeeds.
const tryNetwork = `async (origin) => {
  const limit = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 3_000, "no answer"))]);
  const event = (target, ...names) => new Promise((resolve) => {
    for (const name of names) target.addEventListener(name, () => resolve(name === "error" || name === "close" ? "error" : "reached"));
  });
  const other = origin !== location.origin;
  const attempts = {
    fetch: () => fetch(origin + "/canary-fetch", { mode: "no-cors" }).then(() => "reached"),
    post: () => fetch(origin + "/canary-post", { mode: "no-cors", method: "POST", body: "x" }).then(() => "reached"),
    xhr() {
      const request = new XMLHttpRequest();
      request.open("GET", origin + "/canary-xhr");
      const outcome = event(request, "load", "error");
      request.send();
      return outcome;
    },
    socket: () => event(new WebSocket(origin.replace("http", "ws") + "/canary-socket"), "open", "error", "close"),
    events: () => event(new EventSource(origin + "/canary-events"), "open", "error"),
    beacon: () => (navigator.sendBeacon ? navigator.sendBeacon(origin + "/canary-beacon", "x") && "reached" : "absent"),
    scripts: () => { importScripts(origin + "/canary-scripts"); return "reached"; },
    transport: () => new WebTransport(origin.replace("http:", "https:") + "/canary-transport").ready.then(() => "reached"),
    blob: () => new Promise((resolve) => {
      const code = "fetch('" + origin + "/canary-blob', { mode: 'no-cors' }).then(() => postMessage('reached'), () => postMessage('error'))";
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => resolve("error");
    }),
    // The worker is built in several parts, so it can import scripts from its own origin.
    ...(other && {
      import: () => (0, eval)("import('" + origin + "/canary-import.js')").then(() => "reached"),
      nested: () => event(new Worker(origin + "/canary-nested.js"), "message", "error"),
    }),
  };
  const outcomes = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    outcomes[(other ? "foreign " : "own ") + name] = await limit((async () => attempt())()).catch((error) => String(error));
  }
  return outcomes;
}`;
