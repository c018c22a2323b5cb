import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createSource } from "../draft/read-draft.ts";
import { convertStep } from "./convert-step.ts";

const cwd = mkdtempSync(join(tmpdir(), "assay-convert-"));
after(() => rmSync(cwd, { recursive: true }));
for (const name of ["candidate.json", "notes.json", "notes-2.json", "taken.json", "draft"]) {
  writeFileSync(join(cwd, name), "");
}
symlinkSync("nowhere.json", join(cwd, "linked.json"));

for (const [name, text, step] of [
  ["new.yaml", "a: 1\n", "yq -o json new.yaml > new.json"],
  ["taken.toml", "a = 1\n", "yq -o json taken.toml > taken-2.json"],
  ["linked.yml", "a: 1\n", "yq -o json linked.yml > linked-2.json"],
  ["candidate.json", "a: 1\n", "yq -p yaml -o json candidate.json > candidate-2.json"],
  ["draft", "---\na: 1\n", "yq -p yaml -o json draft > draft.json"],
  ["candidate.json", "# My proposal\n", "assay init candidate-2.json"],
  ["notes.md", "It is about parcels.\n", "assay init notes-3.json"],
  ["<stdin>", "a: 1\n", undefined],
  ["broken.json", "{", undefined],
] as const) {
  test(`a draft is converted into a file that does not exist: ${name}, ${JSON.stringify(text)}`, () => {
    assert.deepEqual(convertStep(createSource(text, name), {}, cwd)?.[0], step);
  });
}
