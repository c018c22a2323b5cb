import assert from "node:assert/strict";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { findUserFolder, readStoredAccess, writeStoredAccess } from "./stored-access.ts";

const cwd = mkdtempSync(join(tmpdir(), "assay-stored-"));
after(() => rmSync(cwd, { recursive: true }));
const io = { cwd, env: { XDG_CONFIG_HOME: join(cwd, "config") } };
const file = join(cwd, "config/assay/access.json");
const stored = {
  logins: [{ service: "https://assay.example", key: "ai_ada", subject: "ada" }],
  products: ["https://datamint.example"],
};

test("files are stored in the user's configuration and cache folders", () => {
  assert.equal(findUserFolder("config", io), dirname(file));
  assert.equal(findUserFolder("config", { env: { HOME: "/home/ada" } }), "/home/ada/.config/assay");
  assert.equal(
    findUserFolder("cache", { env: { HOME: "/home/ada", XDG_CACHE_HOME: "here" } }),
    "/home/ada/.cache/assay",
  );
});

test("only the user can read the stored file, which is removed when nothing is left to store", () => {
  assert.deepEqual(readStoredAccess(io), { logins: [], products: [] });
  writeStoredAccess(stored, io);
  assert.deepEqual(readStoredAccess(io), stored);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(dirname(file)).mode & 0o777, 0o700);
  writeStoredAccess({ logins: [], products: [] }, io);
  assert.equal(existsSync(file), false);
});

test("a folder that cannot be created is reported at once", { skip: process.platform !== "linux" }, () => {
  for (const env of [{ XDG_CONFIG_HOME: "/proc/assay" }, { HOME: "/proc/self/assay" }]) {
    assert.throws(() => writeStoredAccess(stored, { cwd, env }), /cannot be created/);
  }
});

test("a file that is damaged or readable by others is refused, and the message omits its keys", () => {
  writeStoredAccess(stored, io);
  chmodSync(file, 0o640);
  const isRefused = (reason: RegExp) => (error: Error) =>
    error.name === "Failure" && reason.test(error.message) && !error.message.includes("ai_ada");
  assert.throws(() => readStoredAccess(io), isRefused(/other users can read/));
  chmodSync(file, 0o600);
  for (const text of ["", "null", "{}", '{"logins":[{"key":"ai_ada"}],"products":[]}']) {
    writeFileSync(file, text);
    assert.throws(() => readStoredAccess(io), isRefused(/not in the format that `assay login` writes/));
  }
  if (process.getuid?.() !== 0) return;
  chownSync(file, 65_534, 65_534);
  assert.throws(() => readStoredAccess(io), isRefused(/belongs to another user/));
});
