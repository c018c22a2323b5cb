import type { Browser } from "playwright-core";
import { share } from "../share.ts";
import { noBrowser, openBrowser } from "./open-browser.ts";
import { type Stack, startStack } from "./workbench/start-stack.ts";

/** Where there is no browser, tests are skipped and nothing is started. */
const nothing = { async [Symbol.asyncDispose]() {} } as unknown as Browser & Stack;

/** The browser of all files of a process. */
export const sharedBrowser = share(async (): Promise<Browser> => (noBrowser ? nothing : await openBrowser()));

/** The service as it is started by default, for files that change nothing about it. */
export const sharedStack = share(async (): Promise<Stack> => (noBrowser ? nothing : await startStack()));
