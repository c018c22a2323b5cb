// Calls one instance for 100 minutes while its target product fails every other minute. Shows whether the instance
// leaks memory or open files.

import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale } from "@assay/testing/scale";
import { createCallers } from "@assay/testing/services/callers";
import { countResults, startLoad } from "@assay/testing/services/load";
import { createDomainSettings } from "../../e2e/documents/create-domain-settings.ts";
import { startServiceProcess } from "../../e2e/documents/start-service-process.ts";
import { type Fault, startUnreliableProduct } from "../../e2e/documents/unreliable-product.ts";
import { createCandidate } from "../../e2e/http/create-envelope.ts";

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
await using service = await startServiceProcess({ domains: [createDomainSettings(product, { refreshSeconds: 2 })] });
using callers = createCallers();
const domain = { targetProduct: "datamint", domainId: "generator-option" };
const bodies = [createCandidate(), createCandidate({ generatorName: 7 })].map((candidate) =>
  JSON.stringify({ ...domain, candidate }),
);

const load = startLoad(callsPerSecond, (index) =>
  callers.call(service.url, { path: "/api/validate", body: bodies[index % bodies.length] ?? "" }),
);
const heapsMiB: number[] = [];
const openFiles: number[] = [];
for (let minute = 0; minute < minutes; minute += 1) {
  const fault = minute % 2 === 0 ? undefined : faults[((minute - 1) / 2) % faults.length];
  for (const document of ["spec package", "registry"] as const) product.setFault(document, fault);
  await wait(60_000);
  // Collects garbage twice, because objects with finalizers are only freed the second time.
  await service.vitalsAfterGc();
  heapsMiB.push((await service.vitalsAfterGc()).heapBytes / 2 ** 20);
  openFiles.push(readdirSync(`/proc/${service.child.pid}/fd`).length);
  console.log(`minute ${minute + 1}: ${heapsMiB.at(-1)?.toFixed(1)} MiB, ${openFiles.at(-1)} files`);
}
const results = countResults(await load.stop());

printFigure("answers by status", JSON.stringify(results), "-");
printFigure("calls without a verdict", Object.keys(results).filter((result) => result !== "200").length, 0);
// During the first third, code is compiled and caches fill up, so the comparison starts after it.
const from = Math.floor(minutes / 3);
printFigure(
  "memory after garbage collection, MiB, after a third of the time and at the end",
  `${formatMiB(heapsMiB[from])}, ${formatMiB(heapsMiB.at(-1))}`,
  "-",
);
printFigure("open files, after a third of the time and at the end", `${openFiles[from]}, ${openFiles.at(-1)}`, "-");
if (Object.keys(results).join() !== "200") process.exitCode = 1;

function formatMiB(size: number | undefined): string {
  return size?.toFixed(1) ?? "-";
}
