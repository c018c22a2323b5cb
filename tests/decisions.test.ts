import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";

const folder = join(import.meta.dirname, "../docs/decisions");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const decisions = globSync("0*.md", { cwd: folder }).toSorted();
const maxWords = 400;

for (const file of decisions) {
  test(`decision ${basename(file, ".md")} is a page with its context, the choice and when to reconsider`, () => {
    const text = read(file);
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(
      headings.filter((heading) => heading !== "Consequences"),
      ["Context", "Decision", "Reconsider if"],
    );
    const words = text.split(/\s+/).length;
    assert.ok(words <= maxWords, `${words} words; what is a specification goes to docs/reference or docs/explanation`);
  });
}

test("the index of decisions lists each of them once, by its number", () => {
  const listed = [...read("README.md").matchAll(/^- \[(\d{4})\]\((.+?)\): /gm)];
  assert.deepEqual(
    listed.map(([, , file]) => file),
    decisions,
  );
  for (const [, number = "", file = ""] of listed) assert.ok(file.startsWith(`${number}-`), file);
});
