import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { waitUntil } from "@assay/testing/wait-until";
import { noBrowser } from "../open-browser.ts";
import { sharedBrowser, sharedStack } from "../shared.ts";
import { openWatched, paste, readDraft, waitForVerdict } from "./watched-page.ts";

const browser = sharedBrowser();
const stack = sharedStack();

const engine = "**/assets/worker-*.js";
const draft = '{ "generatorId": "typed-before" }';

test("without its engine the page says so, and editing and asking the service still work", {
  skip: noBrowser,
}, async () => {
  const { page } = await openWatched(browser(), `${stack().url}/`, {}, (opened) =>
    opened.route(engine, (route) => route.abort()),
  );
  await page
    .getByRole("alert")
    .getByText(/engine does not run.*You can still edit/)
    .waitFor();
  await paste(page, draft);
  assert.equal(await readDraft(page), draft);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type(stack().key);
  await page.keyboard.press("Enter");
  await page.getByText(/^The service says: /).waitFor();

  await page.unroute(engine);
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForVerdict(page);
  assert.equal(await readDraft(page), draft);
});

test("what cannot be a key is refused in the dialog, and stays there to be corrected", {
  skip: noBrowser,
}, async () => {
  const { page } = await openWatched(browser(), `${stack().url}/`);
  await waitForVerdict(page);
  await page.getByRole("button", { name: "Key", exact: true }).click();
  const field = page.getByLabel("Key", { exact: true });
  await field.fill("two words");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("alert").waitFor();
  assert.equal(await field.inputValue(), "two words");
  // To give a key is not to ask.
  await field.fill(stack().key);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Key in use" }).waitFor();
  assert.equal(await page.locator(".confirmation").count(), 0);
});

test("a draft survives a reload, and tabs do not overwrite each other", { skip: noBrowser }, async () => {
  const { page, faults } = await openWatched(browser(), `${stack().url}/`);
  await waitForVerdict(page);
  await paste(page, '{ "generatorId": "first-tab" }');
  const second = await page.context().newPage();
  await second.goto(`${stack().url}/`);
  await waitForVerdict(second);
  assert.doesNotMatch(await readDraft(second), /first-tab/);
  await paste(second, '{ "generatorId": "second-tab" }');
  await page.reload();
  await second.reload();
  await waitUntil("the first draft is back", () => readDraft(page), { isDone: (text) => text.includes("first-tab") });
  await waitUntil("the second draft is back", () => readDraft(second), {
    isDone: (text) => text.includes("second-tab"),
  });

  // What a browser does that revives a page as it was left, after a later page of this tab has saved another draft.
  await page.evaluate(`{
    sessionStorage.setItem("assay-draft", sessionStorage.getItem("assay-draft").replace("first-tab", "later-page"));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  }`);
  await page.locator(".cm-line", { hasText: "later-page" }).waitFor();
  assert.deepEqual(faults, []);
});

test("every comment and comma after a last item is marked, listed and led to at once", {
  skip: noBrowser,
}, async () => {
  const { page } = await openWatched(browser(), `${stack().url}/`);
  await waitForVerdict(page);
  await paste(page, '{\n  // one\n  "generatorId": "a", /* two */\n  "tags": [1, 2,],\n}');
  const places = page.getByRole("button", { name: /^line \d+, column \d+$/ });
  await page.getByText("Not JSON yet").first().waitFor();
  assert.deepEqual(
    await places.allTextContents(),
    ["2, column 3", "3, column 23", "4, column 17", "5, column 1"].map((place) => `line ${place}`),
  );
  assert.equal(await page.locator(".cm-mark-error").count(), 4);
  await places.nth(1).click();
  await waitUntil("the comment is selected", () => page.evaluate("getSelection().toString() === '/'"));
  await page.locator(".cm-mark-error").nth(2).hover();
  assert.match((await page.locator(".cm-hover").textContent()) ?? "", /comma/);
});

test("an empty editor offers the template and examples, a file replaces the draft, and nothing of the last draft is left", {
  skip: noBrowser,
}, async () => {
  const { page, faults } = await openWatched(browser(), `${stack().url}/`);
  await waitForVerdict(page);
  await paste(page, "");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.getByRole("heading", { name: "Nothing to check yet" }).waitFor();
  assert.equal(await page.locator(".diagnostic").count(), 0);

  // On a slow machine, the message with "Undo" would be gone before it is needed.
  await page.evaluate(`{ const set = setTimeout; setTimeout = (run, ms) => set(run, ms === 6_000 ? 600_000 : ms); }`);
  await page.getByRole("button", { name: "Start from the template" }).click();
  await page.locator(".cm-line", { hasText: '"generatorId": ""' }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  const file = { name: "draft.json", mimeType: "application/json", buffer: Buffer.from(draft) };
  await page.getByLabel("Open").setInputFiles(file);
  await page.locator(".cm-line", { hasText: draft }).waitFor();
  assert.equal(await readDraft(page), draft);

  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{ "dropped": true }'], "dropped.json"));
    document.querySelector(".editor").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }`);
  await page.locator(".cm-line", { hasText: "dropped" }).waitFor();
  assert.equal(await readDraft(page), '{ "dropped": true }');
  assert.deepEqual(faults, []);
});

test("the package of a valid draft can be saved as proposal.json, and its digest copied", {
  skip: noBrowser,
}, async () => {
  const { page } = await openWatched(browser(), `${stack().url}/`);
  await waitForVerdict(page);
  await page.getByLabel("Examples").selectOption({ index: 1 });
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download proposal.json" }).click();
  const download = await saved;
  assert.equal(download.suggestedFilename(), "proposal.json");
  const { digest } = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.equal(digest, await page.locator(".package .digest code").textContent());
  await page.getByRole("button", { name: "Copy digest" }).click();
  await page.getByText("Copied: the digest.").waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), digest);
});
