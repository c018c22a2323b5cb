// Draws what the last soak measured into the docs: `npm run bench -- soak`, then
// `node --conditions=assay-source lab/bench/draw-soak.ts`.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { soakPicture } from "./soak-picture.ts";
import { readSoak, type Soak, slopeOf, sum, warmSamples } from "./soak-samples.ts";

const docs = join(import.meta.dirname, "../../docs");
const page = join(docs, "explanation/scale.md");
const soak = readSoak();
writeFileSync(join(docs, "images/soak.svg"), soakPicture(soak));
const between = /(<!-- soak -->\n)[\s\S]*?(\n<!-- end of soak -->)/;
const before = readFileSync(page, "utf8");
if (!between.test(before)) throw new Error(`${page} has no place for the soak: <!-- soak -->`);
writeFileSync(
  page,
  before.replace(between, (_, begin, end) => `${begin}\n${told(soak)}\n${end}`),
);

function told({ minutes, capacity, calls, unexpected, lost, begun, samples }: Soak): string {
  const warm = warmSamples({ minutes, samples });
  const tasks = ["rules published", "API keys replaced", "signing key replaced", "instance restarted"];
  const faults = sum(Object.entries(begun).map(([name, times]) => (tasks.includes(name) ? 0 : times)));
  const slope = (name: Parameters<typeof slopeOf>[1]) => slopeOf(warm, name).toFixed(1);
  const most = Math.max(...warm.map(({ files }) => files));
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  const share = whole((100 * calls) / (60 * minutes * capacity));
  const times = (name: string) => begun[name] ?? 0;
  return [
    `${minutes} minutes of mixed calls at two instances, at ${share} % of the ${whole(capacity)} calls/s that the machine could answer, with`,
    `${faults} faults of Redis, the product and the identity service, rules published ${times("rules published")} times, API keys replaced`,
    `${times("API keys replaced")} times, signing keys ${times("signing key replaced")} times and an instance restarted ${times("instance restarted")} times (\`npm run bench -- soak\`):`,
    `of ${whole(calls)} calls, ${lost} had no answer and ${unexpected} one that no fault explains. The instance that ran all the time had at most`,
    `${most} open files. Its slopes per hour: ${slope("heapMb")} MiB of memory, ${slope("files")} open files, ${slope("p50Ms")} ms of the median time.`,
    "",
    `![Four plots over ${minutes} minutes: memory, open files, times and calls a second](../images/soak.svg)`,
  ].join("\n");
}
