import type { Page } from "playwright-core";
import { openWatched, type WatchedPage } from "../open-watched.ts";

/** Opens the workbench like `openWatched`, and waits for its first verdict. */
export async function openWorkbench(...args: Parameters<typeof openWatched>): Promise<WatchedPage> {
  const opened = await openWatched(...args);
  await waitForVerdict(opened.page);
  return opened;
}

/** Waits until the page shows the verdict on the current draft. */
export async function waitForVerdict(page: Page): Promise<void> {
  // Uses a locator, because the page's CSP blocks the eval that `waitForFunction` relies on.
  await page.locator("#results:not(.is-stale)", { has: page.locator("#verdict") }).waitFor();
}

/** Opens an example that is valid, and waits for its verdict. */
export async function openValidExample(page: Page): Promise<void> {
  await page.getByLabel("Examples").selectOption({ index: 1 });
  await page.locator(".package").waitFor();
  await waitForVerdict(page);
}

/** Asks the service about the draft, and types the key when the page asks for it. */
export async function askServiceWithKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type(key);
  await page.keyboard.press("Enter");
}

/** Replaces the draft with the given text, as if it were pasted. */
export async function paste(page: Page, text: string): Promise<void> {
  const content = page.locator(".cm-content");
  await content.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
}

/** Reads the lines of the draft that the editor has drawn. */
export async function readDraft(page: Page): Promise<string> {
  return (await page.locator(".editor .cm-line").allTextContents()).join("\n");
}

/** Measures by how many pixels the page overflows its window horizontally. */
export async function measureOverflow(page: Page): Promise<number> {
  return Math.max(0, Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth")));
}
