import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { readJson, readRegistryRange } from "@assay/engine";
import { hostileRegistries } from "@assay/testing/corpora/hostile-registries";
import { seed } from "@assay/testing/scale";
import { fetchRange } from "./facts.ts";

test("the page uses exactly those ranges of a registry that the engine reads", async () => {
  const [targetProduct, range] = ["datamint", "00000"];
  const kinds = { ok: 0, failed: 0 };
  for (const { name, bytes } of hostileRegistries(200, targetProduct, seed)) {
    const json = readJson(bytes);
    // Most of those that are registries are ranges here.
    const sent =
      json.kind === "ok" && name !== "in an array"
        ? new TextEncoder().encode(JSON.stringify({ range, ...(json.value as JsonObject) }))
        : new Uint8Array(bytes);
    const fetch = async () => new Response(sent);
    const { kind } = await fetchRange("/registry", range, targetProduct, fetch, new AbortController().signal);
    assert.equal(kind === "ok", readRegistryRange(sent, { targetProduct, range }).kind === "ok", name);
    kinds[kind] += 1;
  }
  assert.ok(kinds.ok >= 40 && kinds.failed >= 40, JSON.stringify(kinds));
});
