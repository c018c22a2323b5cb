import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { followPage } from "@assay/testing/pages/follow-page";
import { recordedPages } from "@assay/testing/pages/recorded-pages";

const root = join(import.meta.dirname, "..");
const hasScript = /util-linux/.test(spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "");
const skip = !hasScript && "it needs script(1) of util-linux, which makes a terminal for the commands";

describe("whoever follows a page at a terminal", { concurrency: true, skip }, () => {
  for (const page of recordedPages) {
    test(`sees what ${page} shows, to the letter`, async () => {
      const text = readFileSync(join(root, page), "utf8");
      assert.match(text, /```console terminal\n\$ /);
      assert.equal(await followPage(text), text, "If it is meant to be so: run scripts/record-pages.ts");
    });
  }
});
