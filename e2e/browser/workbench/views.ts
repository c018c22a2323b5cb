import type { Page } from "playwright-core";
import type { Stack } from "./start-stack.ts";
import { paste, waitForVerdict } from "./watched-page.ts";

/** A view of the workbench: how to get there from a page that was just opened. */
export interface View {
  readonly name: string;
  /** What the address ends with. Default: nothing. */
  readonly fragment?: string;
  show(page: Page, stack: Pick<Stack, "key">): Promise<void>;
}

async function openValidDraft(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByLabel("Examples").selectOption({ index: 1 });
}

/** On a phone, links and buttons are in a menu. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
}

/** Every view that the workbench has. */
export const views: readonly View[] = [
  {
    name: "invalid",
    async show(page) {
      await waitForVerdict(page);
    },
  },
  {
    name: "review",
    async show(page) {
      await waitForVerdict(page);
      await page.getByRole("button", { name: /^Review \d+ fix/ }).click();
      await page.locator(".diff .cm-content").waitFor();
    },
  },
  {
    name: "valid",
    async show(page) {
      await waitForVerdict(page);
      await openValidDraft(page);
      await page.locator(".package").waitFor();
      await waitForVerdict(page);
    },
  },
  {
    name: "not-json",
    async show(page) {
      await waitForVerdict(page);
      await paste(page, '{ "owner": { "kind": "human", }');
      await page.locator("#verdict", { hasText: "Not JSON yet" }).waitFor();
    },
  },
  {
    name: "empty",
    async show(page) {
      await waitForVerdict(page);
      await paste(page, " ");
      await page.getByRole("heading", { name: "Nothing to check yet" }).waitFor();
    },
  },
  {
    name: "key",
    async show(page) {
      await waitForVerdict(page);
      await openMenu(page);
      await page.getByRole("button", { name: "Key", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "confirmed",
    async show(page, { key }) {
      await waitForVerdict(page);
      await openValidDraft(page);
      await page.locator(".package").waitFor();
      await waitForVerdict(page);
      await page.getByRole("button", { name: "Check with the service" }).click();
      await page.getByLabel("Key", { exact: true }).last().fill(key);
      await page.getByRole("button", { name: "Use this key" }).click();
      await page.locator(".confirmation .icon").waitFor();
    },
  },
  {
    name: "example",
    fragment: "#example.sample.value-type",
    async show(page) {
      await waitForVerdict(page);
    },
  },
];
