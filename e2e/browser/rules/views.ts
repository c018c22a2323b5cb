import { specFile } from "@assay/testing/cases/golden-cases";
import type { Page } from "playwright-core";
import { checkedRules, editedPackage, pasteRules } from "./rules-page.ts";

/** A view of the rules page: how to get there from a page that was just opened. */
export interface RulesViewOf {
  readonly name: string;
  show(page: Page): Promise<void>;
}

const published = specFile("datamint/generator-option/1.0.0");
const edited = (edit: (text: string) => string) => editedPackage(published, edit);

/** A rule that refuses what some tests accept. */
export const strictPackage = edited((text) =>
  text.replace("size(self.sampleRecords) >= 3", "size(self.sampleRecords) >= 40"),
);
/** An expression with a mistake in it. */
export const mistypedPackage = edited((text) =>
  text.replace("size(self.sampleRecords) >= 3", "size(self.sampleRecord) >= 3"),
);
/** A longer name is accepted, and the version says nothing about it. */
export const looserPackage = edited((text) => text.replace('"maxLength": 80', '"maxLength": 90'));

/** Every view that the page has. */
export const rulesViews: readonly RulesViewOf[] = [
  {
    name: "published",
    async show(page) {
      await checkedRules(page);
      await page.getByText("This is the published package.").waitFor();
    },
  },
  {
    name: "failing",
    async show(page) {
      await checkedRules(page);
      await pasteRules(page, strictPackage);
      await page.locator("#flips, #tried").first().waitFor();
      await page.getByText("What changes for candidates is shown").waitFor();
    },
  },
  {
    name: "broken",
    async show(page) {
      await checkedRules(page);
      await pasteRules(page, mistypedPackage);
      await page.locator(".cm-content").focus();
      await page.keyboard.press("F8");
      await page.getByText("What changes for candidates is shown").waitFor();
    },
  },
  {
    name: "changed",
    async show(page) {
      await checkedRules(page);
      await pasteRules(page, looserPackage);
      await page.locator("#bump").waitFor();
      await page.locator("#bump").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "changed-lines",
    async show(page) {
      await checkedRules(page);
      await pasteRules(page, looserPackage);
      await page.getByRole("button", { name: "Show the changed lines" }).click();
      await page.locator(".diff .cm-content").waitFor();
    },
  },
  {
    name: "not-json",
    async show(page) {
      await checkedRules(page);
      await pasteRules(page, '{ "format": "spec-package/v1", }');
    },
  },
];
