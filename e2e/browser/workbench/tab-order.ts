import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** Finds that Tab and Shift+Tab reach every control of a page, in its order, and go on from each; returns their names. */
export async function reachEveryControl(page: Page): Promise<readonly string[]> {
  const names = JSON.parse((await page.evaluate(rememberControls)) as string) as readonly string[];
  const forwards = await walk(page, "Tab", names.length + 2);
  const backwards = await walk(page, "Shift+Tab", names.length + 2);
  const missed = (reached: readonly number[]) => names.filter((_, index) => !reached.includes(index));
  assert.deepEqual(missed(forwards), []);
  assert.deepEqual(missed(backwards), []);
  assert.ok(names.some((name) => name.includes("cm-content")));
  // The order is that of the document: the next control is never an earlier one, except at the end.
  const turns = forwards.filter((index, at) => at > 0 && index < (forwards[at - 1] ?? 0));
  assert.ok(turns.length <= 1, `order: ${forwards}`);
  return names;
}

/** Presses a key again and again, and tells which of the remembered controls had the focus each time. */
async function walk(page: Page, key: string, times: number): Promise<readonly number[]> {
  const reached: number[] = [];
  for (let press = 0; press < times; press += 1) {
    await page.keyboard.press(key);
    reached.push(Number(await page.evaluate(`{ ${deepActive}; globalThis.controls.indexOf(active()); }`)));
  }
  return reached.filter((index) => index >= 0);
}

/** Code for the page: the element with the focus, in whichever shadow root. */
export const deepActive = `const active = () => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}`;

const rememberControls = `{
  const within = (root) => [...root.querySelectorAll("*")].flatMap((element) => [
    element, ...(element.shadowRoot ? within(element.shadowRoot) : []),
  ]);
  const isControl = (element) =>
    element.matches("a[href], button, select, input, textarea, summary, [tabindex], [contenteditable=true]") &&
    element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true });
  globalThis.controls = within(document).filter(isControl);
  JSON.stringify(globalThis.controls.map((each) => \`\${each.tagName} \${each.className} \${each.textContent.slice(0, 40)}\`));
}`;
