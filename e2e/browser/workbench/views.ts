import type { Page } from "playwright-core";
import type { Stack } from "../start-stack.ts";
import { openValidExample, paste } from "./use-workbench.ts";

/** A view of the workbench. */
export interface View {
  readonly name: string;
  /** Navigates to the view once the page shows its first verdict. Default: stays on that view. */
  show?(page: Page, stack: Pick<Stack, "key">): Promise<void>;
}

/** On a phone, opens the menu, which contains the links and buttons. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
}

async function openValidDraft(page: Page): Promise<void> {
  await openMenu(page);
  await openValidExample(page);
}

/** Every view of the workbench. */
export const views: readonly View[] = [
  { name: "invalid" },
  {
    name: "review",
    async show(page) {
      await page.getByRole("button", { name: /^Review \d+ fix/ }).click();
      await page.locator(".diff .cm-content").waitFor();
    },
  },
  { name: "valid", show: openValidDraft },
  {
    name: "not-json",
    async show(page) {
      await paste(page, '{ "owner": { "kind": "human", }');
      await page.locator("#verdict", { hasText: "Not JSON yet" }).waitFor();
    },
  },
  {
    name: "empty",
    async show(page) {
      await paste(page, " ");
      await page.getByRole("heading", { name: "Nothing to check yet" }).waitFor();
    },
  },
  {
    name: "key",
    async show(page) {
      await openMenu(page);
      await page.getByRole("button", { name: "Key", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "confirmed",
    async show(page, { key }) {
      await openValidDraft(page);
      await page.getByRole("button", { name: "Check with the service" }).click();
      await page.getByLabel("Key", { exact: true }).last().fill(key);
      await page.getByRole("button", { name: "Use this key" }).click();
      await page.locator(".confirmation .icon").waitFor();
    },
  },
];
