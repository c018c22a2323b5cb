import assert from "node:assert/strict";
import { test } from "node:test";
import type { BuildResult, JsonObject, Registry } from "@assay/contract";
import { mutantOf, registeredIds } from "@assay/testing/candidates/id-mutants";
import { figure } from "@assay/testing/figure";
import { scaled, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { waitUntil } from "@assay/testing/wait-until";
import { drawCandidates } from "../../agreement/draw-candidates.ts";
import { noBrowser, openBrowser } from "../open-browser.ts";
import { expectedToShow, shownVerdict } from "./shown-verdict.ts";
import { type Stack, startStack } from "./start-stack.ts";
import { openWatched, paste, typeInto, verdictOf } from "./watched-page.ts";

const count = scaled({ ci: 8, full: 200 });
const leastCodes = scaled({ ci: 4, full: 10 });

for (const mode of ["snapshot", "ranges"] as const) {
  test(`what is typed into the page gets the verdict of the service, with its ${mode}`, {
    skip: noBrowser,
  }, async (t) => {
    const random = createRandom(seed);
    const ids = registeredIds(random, 20);
    await using stack = await startStack({
      domain: ({ datamint }) => ({ registry: { mode, url: datamint.registryUrl, facts: "public" }, refreshSeconds: 1 }),
    });
    for (const id of ids) stack.sandbox.datamint.register(id);
    await untilRegistered(stack);
    const browser = await openBrowser();
    t.after(() => browser.close());
    const { page, faults } = await openWatched(browser, `${stack.url}/`);
    await verdictOf(page);

    const codes = new Set<string>();
    const counts = { valid: 0, typed: 0 };
    for (const [index, { candidate: drawn }] of drawCandidates(count, seed).entries()) {
      const candidate = index % 4 === 3 ? { ...drawn, generatorId: mutantOf(random.pick(ids), random) } : drawn;
      const line = JSON.stringify(candidate);
      // Key by key where that takes seconds and not minutes.
      const isTyped = index % 24 === 0 && line.length < 2_000;
      if (isTyped) await typeInto(page, line);
      else await paste(page, JSON.stringify(candidate, null, index % 3));
      await verdictOf(page);
      const result = await build(stack, candidate);
      assert.deepEqual(await shownVerdict(page), expectedToShow(result), line);
      for (const { code } of result.diagnostics) codes.add(code);
      counts.valid += Number(result.valid);
      counts.typed += Number(isTyped);
    }
    figure(
      `candidates in the page with the verdict of the service, ${mode}`,
      `${count} of ${count}`,
      "200 at full scale",
    );
    figure(
      `valid, typed key by key, different codes among them, ${mode}`,
      `${counts.valid}, ${counts.typed}, ${codes.size}`,
      "some",
    );
    assert.ok(counts.valid > 0 && counts.typed > 0 && codes.size >= leastCodes);
    assert.deepEqual(faults, []);
  });
}

async function build({ url, key }: Stack, candidate: JsonObject): Promise<BuildResult> {
  const response = await fetch(`${url}/api/build`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({
      targetProduct: "datamint",
      domainId: "generator-option",
      candidate,
      options: { fixes: true, upcoming: true },
    }),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as BuildResult;
}

/** Waits until the service knows every id that is registered by now. */
async function untilRegistered(stack: Stack): Promise<void> {
  const { revision } = (await (await fetch(stack.sandbox.datamint.registryUrl)).json()) as Registry;
  const known = async () => (await build(stack, { generatorId: "some-id" })).evidence.registry.revision;
  await waitUntil("the service has the newest registry", known, { isDone: (seen) => seen === revision });
}
