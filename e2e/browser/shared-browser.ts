import type { Browser } from "playwright-core";
import { share } from "../share.ts";
import { noBrowser, openBrowser } from "./open-browser.ts";
import { type Stack, startStack } from "./start-stack.ts";

/** Replaces both if there is no browser: tests are then skipped, so nothing has to be started. */
const nothing = { async [Symbol.asyncDispose]() {} } as unknown as Browser & Stack;

/** A browser, shared by all files of a process. */
export const sharedBrowser = share(async (): Promise<Browser> => (noBrowser ? nothing : await openBrowser()));

/** A service with the default options, shared by the files whose tests do not change it. */
export const sharedStack = share(async (): Promise<Stack> => (noBrowser ? nothing : await startStack()));
