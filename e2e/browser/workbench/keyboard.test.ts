import assert from "node:assert/strict";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { waitUntil } from "@assay/testing/wait-until";
import type { Page } from "playwright-core";
import { noBrowser } from "../open-browser.ts";
import { sharedBrowser, sharedStack } from "../shared-browser.ts";
import { openValidExample, openWorkbench, readDraft, waitForVerdict } from "./use-workbench.ts";

const browser = sharedBrowser();
const stack = sharedStack();

// Tall, so that the editor draws every line.
const viewport = { width: 1360, height: 1600 };

for (const draft of ["invalid", "valid"] as const) {
  test(`while the draft is ${draft}, Tab reaches every control and does not get stuck`, {
    skip: noBrowser,
  }, async () => {
    const { page } = await open();
    if (draft === "valid") await openValidExample(page);
    // The message has a button, and must not disappear while the controls are counted.
    await page.locator(".toast").waitFor({ state: "detached" });
    const names = await reachEveryControl(page);
    printFigure(`controls reached with Tab, ${draft} draft`, `${names.length} of ${names.length}`, "all");
  });
}

test("F8 and Shift+F8 cycle through all problems", { skip: noBrowser }, async () => {
  const { page } = await open();
  const announcement = page.locator("p.hidden[role=status]");
  await waitUntil("the verdict was announced", () => announcement.textContent());
  await page.locator(".cm-content").focus();
  await page.keyboard.press("ControlOrMeta+Home");
  const first = await pressAndRead(page, "F8");
  const announced = await announcement.textContent();
  const message = (await page.locator(".is-current .message").textContent()) ?? "";
  assert.ok(announced?.startsWith(message), `"${announced}" is announced, not "${message}"`);
  const forwards = [first];
  for (let next = await pressAndRead(page, "F8"); next !== first; next = await pressAndRead(page, "F8")) {
    assert.ok(forwards.length < 50, forwards.join(" | "));
    forwards.push(next);
  }
  const backwards: string[] = [];
  while (backwards.length < forwards.length) backwards.push(await pressAndRead(page, "Shift+F8"));
  assert.deepEqual(backwards.reverse(), forwards);
  const places = await page.locator(".group .diagnostic").count();
  assert.equal(forwards.length, places, forwards.join(" | "));
  assert.equal(new Set(forwards).size, places);
});

test("Ctrl+. applies the fix at the cursor, and Ctrl+Z undoes it", { skip: noBrowser }, async () => {
  const { page } = await open();
  const before = await readDraft(page);
  // A problem is a button: Enter moves the cursor to its place in the draft.
  const problem = page.locator(".diagnostic", { has: page.getByRole("button", { name: "Fix" }) }).first();
  await problem.locator(".row").focus();
  await page.keyboard.press("Enter");
  assert.match(await describeFocus(page), /cm-content/);
  await page.keyboard.press("Control+.");
  await page.getByText("Fixed.").waitFor();
  assert.notEqual(await readDraft(page), before);
  await page.keyboard.press("ControlOrMeta+Z");
  assert.equal(await readDraft(page), before);
  await waitForVerdict(page);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Control+.");
  await page.getByText("There is no fix here").waitFor();
});

