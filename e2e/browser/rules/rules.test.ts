import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
import { specFile } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import type { Browser } from "playwright-core";
import { createTestIo } from "../../cli/test-io.ts";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { type Stack, startStack } from "../workbench/start-stack.ts";
import { reachEveryControl } from "../workbench/tab-order.ts";
import { openWatched, paste, verdictOf } from "../workbench/watched-page.ts";
import { checkedRules, pasteRules } from "./rules-page.ts";
import { looserPackage, mistypedPackage, strictPackage } from "./views.ts";

let browser: Browser;
let stack: Stack;
before(async () => {
  if (noBrowser) return;
  browser = await openBrowser();
  stack = await startStack();
});
after(async () => {
  await browser?.close();
  await stack?.[Symbol.asyncDispose]();
});

const open = () => openWatched(browser, `${stack.url}/rules`, { viewport: { width: 1360, height: 1600 } });

test("a problem inside an expression is marked at its place, and F8 goes there", { skip: noBrowser }, async () => {
  const { page, faults } = await open();
  await checkedRules(page);
  assert.equal(await pasteRules(page, mistypedPackage), "Would be rejected: 1 problem");
  await page.keyboard.press("F8");
  const selected = () =>
    page.evaluate(`String(document.querySelector(".editor").shadowRoot.getSelection().getRangeAt(0))`);
  assert.equal(await selected(), "sampleRecord");
  assert.equal(await page.locator(".cm-mark-error").textContent(), "sampleRecord");
  const colours = await page.locator(".cm-cel-self").count();
  figure("names in expressions with the colour of self", colours, "more than 0");
  assert.ok(colours > 0);
  await page.locator(".cm-mark-error").hover();
  await page.locator(".cm-hover", { hasText: "sampleRecords" }).waitFor();
  assert.deepEqual(faults, []);
});

