import assert from "node:assert/strict";
import { test } from "node:test";
import { openBytes, usableSpec } from "./open-spec-package.ts";

test("the next command about a package from standard input reads standard input", async () => {
  const broken = (name: string) => openBytes(new TextEncoder().encode("{}"), name);
  const [piped, named] = [await broken("<stdin>"), await broken("a b.json")];
  assert.throws(() => usableSpec(piped, "No test can run"), { name: "Failure", next: ["assay spec check -"] });
  assert.throws(() => usableSpec(named, "No test can run"), { name: "Failure", next: ["assay spec check 'a b.json'"] });
});
