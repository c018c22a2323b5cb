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

function find(...names: readonly string[]): readonly [files: readonly string[], notes: string] {
  const notes: string[] = [];
  const err = { write: (text: string) => notes.push(text) };
  const { files } = findFiles(names, { cwd, env: { COLUMNS: "200" }, err } as unknown as Io);
  return [files, notes.join("")];
}

test("a folder yields its JSON files; a file in another format is used only if it is named", () => {
  assert.deepEqual(find("mixed"), [["mixed/a.json"], ""]);
  assert.deepEqual(find("mixed", "mixed/b.yaml"), [["mixed/a.json", "mixed/b.yaml"], ""]);
  for (const name of ["only", "other"]) assert.throws(() => find(name), { name: "Failure", exitCode: 2 });
});

test("a link that leads out of a folder is not followed unless it is named", () => {
  const linkedFiles = ["linked/a.json", "linked/b.json", "linked/loop.json"];
  const [files, notes] = find("linked");
  assert.deepEqual(files, linkedFiles);
  assert.match(notes, /linked\/leak\.json/);
  assert.deepEqual(find("linked/*.json")[0], linkedFiles);
  assert.deepEqual(find("linked/{a,*/*}.json")[0], ["linked/a.json"]);
  const io = { cwd, env: {}, err: { write() {} } } as unknown as Io;
  assert.deepEqual(globFiles("linked/l*.json", io), ["linked/loop.json"]);
  assert.deepEqual(find("linked/leak.json", "linked/away/secret.json")[1], "");
});

test("a folder below the current one is not searched if a link on its path leads elsewhere", (t) => {
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
  assert.match(find("drafts", "mixed")[1], /outside the folder: drafts\/deep\/secret\.json, drafts\/secret\.json\./);
  // A folder elsewhere and a link that stays inside are allowed.
  assert.deepEqual(find(join("..", basename(elsewhere), "deep"))[0], [`../${basename(elsewhere)}/deep/secret.json`]);
  assert.deepEqual(find("..own/a.json", "linked/away")[0], ["..own/a.json", "linked/away/secret.json"]);
  // From a folder beside it, the link is outside the current folder, and is not followed either.
  const beside = { cwd: join(cwd, "mixed"), env: {}, err: { write() {} } } as unknown as Io;
  for (const name of ["../drafts", "../drafts/*.json"])
    assert.throws(() => findFiles([name], beside), { name: "Failure", exitCode: 2 }, name);
});

test("a folder whose name ends with .json is not read as a file", () => {
  assert.deepEqual(find("mixed")[0], ["mixed/a.json"]);
  assert.deepEqual(find("mixed/*.json")[0], ["mixed/a.json"]);
});

test("a link to itself is returned, so that reading it reports the error", () => {
  assert.deepEqual(find("linked/loop.json"), [["linked/loop.json"], ""]);
});

test("the text of a draft in place of its name is refused like a name that no file has", () => {
  assert.throws(() => find(`{ "description": "${"x".repeat(5_000)}" }`), { name: "Failure", exitCode: 2 });
});
