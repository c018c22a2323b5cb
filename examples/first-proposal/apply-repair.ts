// Applies the repair of an answer to the request that it answers: apply-repair.ts <request.json> <answer.json>
import { readFileSync } from "node:fs";
import { applyFix } from "@assay/engine";

const [request, answer] = process.argv.slice(2).map((file) => {
  const text = readFileSync(file, "utf8");
  return text === ""
    ? stop(`${file} is empty. Is \`npm run dev\` running, on the port that was called?`)
    : JSON.parse(text);
});
if (answer.code) stop(`The answer is not a verdict, but a problem: ${answer.status} ${answer.code}: ${answer.detail}`);
if (!answer.repair) stop(`The answer has no repair. ${answer.summary}`);
const repaired = applyFix(request.candidate, answer.repair.patch);
if (repaired.kind !== "ok") stop(`The repair does not fit this request: ${JSON.stringify(repaired)}`);
else console.log(JSON.stringify({ ...request, candidate: repaired.candidate }, null, 2));

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}
