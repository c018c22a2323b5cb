import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "../failure.ts";
import { createChecker } from "./create-checker.ts";
import { offlineFiles } from "./offline-files.ts";

// Nothing of it is used before the options are checked.
const io = {} as never;

test("a file for checks without the service is refused without --offline", async () => {
  for (const { name, flag } of offlineFiles) {
    await assert.rejects(createChecker({ [name]: "file.json" }, io, { files: ["candidate.json"] }), (reason) => {
      assert.ok(reason instanceof Failure && reason.message.startsWith(`${flag} `), flag);
      return reason.message.includes("--offline");
    });
  }
});

test("--offline without one of the files that it needs names them", async () => {
  const needed = offlineFiles.filter(({ isRequired }) => isRequired);
  for (const { name } of needed) {
    const given = Object.fromEntries(needed.filter((file) => file.name !== name).map((file) => [file.name, "x.json"]));
    await assert.rejects(createChecker({ offline: true, ...given }, io, { files: ["candidate.json"] }), (reason) => {
      assert.ok(reason instanceof Failure);
      return needed.every(({ flag }) => reason.message.includes(`${flag} FILE`));
    });
  }
});
