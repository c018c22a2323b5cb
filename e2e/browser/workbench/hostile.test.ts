import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { candidateFile, specFile } from "@assay/testing/cases/golden-cases";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale } from "@assay/testing/scale";
import { waitUntil } from "@assay/testing/wait-until";
import type { Page } from "playwright-core";
import { noBrowser } from "../open-browser.ts";
import { sharedBrowser } from "../shared-browser.ts";
import { startStack } from "../start-stack.ts";
import { openWorkbench, paste, waitForVerdict } from "./use-workbench.ts";

const payloads = [
  "<img src=x onerror=alert(1)>",
  '</script><script>alert(1)</script><svg onload="alert(1)">',
  "\u202e\u2066 gnp.exe \u2069\u202c \u200b\u{e0041}",
  `10 KB ${"<b>x</b>".repeat(1_280)}`,
  "{{constructor.constructor('alert(1)')()}} $\x7balert(1)} #{alert(1)} <%= alert(1) %>",
  "javascript:alert(1)//",
  '\' onmouseover=\'alert(1)\' " style="position:fixed" x="',
  "&lt;img src=x onerror=alert(1)&gt; &#x3c;b&#x3e;",
];

const browser = sharedBrowser();

test("hostile strings in any property of a candidate are shown as text", { skip: noBrowser }, async () => {
  await using stack = await startStack();
  const { page, faults } = await openWorkbench(browser(), `${stack.url}/`, {}, reportDialogs);
  const candidate = candidateFile("loyalty-card") as JsonObject;
  let drafts = 0;
  for (const payload of pickForScale({ ci: payloads.slice(0, 3), full: payloads })) {
    const hostileDrafts = [
      // This draft is valid, so its texts are also in the owner's review.
      { ...candidate, description: `${payload} and a generator of things`.slice(0, 1_900) },
      replaceStrings(candidate, payload),
      {
        ...candidate,
        owner: { ...(candidate.owner as JsonObject), [payload]: payload },
        [payload]: { [payload]: [payload] },
      },
      { ...candidate, outputFields: [{ name: payload, type: payload, description: payload }] },
    ];
    for (const draft of hostileDrafts) {
      await paste(page, JSON.stringify(draft, null, 2));
      await waitForVerdict(page);
      await assertOnlyText(page);
      drafts += 1;
    }
    await hoverMarks(page);
    await assertOnlyText(page);
    const review = page.getByRole("button", { name: /^Review/ });
    if ((await review.count()) > 0) {
      await review.click();
      await page.locator(".diff .cm-content").waitFor();
      await assertOnlyText(page);
      await page.keyboard.press("Escape");
    }
  }
  // The editor shows an escape in place of each invisible character.
  await paste(page, '{ "a\u200bb": "\u202egnp.exe\u{e0041}\u00a0" }');
  const hidden =
    await page.evaluate(`[...document.querySelector(".editor").shadowRoot.querySelectorAll(".cm-hidden")].map(
    (mark) => mark.dataset.code + (mark.getBoundingClientRect().width > 30 ? "" : " is not seen"),
  )`);
  assert.deepEqual(hidden, ["\\u{200b}", "\\u{202e}", "\\u{e0041}", "\\u{a0}"]);
  const { generatorId, ...others } = candidate;
  await paste(page, JSON.stringify({ ...others, generator_id: generatorId, description: "A \u202eroute of parcels" }));
  await waitForVerdict(page);
  await page.getByRole("button", { name: /^Review/ }).click();
  for (const part of [".cm-deletedChunk", ".cm-changedLine"]) {
    assert.match((await page.locator(`.diff ${part}`).textContent()) ?? "", /"A \\u\{202e\}route/);
  }
  await page.keyboard.press("Escape");
  printFigure("hostile drafts shown as text, without a policy violation", `${drafts} of ${drafts}`, "all");
  assert.deepEqual(faults, []);
});

test("hostile strings in the rules are shown as text", { skip: noBrowser }, async () => {
  await using stack = await startStack({ refreshSeconds: 1 });
  const [payload = ""] = payloads;
  stack.sandbox.datamint.announce(undefined);
  stack.sandbox.datamint.publish(createHostileRules(payload));
  const fetchPage = async () => (await fetch(stack.url, { headers: { accept: "text/html" } })).text();
  await waitUntil("the service has the rules", fetchPage, { isDone: (html) => html.includes("1.0.1") });
  const { page, faults } = await openWorkbench(browser(), `${stack.url}/`, {}, reportDialogs);
  const assertShows = async (selector: string, part: string) =>
    assert.ok((await page.locator(selector, { hasText: payload }).count()) > 0, `${part} is shown, as text`);
  await assertOnlyText(page);
  await assertShows(".why", "the reason for a rule");
  await assertShows("option", "the name of an example");
  // Checks the message of a rule, then descriptions on hover, then a completion with allowed values.
  const candidate = candidateFile("loyalty-card") as JsonObject;
  const [firstRecord = {}] = candidate.sampleRecords as Json[];
  const invalid = { ...candidate, sampleRecords: [firstRecord], supportedStrategies: ["realistic", ""] };
  await paste(page, JSON.stringify(invalid, null, 2));
  await waitForVerdict(page);
  await assertShows(".message", "the message of a rule");
  await assertOnlyText(page);
  await hoverMarks(page);
  await page.locator(".cm-hover", { hasText: payload }).waitFor();
  await assertOnlyText(page);
  await paste(page, '{ "');
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-tooltip-autocomplete").waitFor();
  await assertOnlyText(page);
  assert.deepEqual(faults, []);
});

/** Makes `alert` and other dialogs log a console error instead. */
async function reportDialogs(page: Page): Promise<void> {
  await page.addInitScript(
    `for (const name of ["alert", "confirm", "prompt"]) globalThis[name] = () => console.error("called: " + name)`,
  );
}

/** Asserts that no string has become an element or an attribute, and that no link leads to another site. */
async function assertOnlyText(page: Page): Promise<void> {
  assert.equal(await page.evaluate(foreignElements), "[]");
}

const foreignElements = `{
  const within = (root) => [...root.querySelectorAll("*")].flatMap((element) => [
    element, ...(element.shadowRoot ? within(element.shadowRoot) : []),
  ]);
  const keyUrl = JSON.parse(document.getElementById("page-data").textContent).keyUrl;
  const isOurs = (element) => {
    if (element.matches("img, iframe, object, embed, b, base, form[action], style:not(:empty), video, audio, math")) return false;
    if (element.matches("script:not(head script)") || [...element.attributes].some(({ name }) => name.startsWith("on"))) return false;
    return !element.matches("a") || element.origin === location.origin || element.href === new URL(keyUrl).href;
  };
  JSON.stringify(within(document).filter((element) => !isOurs(element)).map((element) => element.outerHTML.slice(0, 200)));
}`;

async function hoverMarks(page: Page): Promise<void> {
  const mark = page.locator(".cm-mark").first();
  if ((await mark.count()) === 0) return;
  await mark.scrollIntoViewIfNeeded();
  await mark.hover();
  await page.locator(".cm-hover").first().waitFor();
}

/** Replaces every string in a value. */
function replaceStrings(value: Json, payload: string): Json {
  if (typeof value === "string") return payload;
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, payload));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceStrings(member, payload)]));
}

/** Datamint's rules, with the payload in every text that people read. */
function createHostileRules(payload: string): Uint8Array {
  const texts = new Set(["title", "summary", "why", "message", "description"]);
  const { next: _, tests, ...rules } = JSON.parse(Buffer.from(specFile("datamint/generator-option/1.0.0")).toString());
  const replaceTexts = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(replaceTexts);
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => {
      return [
        name,
        texts.has(name) && typeof member === "string" ? `${payload} ${member}`.slice(0, 200) : replaceTexts(member),
      ];
    });
    return Object.fromEntries(members);
  };
  const renamed = tests.map((test: JsonObject) => ({ ...test, name: `${payload} ${test.name}` }));
  return Buffer.from(JSON.stringify({ ...(replaceTexts(rules) as JsonObject), version: "1.0.1", tests: renamed }));
}
