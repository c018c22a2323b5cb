import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { readFile, readStdin } from "./read-file.ts";

const cwd = mkdtempSync(join(tmpdir(), "assay-read-"));
after(() => rmSync(cwd, { recursive: true }));

test("a file of the maximum size is read, and a file one byte larger is refused", () => {
  writeFileSync(join(cwd, "ten.json"), "0123456789");
  assert.equal(readFile("ten.json", { cwd }, { maxBytes: 10 }).length, 10);
  assert.throws(() => readFile("ten.json", { cwd }, { maxBytes: 9 }), { exitCode: 2, message: /maximum of 9 bytes/ });
});

test("a generated file whose size is reported as 0 is read in full", { skip: process.platform !== "linux" }, () => {
  assert.ok(readFile("/proc/self/status", { cwd }, { maxBytes: 65_536 }).length > 100);
});

test("devices and folders are refused at once, and the message suggests a remedy", {
  skip: process.platform === "win32",
}, () => {
  const read = (path: string, acceptsStdin: boolean) => readFile(path, { cwd }, { maxBytes: 10, acceptsStdin });
  assert.throws(() => read("/dev/zero", true), { exitCode: 2, message: /is a device.* Write - instead/ });
  assert.throws(() => read("/dev/zero", false), { exitCode: 2, message: /is a device.* Save/ });
  assert.throws(() => read(".", true), { exitCode: 2, message: /is a directory/ });
  assert.throws(() => read("absent.json", true), { exitCode: 2, message: /no file absent\.json/ });
});

test("standard input has the same size limit", async () => {
  const io = { readStdin: async (maxBytes: number) => new Uint8Array(Math.min(maxBytes, 10)) };
  assert.equal((await readStdin(io, 10)).length, 10);
  await assert.rejects(readStdin(io, 9), { name: "Failure", exitCode: 2 });
});

test("a file below the current folder is refused if a link on its path leads elsewhere", (t) => {
  const elsewhere = mkdtempSync(join(tmpdir(), "assay-read-elsewhere-"));
  t.after(() => rmSync(elsewhere, { recursive: true }));
  const secret = join(elsewhere, "secret.json");
  writeFileSync(secret, "{}");
  writeFileSync(join(cwd, "own.json"), "{}");
  symlinkSync(secret, join(cwd, "leak.json"));
  symlinkSync(elsewhere, join(cwd, "away"));
  symlinkSync("own.json", join(cwd, "link.json"));
  symlinkSync("loop.json", join(cwd, "loop.json"));
  const read = (path: string, isOperand = true) => readFile(path, { cwd }, { maxBytes: 10, isOperand }).length;
  for (const path of ["leak.json", "away/secret.json", join(cwd, "leak.json")]) {
    assert.throws(
      () => read(path),
      ({ name, message }: Error) => name === "Failure" && message.includes(realpathSync(secret)),
      path,
    );
  }
  assert.throws(() => read("loop.json"), { name: "Failure" });
  // A link within the folder, a path elsewhere, and the value of an option are allowed.
  const sizes = [read("link.json"), read(secret), read(join("..", basename(elsewhere), "secret.json"))];
  assert.deepEqual([...sizes, read("leak.json", false)], [2, 2, 2, 2]);
});

test("a file outside the current folder is refused if a link on its path leads out of its own folder", (t) => {
  const above = realpathSync(mkdtempSync(join(tmpdir(), "assay-read-above-")));
  t.after(() => rmSync(above, { recursive: true }));
  const names = ["repo/sub/own.json", "repo/drafts/own.json", "elsewhere/secret.json"];
  for (const name of names) {
    mkdirSync(join(above, name, ".."), { recursive: true });
    writeFileSync(join(above, name), "{}");
  }
  symlinkSync("../../elsewhere/secret.json", join(above, "repo/drafts/leak.json"));
  symlinkSync("../elsewhere", join(above, "repo/away"));
  symlinkSync("own.json", join(above, "repo/drafts/link.json"));
  const read = (path: string, from: string) => {
    return readFile(path, { cwd: join(above, from) }, { maxBytes: 10, isOperand: true }).length;
  };
  const leaks = ["drafts/leak.json", "away/secret.json"];
  for (const leak of leaks) {
    for (const path of [`../${leak}`, join(above, "repo", leak)])
      assert.throws(() => read(path, "repo/sub"), { name: "Failure", exitCode: 2 }, path);
  }
  assert.throws(() => read("../repo/drafts/leak.json", "elsewhere"), { name: "Failure" });
  const allowed = ["../drafts/own.json", "../drafts/link.json", join(above, "elsewhere/secret.json")];
  assert.deepEqual(
    allowed.map((path) => read(path, "repo/sub")),
    [2, 2, 2],
  );
});
