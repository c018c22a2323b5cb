import type { Page } from "playwright-core";
import { paste } from "../workbench/watched-page.ts";

/** Waits until the page has said everything about the package in its editor; returns what it would become of it. */
export async function checkedRules(page: Page): Promise<string> {
  // A locator, because the page's policy forbids what `waitForFunction` does.
  await page.locator("#results:not(.is-stale) #verdict").waitFor();
  return (await page.locator("#verdict").textContent()) ?? "";
}

/** Replaces the package, as somebody who pastes one does, and waits until it is checked. */
export async function pasteRules(page: Page, text: string): Promise<string> {
  await paste(page, text);
  // The page knows the new text as soon as it says how long it is.
  const bytes = new TextEncoder().encode(text).length.toLocaleString("en");
  await page.locator(".status", { hasText: `${bytes} of` }).waitFor();
  return checkedRules(page);
}

/** The package as its product publishes it, laid out, with changes. */
export function editedPackage(bytes: Uint8Array, edit: (text: string) => string): string {
  const text = JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)), null, 2);
  const edited = edit(text);
  if (edited === text) throw new Error("The edit changes nothing.");
  return edited;
}

/** What the page shows of each test: its outcome, as its shape and as words say it, and its name. */
export async function shownTests(page: Page): Promise<readonly { readonly outcome: string; readonly name: string }[]> {
  return JSON.parse(
    (await page.evaluate(`JSON.stringify([...document.querySelectorAll(".test")].flatMap((item) => {
      const [, drawn] = /icon-(passed|failed|not-run)/.exec(item.querySelector(".icon").getAttribute("class"));
      const said = item.querySelector(".hidden").textContent.replace(": ", "").replace("not run", "not-run");
      const outcomes = new Set([drawn, said, item.dataset.outcome]);
      const outcome = [...outcomes].join(" and ");
      return [...item.querySelectorAll(".test-name")].map((button) => ({ outcome, name: button.textContent, index: Number(button.dataset.index) }));
    }).sort((one, other) => one.index - other.index).map(({ outcome, name }) => ({ outcome, name })))`)) as string,
  );
}

/** The problems besides failed tests, as the page shows them. */
export async function shownProblems(page: Page): Promise<readonly { readonly code: string; readonly at: string }[]> {
  return JSON.parse(
    (await page.evaluate(`JSON.stringify([...document.querySelectorAll("[aria-label=Problems] .diagnostic")].map((item) => ({
      code: item.querySelector("a").textContent, at: item.querySelector(".path").textContent,
    })))`)) as string,
  );
}
