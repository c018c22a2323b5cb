import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { followSteps } from "@assay/testing/pages/follow-steps";
import { stepsOf } from "@assay/testing/pages/steps-of";

const page = readFileSync(join(import.meta.dirname, "../docs/guides/publish-a-spec-package.md"), "utf8");

test("a reader who follows the guide word for word has Assay serve a product of their own", async () => {
  const shown: string[] = [];
  for await (const { command, expected, printed } of followSteps(page)) {
    assert.equal(printed, expected, command);
    shown.push(printed);
  }
  for (const outcome of ["swatchbook color-palette ready", "Valid."]) assert.ok(shown.includes(outcome), outcome);
});

test("the guide lists every file in which a reader has to replace the ids of the product", () => {
  const listed = page.slice(page.indexOf("## Make it your own"), page.indexOf("## What only the owner can decide"));
  const saved = stepsOf(page).flatMap((step) => (step.kind === "save" ? [step] : []));
  for (const [member, id] of [
    ["targetProduct", "swatchbook"],
    ["domainId", "color-palette"],
  ] as const) {
    const files = saved.filter(({ content }) => content.includes(`"${id}"`)).map(({ name }) => name);
    assert.ok(files.length > 1);
    for (const file of [...files, "spec-package.json"]) {
      const row = listed.split("\n").find((line) => line.startsWith(`| \`${file}\``));
      assert.ok(row?.includes(`\`${member}\``), `${file}: ${member}`);
    }
  }
});