test("an editor that was emptied can be filled again, and undo ends with the package that was opened", {
  skip: noBrowser,
}, async () => {
  const { page, faults } = await open();
  await checkedRules(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.getByText("Would be rejected: 1 problem").first().waitFor();
  await page.keyboard.type("[");
  await page.locator(".cm-line", { hasText: "[" }).waitFor();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press("ControlOrMeta+Z");
  await page.getByText("Would be accepted").first().waitFor();
  await page.getByRole("combobox").selectOption("new");
  await page.locator(".cm-line", { hasText: '"my-product"' }).waitFor();
  assert.deepEqual(faults, []);
});

test("what the format says is shown over a place, and completes it", { skip: noBrowser }, async () => {
  const { page, faults } = await open();
  await checkedRules(page);
  await pasteRules(page, '{\n  "owner": { "kinds": ["human"] },\n  "rules": [\n    { "check": "cel",  }\n  ]\n}');
  await page.getByText('"kinds"', { exact: true }).hover();
  await page.locator(".cm-hover", { hasText: "a candidate's `owner.kind`" }).waitFor();
  await page.mouse.move(0, 0);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("ControlOrMeta+End");
  for (const key of ["ArrowUp", "ArrowUp", "End", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
  await page.keyboard.press("Control+Space");
  const offered = page.locator(".cm-tooltip-autocomplete li");
  await offered.first().waitFor();
  const names = await offered.allTextContents();
  assert.ok(names.includes("severity") && names.includes("assert") && !names.includes("check"), names.join());
  await offered.getByText("severity", { exact: true }).click();
  await page.locator(".cm-line", { hasText: '"severity": ' }).waitFor();
  assert.deepEqual(faults, []);
});

test("the draft of the workbench is tried under both rules, and what flips is named", { skip: noBrowser }, async () => {
  const { page, faults, requests } = await openWatched(browser, `${stack.url}/`);
  await verdictOf(page);
  const [{ candidate } = { candidate: {} }] = JSON.parse(
    new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")),
  ).tests;
  await paste(page, JSON.stringify(candidate));
  assert.equal(await verdictOf(page), "Valid");
  await page.getByRole("link", { name: "Rules" }).click();
  await page.getByText("The draft in this tab.").waitFor();
  await pasteRules(page, strictPackage);
  await page.locator("#flips", { hasText: "It would be refused. 1 new diagnostic, 0 gone." }).waitFor();
  // The rule is in the editor: one click goes to it.
  await page.locator("#tried .path", { hasText: "rule realistic-needs-samples" }).click();
  await page.locator(".cm-activeLine + .cm-line", { hasText: "realistic-needs-samples" }).waitFor();
  assert.deepEqual(faults, []);
  assert.deepEqual([...new Set(requests.map((request) => request.split(" ")[0]))], ["GET"]);
});

test("the version is judged as by assay spec diff, and a justified one is written with a click", {
  skip: noBrowser,
}, async () => {
  const { page, faults } = await open();
  await checkedRules(page);
  await pasteRules(page, looserPackage);
  const bump = page.locator("#bump");
  await bump.waitFor();
  const said = await saidBySpecDiff(looserPackage);
  assert.equal(said.version.verdict, "not-justified");
  assert.ok((await bump.textContent())?.endsWith(` not justified. ${said.version.why}`));
  assert.equal(await page.locator(".changes li").count(), said.changes.length);
  await page.getByRole("button", { name: "Write 1.1.0 instead" }).click();
  await page.locator("#bump.justified").waitFor();
  assert.match((await bump.textContent()) ?? "", /^1\.1\.0 is a minor version: justified\. /);
  await page.getByRole("button", { name: "Show the changed lines" }).click();
  await page.locator(".diff .cm-changedLine", { hasText: "1.1.0" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});

test("a package is shared as a link, copied, saved as a file, and kept over a reload", {
  skip: noBrowser,
}, async () => {
  const { page, faults } = await open();
  await checkedRules(page);
  await pasteRules(page, looserPackage);
  await page.getByRole("button", { name: "Copy text" }).click();
  await page.getByText("Copied: the spec package.").waitFor();
  const copied = () => page.evaluate("navigator.clipboard.readText()");
  assert.equal(await copied(), looserPackage);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "datamint-generator-option-1.0.0.json");
  assert.equal(readFileSync(await download.path(), "utf8"), looserPackage);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Copied: a link with this package.").waitFor();
  const link = String(await copied());
  assert.match(link, /\/rules#1\./);
  const other = await openWatched(browser, link);
  await other.page.getByText("This package came with the link.").waitFor();
  await other.page.locator("#bump.not-justified").waitFor();
  await page.reload();
  await page.locator("#bump.not-justified").waitFor();
  assert.deepEqual([...faults, ...other.faults], []);
});

test("Tab reaches every control of the rules page, and goes on from each", { skip: noBrowser }, async () => {
  const { page } = await open();
  await checkedRules(page);
  await pasteRules(page, looserPackage);
  await page.locator("#bump").waitFor();
  const names = await reachEveryControl(page);
  figure("controls of the rules page reached with Tab", `${names.length} of ${names.length}`, "all");
});

test("programs get the problems of spec packages as text", async () => {
  const stackOfOwn = stack ?? (await startStack());
  const answer = await fetch(`${stackOfOwn.url}/rules`, { headers: { accept: "text/markdown" } });
  assert.match(await answer.text(), /spec\.unbounded/);
  if (!stack) await stackOfOwn[Symbol.asyncDispose]();
});

async function saidBySpecDiff(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "assay-rules-"));
  try {
    writeFileSync(join(folder, "old.json"), specFile("datamint/generator-option/1.0.0"));
    writeFileSync(join(folder, "new.json"), text);
    const terminal = createTestIo(folder);
    await run(["spec", "diff", "old.json", "new.json", "--format", "json"], terminal.io);
    return JSON.parse(terminal.out());
  } finally {
    rmSync(folder, { recursive: true });
  }
}
