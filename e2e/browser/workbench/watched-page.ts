import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** A page, and the faults that it has caused so far. */
export interface WatchedPage {
  readonly page: Page;
  /** Policy violations, console errors and warnings, failed requests, requests to other origins. */
  readonly faults: readonly string[];
  /** Every request, as `METHOD path`. */
  readonly requests: readonly string[];
}

const timeoutMs = 180_000;

/** Opens a URL in a new browser context, and watches the page from the start. */
export async function openWatched(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  /** Prepares the page before it loads the URL. */
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
    const { origin: requested, pathname } = new URL(request.url());
    requests.push(`${request.method()} ${pathname}`);
    if (requested !== origin) faults.push(`request to ${requested}`);
  });
  page.on("requestfailed", (request) => faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  // Runs before any script of the page. Code for the browser is text, because tests are type-checked for Node.
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    console.error(\`policy: \${violatedDirective} blocked \${blockedURI}\`);
  })`);
  await prepare(page);
  await page.goto(url);
  return { page, faults, requests };
}

/** Opens the workbench like `openWatched`, and waits for its first verdict. */
export async function openWorkbench(...args: Parameters<typeof openWatched>): Promise<WatchedPage> {
  const opened = await openWatched(...args);
  await waitForVerdict(opened.page);
  return opened;
}

/** Waits until the verdict is about the current draft, with its id looked up. */
export async function waitForVerdict(page: Page): Promise<void> {
  // Uses a locator, because the page's policy forbids the generated code of `waitForFunction`.
  await page
    .locator("#results:not(.is-stale)", { has: page.locator("#verdict"), hasNotText: "Looking up the id" })
    .waitFor();
}

/** Chooses an example that is valid, and waits for its verdict. */
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

/** Replaces the draft by inserting text, as pasting does. */
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

/** Measures by how many pixels the page can be scrolled sideways. */
export async function measureOverflow(page: Page): Promise<number> {
  return Math.max(0, Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth")));
}
