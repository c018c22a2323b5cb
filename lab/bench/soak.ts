// Calls one instance for 100 minutes while its target product fails every other minute, and measures what is left of it;
// README.md says what each figure means.

import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { pickForScale } from "@assay/testing/scale";
import { createCallers } from "@assay/testing/services/callers";
import { countResults, startLoad } from "@assay/testing/services/load";
import { createCandidate, createDomain } from "../../e2e/documents/service.ts";
import { startService } from "../../e2e/documents/start-service.ts";
import { type Fault, startUnreliableProduct } from "../../e2e/documents/unreliable-product.ts";

const minutes = Number(process.env.ASSAY_SOAK_MINUTES || pickForScale({ ci: 6, full: 100 }));
const callsPerSecond = 50;
const faults: readonly Fault[] = [
  { kind: "hung" },
  { kind: "half" },
  { kind: "bomb" },
  { kind: "status", status: 500 },
  { kind: "slow" },
];

await using product = await startUnreliableProduct();
await using service = await startService({ domains: [createDomain(product, { refreshSeconds: 2 })] });
using callers = createCallers();
const domain = { targetProduct: "datamint", domainId: "generator-option" };
const bodies = [createCandidate(), createCandidate({ generatorName: 7 })].map((candidate) =>
  JSON.stringify({ ...domain, candidate }),
);

const load = startLoad(callsPerSecond, (turn) =>
  callers.call(service.url, { path: "/api/validate", body: bodies[turn % bodies.length] ?? "" }),
);
const heaps: number[] = [];
const files: number[] = [];
for (let minute = 0; minute < minutes; minute += 1) {
  const fault = minute % 2 === 0 ? undefined : faults[((minute - 1) / 2) % faults.length];
  for (const document of ["spec package", "registry"] as const) product.misbehave(document, fault);
  await wait(60_000);
  // Twice: what the first collection finalizes is free only after the second.
  await service.vitalsCollected();
  heaps.push((await service.vitalsCollected()).heapBytes / 2 ** 20);
  files.push(readdirSync(`/proc/${service.child.pid}/fd`).length);
  console.log(`minute ${minute + 1}: ${heaps.at(-1)?.toFixed(1)} MiB, ${files.at(-1)} files`);
}
const results = countResults(await load.stop());

figure("answers by status", JSON.stringify(results), "-");
figure("calls without a verdict", Object.keys(results).filter((result) => result !== "200").length, 0);
// The first third compiles code and fills caches.
const from = Math.floor(minutes / 3);
figure(
  "memory after garbage collection, MiB, first and last counted",
  `${formatMb(heaps[from])}, ${formatMb(heaps.at(-1))}`,
  "-",
);
figure("open files, first and last counted", `${files[from]}, ${files.at(-1)}`, "-");
if (Object.keys(results).join() !== "200") process.exitCode = 1;

function formatMb(megabytes: number | undefined): string {
  return megabytes?.toFixed(1) ?? "-";
}
