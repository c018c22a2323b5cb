import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { waitUntil } from "@assay/testing/wait-until";
import { noBrowser } from "../open-browser.ts";
import { openWatched } from "../open-watched.ts";
import { sharedBrowser, sharedStack } from "../shared-browser.ts";
import {
  askServiceWithKey,
  openValidExample,
  openWorkbench,
  paste,
  readDraft,
  waitForVerdict,
} from "./use-workbench.ts";

const browser = sharedBrowser();
const stack = sharedStack();

const engine = "**/assets/worker-*.js";
const draft = '{ "generatorId": "typed-before" }';

test("if the engine does not load, the page reports it, and a user can still edit and ask the service", {
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
  await askServiceWithKey(page, stack().key);
  await page.getByText(/^The service says: /).waitFor();

  await page.unroute(engine);
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForVerdict(page);
  assert.equal(await readDraft(page), draft);
});

test("the key dialog refuses a wrong key and leaves it in the field, and with a good key the owner is checked", {
  skip: noBrowser,
}, async () => {
  const { page } = await openWorkbench(browser(), `${stack().url}/`);
  await openValidExample(page);
  const ownerNote = page.getByText("Whether you are the owner was not checked");
  await ownerNote.waitFor();
  await page.getByRole("button", { name: "Key", exact: true }).click();
  const field = page.getByLabel("Key", { exact: true });
  for (const [wrong, reason] of [
    ["two words", /This is not a key/],
    [`${stack().key.slice(0, -1)}`, /credentials are invalid/],
  ] as const) {
    await field.fill(wrong);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("alert").filter({ hasText: reason }).waitFor();
    assert.equal(await field.inputValue(), wrong);
    assert.equal(await page.getByText("Key in use").count(), 0);
  }
  // Entering a key does not send the draft to the service.
  await field.fill(stack().key);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Key in use" }).waitFor();
  await ownerNote.waitFor({ state: "detached" });
  assert.equal(await page.locator(".confirmation").count(), 0);
  const draft = await readDraft(page);
  await paste(page, draft.replace(/("id": ")[^"]+/, "$1somebody-else"));
  await page.getByText("owner.not-caller").waitFor({ state: "attached" });
});

test("while a draft is typed its problems stay and nothing turns red, and another draft does not show them", {
  skip: noBrowser,
}, async () => {
  const { page } = await openWorkbench(browser(), `${stack().url}/`);
  const before = page.getByRole("heading", { name: "Before this change" });
  await paste(page, '{ "generatorId": "a" }');
  await waitForVerdict(page);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type(",");
  await before.waitFor();
  assert.ok((await page.locator(".diagnostic").count()) > 0);
  assert.equal(await page.locator("#results .is-invalid").count(), 0);
  await paste(page, '{ "owner": { "kind": "human" },, "generatorName": "Another draft" }');
  await before.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Not JSON yet" }).waitFor();
  assert.equal(await page.locator(".diagnostic:not(.is-syntax)").count(), 0);
});

test("a draft survives a reload, and tabs do not overwrite each other's drafts", { skip: noBrowser }, async () => {
  const { page, faults } = await openWorkbench(browser(), `${stack().url}/`);
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

  // Acts as if the browser restored this page from its cache, after a later page in this tab saved another draft.
  await page.evaluate(`{
    sessionStorage.setItem("assay-draft", sessionStorage.getItem("assay-draft").replace("first-tab", "later-page"));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  }`);
  await page.locator(".cm-line", { hasText: "later-page" }).waitFor();
  assert.deepEqual(faults, []);
});

test("all comments and trailing commas are marked and listed at once, and a review removes them", {
  skip: noBrowser,
}, async () => {
  const { page } = await openWorkbench(browser(), `${stack().url}/`);
  await paste(page, '{\n  // one\n  "generatorId": "a", /* two */\n  "tags": [1, 2,],\n}');
  const places = page.getByRole("button", { name: /line \d+$/ });
  await page.getByText("Not JSON yet").first().waitFor();
  const lines = (await places.allTextContents()).map((text) => /\d+$/.exec(text)?.[0]);
  assert.deepEqual(lines, ["2", "3", "4", "5"]);
  assert.equal(await page.locator(".cm-mark-error").count(), 4);
  await places.nth(1).click();
  await waitUntil("the comment is selected", () => page.evaluate("getSelection().toString() === '/'"));
  await page.locator(".cm-mark-error").nth(2).hover();
  assert.match((await page.locator(".cm-hover").textContent()) ?? "", /comma/);
  await page.getByRole("button", { name: "Review 4 fixes" }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await waitForVerdict(page);
  assert.equal(await readDraft(page), '{\n  "generatorId": "a",\n  "tags": [1, 2]\n}');
});

test("an empty editor shows no problems and offers the template, and opening or dropping a file replaces the draft", {
  skip: noBrowser,
}, async () => {
  const { page, faults } = await openWorkbench(browser(), `${stack().url}/`);
  await paste(page, "");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.getByRole("heading", { name: "Nothing to check yet" }).waitFor();
  assert.equal(await page.locator(".diagnostic").count(), 0);

  // Keeps the message with "Undo" open long enough for a slow machine.
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

test("a valid draft's package can be saved as proposal.json, and its digest can be copied", {
  skip: noBrowser,
}, async () => {
  const { page } = await openWorkbench(browser(), `${stack().url}/`);
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
