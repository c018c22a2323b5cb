import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startApp } from "@assay/server";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/reference/operations.md"), "utf8");

test("the operations page lists exactly the metrics that the service exposes, with their types", async () => {
  await using app = await startApp({ domains: [] });
  const scraped = await (await fetch(`${app.operatorUrl}/metrics`)).text();
  const exposed = [...scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, kind]) => `${name} ${kind}`);
  const listed = [...page.matchAll(/^\| `(\w+)` \| (counter|gauge|histogram) \|/gm)].map(
    ([, name, kind]) => `${name} ${kind}`,
  );
  assert.ok(exposed.length > 0);
  assert.deepEqual(listed.sort(), exposed.sort());
});

test("the operations page lists exactly the events that the service logs", () => {
  const source = readFileSync(join(root, "packages/server/src/telemetry/events.ts"), "utf8");
  const logged = new Set([...source.matchAll(/\{ event: "([a-z-]+)"/g)].map(([, event]) => event));
  const listed = [...page.matchAll(/^\| `([a-z-]+)` \| (?:info|warn|error) \|/gm)].map(([, event]) => event);
  assert.ok(logged.size > 0);
  assert.deepEqual(listed.sort(), [...logged].sort());
});
