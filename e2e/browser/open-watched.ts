import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** A page, with the requests and faults that it has caused so far. */
export interface WatchedPage {
  readonly page: Page;
  /** Policy violations, console errors and warnings, uncaught exceptions, failed requests, requests to other origins. */
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
  // Runs before any script of the page. Code for the browser is a string, because tests are type-checked for Node.
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    console.error(\`policy: \${violatedDirective} blocked \${blockedURI}\`);
  })`);
  await prepare(page);
  await page.goto(url);
  return { page, faults, requests };
}
