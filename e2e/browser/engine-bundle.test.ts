import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { figure } from "../../packages/engine/test/figure.ts";
import { bundleEngine } from "./bundle-engine.ts";

// CEL with its libraries is 76 of them; a page that loads it when a package needs it starts with the rest.
const barKiB = 272;

test(`the engine with CEL takes at most ${barKiB} KiB over the wire`, async (t) => {
  const { worker, workerParts } = await bundleEngine();
  const gzippedBytes = gzipSync(worker, { level: 9 }).length;
  figure("engine bundle with CEL, gzipped", `${gzippedBytes} bytes`, `${barKiB} KiB`);
  t.diagnostic(`${Buffer.byteLength(worker)} bytes minified; shares before minification: ${shares(workerParts)}`);
  assert.ok(gzippedBytes <= barKiB * 1024);
});

function shares(parts: ReadonlyMap<string, number>): string {
  const total = [...parts.values()].reduce((sum, length) => sum + length, 0);
  return [...parts].map(([name, length]) => `${name} ${((length / total) * 100).toFixed(1)} %`).join(", ");
}
