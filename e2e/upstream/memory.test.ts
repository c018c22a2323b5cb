import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { JsonObject } from "@assay/contract";
import { packagesNearTheWeight } from "@assay/testing/corpora/near-the-weight";
import { figure } from "@assay/testing/figure";
import { isFullScale, onlyAtFullScale, scaled, seed } from "@assay/testing/scale";
import { waitUntil } from "@assay/testing/wait-until";
import { aCandidate, domainOf } from "./service.ts";
import { startService } from "./start-service.ts";
import { startUnreliableProduct } from "./unreliable-product.ts";
import { engine } from "./verdicts.ts";

const heapMb = 384;
const mebibyte = 2 ** 20;
const runMs = scaled({ ci: 10_000, full: 600_000 });

test("packages at the bounds, published again and again with a next one, leave the process and other domains alone", {
  skip: onlyAtFullScale,
}, async (context) => {
  const packages = packagesNearTheWeight(scaled({ ci: 4, full: 24 }), seed, engine.compileSpec).map(
    ({ bytes }) => JSON.parse(new TextDecoder().decode(bytes)) as JsonObject,
  );
  await using good = await startUnreliableProduct();
  await using hostile = await startUnreliableProduct();
  // Each answer is another publication: the version decides that, and the package is the one before it only now and then.
  let published = 0;
  const publish = (more: JsonObject) => {
    published += 1;
    const document = packages[published % packages.length] as JsonObject;
    return JSON.stringify({
      ...document,
      domainId: "heavy-option",
      version: `${published}.0.0`,
      next: undefined,
      ...more,
    });
  };
  const effectiveFrom = "2099-01-01T00:00:00Z";
  const url = hostile.specPackageUrl.replace("current", "next");
  hostile.misbehave("spec package", {
    kind: "computed",
    body: () => publish({ next: { version: "9999.0.0", url, effectiveFrom } }),
  });
  hostile.misbehave("next", { kind: "computed", body: () => publish({}) });
  await using service = await startService(
    {
      domains: [
        domainOf(good, { refreshSeconds: 5 }),
        domainOf(hostile, { domainId: "heavy-option", refreshSeconds: 0.2 }),
      ],
    },
    { heapMb },
  );
  await waitUntil(
    "the heavy package is in force",
    async () => (await service.caller.domain("heavy-option")).specPackage,
  );

  const heapBytes: number[] = [];
  let [answered, calls, slowestMs] = [0, 0, 0];
  const end = performance.now() + runMs;
  for (let next = 0; performance.now() < end; ) {
    const begun = performance.now();
    calls += 1;
    const { status } = await service.caller.validate(aCandidate({ generatorId: "person-basic" }));
    if (status === 200) answered += 1;
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    if (performance.now() > next) {
      heapBytes.push((await service.vitalsCollected()).heapBytes);
      next = performance.now() + runMs / 30;
    }
    await setTimeout(50);
  }
  const rounds = published;
  const third = Math.floor(heapBytes.length / 3);
  const early = Math.max(...heapBytes.slice(third, 2 * third));
  const late = Math.max(...heapBytes.slice(-third));
  figure("seconds of publications at the bounds", runMs / 1_000, "600 at full scale");
  figure("documents published at the bounds", rounds, "at least 6");
  figure("heap after collection, most, MiB", Math.round(Math.max(...heapBytes) / mebibyte), heapMb / 2);
  figure("heap after collection, last third beyond the one before it, MiB", Math.round((late - early) / mebibyte), 16);
  figure("calls of the other domain", calls, "all answered");
  figure("of them not answered with 200", calls - answered, 0);
  figure("slowest call of the other domain, ms", Math.round(slowestMs), "none");
  assert.ok(rounds >= 6, `${rounds} documents were published`);
  assert.equal(calls - answered, 0);
  assert.ok(Math.max(...heapBytes) < (heapMb / 2) * mebibyte);
  if (isFullScale) assert.ok(late - early < 16 * mebibyte);
  else context.diagnostic("whether memory stays flat is asserted with ASSAY_SCALE=full");
});
