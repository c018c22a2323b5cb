import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

/** Why tests that need a browser are skipped, or false. In CI nothing is skipped. */
export const noBrowser: string | false =
  existsSync(executablePath) || process.env.CI === "true"
    ? false
    : `there is no Chromium at ${executablePath}: install it, or let CHROMIUM_PATH name one`;

const timeoutMs = 180_000;

/** Starts Chromium without a window, and without calls to anywhere that a test did not ask for. */
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
