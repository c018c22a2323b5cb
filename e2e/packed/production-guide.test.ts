import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { followSteps } from "@assay/testing/pages/follow-steps";

// The second guide continues in the folder of the first.
const pages = ["run-one-instance.md", "run-a-fleet.md"].map((name) =>
  readFileSync(join(import.meta.dirname, "../../docs/guides", name), "utf8"),
);
const missing = ["haproxy", "redis-server"].filter((name) => spawnSync(name, ["-v"]).error !== undefined);

test("an operator who follows the guides word for word gets an instance, and then a fleet that answers over TLS", {
  skip: missing.length > 0 && `not installed: ${missing.join(", ")}`,
}, async () => {
  const output: string[] = [];
  for await (const { command, expected, printed } of followSteps(pages.join("\n"), [
    "release",
    "examples",
    "deploy",
    "packages",
  ])) {
    assert.equal(printed, expected, command);
    output.push(printed);
  }
  for (const outcome of ["HTTP/2 200", '"valid":false', 'ratelimit: "calls";r=17'])
    assert.ok(output.join("\n").includes(outcome), outcome);
});
