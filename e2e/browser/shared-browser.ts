import type { Browser } from "playwright-core";
import { share } from "../share-resource.ts";
import { noBrowser, openBrowser } from "./open-browser.ts";
import { type Stack, startStack } from "./start-stack.ts";

/** Replaces the browser and the stack if there is no browser: tests are then skipped, so neither is needed. */
const nothing = { async [Symbol.asyncDispose]() {} } as unknown as Browser & Stack;

/** A browser that all test files in a process share. */
export const sharedBrowser = share(async (): Promise<Browser> => (noBrowser ? nothing : await openBrowser()));

/** A service with the default options, shared by the test files that do not change it. */
export const sharedStack = share(async (): Promise<Stack> => (noBrowser ? nothing : await startStack()));