test("Ctrl+Shift+. opens the review of all fixes; Escape closes it, Enter applies it, and Ctrl+Z undoes it", {
  skip: noBrowser,
}, async () => {
  const { page } = await open();
  const before = await readDraft(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Shift+Period");
  await page.locator(".diff .cm-content").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.match(await describeFocus(page), /cm-content/);
  assert.equal(await readDraft(page), before);

  await page.keyboard.press("Control+Shift+Period");
  await page.locator(".diff .cm-content").waitFor();
  assert.match(await describeFocus(page), /Apply/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await waitUntil("the editor has the focus", () => describeFocus(page), {
    isDone: (focus) => focus.includes("cm-content"),
  });
  assert.notEqual(await readDraft(page), before);
  await waitForVerdict(page);
  assert.equal(await page.getByRole("button", { name: "Fix" }).count(), 0);
  await page.keyboard.press("ControlOrMeta+Z");
  assert.equal(await readDraft(page), before);
});

test("a question can be answered with a button, and the review of all fixes leaves it open", {
  skip: noBrowser,
}, async () => {
  const { page } = await open();
  const question = page.getByRole("button", { name: /^Yes, / });
  await page.getByRole("button", { name: /^Review/ }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await waitForVerdict(page);
  const before = await readDraft(page);
  await question.press("Enter");
  await question.waitFor({ state: "detached" });
  assert.notEqual(await readDraft(page), before);
});

test("Ctrl+Enter asks for a key and then asks the service, and the focus returns to the editor", {
  skip: noBrowser,
}, async () => {
  const { page } = await open();
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").waitFor();
  assert.match(await describeFocus(page), /INPUT/);
  await page.keyboard.type(stack().key);
  await page.keyboard.press("Enter");
  await page.locator(".confirmation.is-valid").waitFor();
  assert.match(await describeFocus(page), /cm-content/);
});

test("with the keyboard alone, an empty draft becomes a package", { skip: noBrowser }, async () => {
  const { page } = await open();
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.locator(".cm-content").focus();
  await press("ControlOrMeta+A", "Delete");
  await page.getByRole("heading", { name: "Nothing to check yet" }).waitFor();
  for (let stop = 0; stop < 30 && !(await describeFocus(page)).includes("Start from the template"); stop += 1)
    await press("Tab");
  await press("Enter");
  await page.locator(".cm-content").focus();
  // F8 leads to one blank after the other, in the order of the draft; a selected blank is overwritten.
  const blanks = [
    '{ "kind": "human", "id": "3f0c6f0e-6f0a-4d7e-9a55-0d3c9f6a1b27" }',
    '"parcel-route"',
    '"Parcel route"',
    '"The stops of a parcel on its way, in order."',
    '"stop"',
    '"integer"',
    '"Which stop it is."',
    '["fast"]',
    '[{ "stop": 1 }]',
  ];
  for (const [index, text] of blanks.entries()) {
    await page.locator("#verdict", { hasText: `Invalid: ${blanks.length - index} error` }).waitFor();
    await press("F8");
    // Of a list that is too short, F8 selects the name.
    if (text.startsWith("["))
      await press("ArrowRight", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight");
    await page.keyboard.insertText(text);
  }
  await page.locator(".package").waitFor();
});

const open = () => openWorkbench(browser(), `${stack().url}/`, { viewport });

/** Describes the element with the focus, in any shadow root: its tag, its class, and the start of its text. */
async function describeFocus(page: Page): Promise<string> {
  return String(
    await page.evaluate(
      `{ ${findFocus}; const focus = findFocus(); \`\${focus.tagName} \${focus.className} \${focus.textContent.slice(0, 40)}\`; }`,
    ),
  );
}

async function pressAndRead(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key);
  return String(
    await page.evaluate(`{
      const root = document.querySelector(".editor").shadowRoot;
      const range = root.getSelection().getRangeAt(0);
      const line = range.startContainer.parentElement.closest(".cm-line");
      [...root.querySelectorAll(".cm-line")].indexOf(line) + ": " + range;
    }`),
  );
}

/** Asserts that Tab and Shift+Tab reach every control of a page in document order, and returns the controls' names. */
async function reachEveryControl(page: Page): Promise<readonly string[]> {
  const names = JSON.parse((await page.evaluate(recordControls)) as string) as readonly string[];
  // A problem with the focus shows a link, too.
  const forwards = await walk(page, "Tab", names.length * 2);
  const backwards = await walk(page, "Shift+Tab", names.length * 2);
  const findMissed = (reached: readonly number[]) => names.filter((_, index) => !reached.includes(index));
  assert.deepEqual(findMissed(forwards), []);
  assert.deepEqual(findMissed(backwards), []);
  assert.ok(names.some((name) => name.includes("cm-content")));
  // In document order, the focus jumps back only from the last control to the first, at most twice here.
  const jumpsBack = forwards.filter((index, press) => press > 0 && index < (forwards[press - 1] ?? 0));
  assert.ok(jumpsBack.length <= 2, `order: ${forwards}`);
  return names;
}

/** Presses a key repeatedly, and returns the index of the recorded control that had the focus after each press. */
async function walk(page: Page, key: string, times: number): Promise<readonly number[]> {
  const reached: number[] = [];
  for (let press = 0; press < times; press += 1) {
    await page.keyboard.press(key);
    reached.push(Number(await page.evaluate(`{ ${findFocus}; globalThis.controls.indexOf(findFocus()); }`)));
  }
  return reached.filter((index) => index >= 0);
}

/** Code for the page: finds the element with the focus, in any shadow root. */
const findFocus = `const findFocus = () => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}`;

const recordControls = `{
  const within = (root) => [...root.querySelectorAll("*")].flatMap((element) => [
    element, ...(element.shadowRoot ? within(element.shadowRoot) : []),
  ]);
  const isControl = (element) =>
    element.matches("a[href], button, select, input, textarea, summary, [tabindex], [contenteditable=true]") &&
    element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true });
  globalThis.controls = within(document).filter(isControl);
  JSON.stringify(globalThis.controls.map((each) => \`\${each.tagName} \${each.className} \${each.textContent.slice(0, 40)}\`));
}`;
