import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

/** The `skip` option of tests that need a browser. In CI they always run. */
export const noBrowser: string | false =
  existsSync(executablePath) || process.env.CI === "true"
    ? false
    : `there is no Chromium at ${executablePath}: install it, or set CHROMIUM_PATH`;

const timeoutMs = 180_000;

/** Starts Chromium without a window, and without its background requests. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    timeout: timeoutMs,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
