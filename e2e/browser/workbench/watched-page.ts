import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** A page, and everything that it did which it should not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Violations of a policy, errors in the console, failed requests, requests to other origins. */
  readonly faults: readonly string[];
  /** Every request, as `METHOD path`. */
  readonly requests: readonly string[];
}

const timeoutMs = 180_000;

/** Opens an address in a context of its own and watches what the page does, from its first byte. */
export async function openWatched(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  /** What to do with the page before it is opened. */
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"], ...options });
  context.setDefaultTimeout(timeoutMs);
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  const { origin } = new URL(url);
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const { origin: asked, pathname } = new URL(request.url());
    requests.push(`${request.method()} ${pathname}`);
    if (asked !== origin) faults.push(`request to ${asked}`);
  });
  page.on("requestfailed", (request) => faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  // Before any script of the page: a violation is an event of the document. Code for the browser is text here, because
  // tests are type-checked for Node.
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    console.error(\`policy: \${violatedDirective} blocked \${blockedURI}\`);
  })`);
  await prepare(page);
  await page.goto(url);
  return { page, faults, requests };
}

/** Waits until the verdict is about what is in the editor now, with the id looked up. */
export async function waitForVerdict(page: Page): Promise<string> {
  // A locator, because the page's policy forbids what `waitForFunction` does.
  await page
    .locator("#results:not(.is-stale)", { has: page.locator("#verdict"), hasNotText: "Looking up the id" })
    .waitFor();
  return (await page.locator("#verdict").textContent()) ?? "";
}

/** Replaces the draft, as somebody who pastes one does. */
export async function paste(page: Page, text: string): Promise<void> {
  const content = page.locator(".cm-content");
  await content.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
}

/** The draft in the editor, as far as it is in sight. */
export async function readDraft(page: Page): Promise<string> {
  return (await page.locator(".editor .cm-line").allTextContents()).join("\n");
}

/** By how many pixels the page can be scrolled sideways. */
export async function measureOverflow(page: Page): Promise<number> {
  return Math.max(0, Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth")));
}
