import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import type { Io } from "../io.ts";
import { findFiles, globFiles } from "./find-files.ts";

const cwd = realpathSync(mkdtempSync(join(tmpdir(), "assay-find-")));
after(() => rmSync(cwd, { recursive: true }));
for (const [name, text] of Object.entries({
  "mixed/a.json": "{}",
  "mixed/README.md": "generatorId: a\n",
  "mixed/b.yaml": "generatorId: b\n",
  "only/assay.json": "{}",
  "other/mkdocs.yml": "site_name: a\n",
  "linked/a.json": "{}",
  "foreign/secret.json": "{}",
})) {
  mkdirSync(join(cwd, name, ".."), { recursive: true });
  writeFileSync(join(cwd, name), text);
}
mkdirSync(join(cwd, "mixed/folder.json"));
symlinkSync("a.json", join(cwd, "linked/b.json"));
symlinkSync("../foreign/secret.json", join(cwd, "linked/leak.json"));
symlinkSync("../foreign", join(cwd, "linked/away"));
symlinkSync("loop.json", join(cwd, "linked/loop.json"));

function find(...names: readonly string[]): readonly [files: readonly string[], noted: string] {
  const noted: string[] = [];
  const err = { write: (text: string) => noted.push(text) };
  const { files } = findFiles(names, { cwd, env: { COLUMNS: "200" }, err } as unknown as Io);
  return [files, noted.join("")];
}

test("of a folder, JSON files are checked; a file in another format is checked if it is named", () => {
  assert.deepEqual(find("mixed"), [["mixed/a.json"], ""]);
  assert.deepEqual(find("mixed", "mixed/b.yaml"), [["mixed/a.json", "mixed/b.yaml"], ""]);
  for (const name of ["only", "other"]) assert.throws(() => find(name), { name: "Failure", exitCode: 2 });
});

test("a link that leads out of a folder is not followed unless a person names it", () => {
  const own = ["linked/a.json", "linked/b.json", "linked/loop.json"];
  const [files, noted] = find("linked");
  assert.deepEqual(files, own);
  assert.match(noted, /linked\/leak\.json/);
  assert.deepEqual(find("linked/*.json")[0], own);
  assert.deepEqual(find("linked/{a,*/*}.json")[0], ["linked/a.json"]);
  const io = { cwd, env: {}, err: { write() {} } } as unknown as Io;
  assert.deepEqual(globFiles("linked/l*.json", io), ["linked/loop.json"]);
  assert.deepEqual(find("linked/leak.json", "linked/away/secret.json")[1], "");
});

test("a folder below that is a link, or is behind one, leads nowhere else either", (t) => {
  const elsewhere = mkdtempSync(join(tmpdir(), "assay-elsewhere-"));
  t.after(() => rmSync(elsewhere, { recursive: true }));
  mkdirSync(join(elsewhere, "deep"));
  for (const name of ["secret.json", "deep/secret.json"]) writeFileSync(join(elsewhere, name), "{}");
  symlinkSync(join("..", basename(elsewhere)), join(cwd, "drafts"));
  symlinkSync("linked", join(cwd, "..own"));
  symlinkSync(join("..", basename(elsewhere)), join(cwd, "..away"));
  for (const name of ["drafts", "drafts/", "drafts/deep", "drafts/**/*.json", "drafts/deep/*", "..away"]) {
    assert.throws(() => find(name), { name: "Failure", exitCode: 2 }, name);
    assert.throws(() => find(join(cwd, name)), { name: "Failure", exitCode: 2 }, name);
    if (!name.includes("*")) assert.deepEqual(find(name, "mixed")[0], ["mixed/a.json"], name);
  }
  assert.match(find("drafts", "mixed")[1], /links out of a folder: drafts\/deep\/secret\.json, drafts\/secret\.json\./);
  // What a person names on purpose: a folder elsewhere, and a link that stays here.
  assert.deepEqual(find(join("..", basename(elsewhere), "deep"))[0], [`../${basename(elsewhere)}/deep/secret.json`]);
  assert.deepEqual(find("..own/a.json", "linked/away")[0], ["..own/a.json", "linked/away/secret.json"]);
});

test("a folder whose name ends as a file's is searched, not read", () => {
  assert.deepEqual(find("mixed")[0], ["mixed/a.json"]);
  assert.deepEqual(find("mixed/*.json")[0], ["mixed/a.json"]);
});

test("a link that leads to itself is left to the reader of the file, which says what is wrong", () => {
  assert.deepEqual(find("linked/loop.json"), [["linked/loop.json"], ""]);
});
