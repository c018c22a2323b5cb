import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { figure } from "@assay/testing/figure";
import { bundleEngine, bundleWithoutCel } from "./bundle-engine.ts";

const barKiB = 133;
const withCelKiB = 220;

test(`the engine in a worker takes at most ${barKiB} KiB over the wire`, async () => {
  const gzippedBytes = gzipSync(await bundleWithoutCel(), { level: 9 }).length;
  figure("engine bundle gzipped", `${gzippedBytes} bytes`, `${barKiB} KiB`);
  assert.ok(gzippedBytes <= barKiB * 1024);
});

test(`with CEL it takes at most ${withCelKiB} KiB`, async (t) => {
  const { worker, workerParts } = await bundleEngine();
  const gzippedBytes = gzipSync(worker, { level: 9 }).length;
  figure("engine bundle with CEL, gzipped", `${gzippedBytes} bytes`, `${withCelKiB} KiB`);
  t.diagnostic(`${Buffer.byteLength(worker)} bytes minified; shares before minification: ${shares(workerParts)}`);
  assert.ok(gzippedBytes <= withCelKiB * 1024);
});

function shares(parts: ReadonlyMap<string, number>): string {
  const total = [...parts.values()].reduce((sum, length) => sum + length, 0);
  return [...parts].map(([name, length]) => `${name} ${((length / total) * 100).toFixed(1)} %`).join(", ");
}
