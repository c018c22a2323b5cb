// Applies the fixes in an answer to its request: apply-fixes.ts <request.json> <answer.json>
import { readFileSync } from "node:fs";
import { combineFixes, patchJson } from "@assay/contract";

const [request, answer] = process.argv.slice(2).map((file) => {
  const text = readFileSync(file, "utf8");
  return text === ""
    ? stop(`${file} is empty. Is \`npm run dev\` running, on the port that was called?`)
    : JSON.parse(text);
});
if (answer.code) stop(`The answer is not a verdict, but a problem: ${answer.status} ${answer.code}: ${answer.detail}`);
const repaired = patchJson(request.candidate, combineFixes(answer.diagnostics));
if (repaired.kind !== "ok") stop(`The fixes are not for this request: ${repaired.reason}`);
else console.log(JSON.stringify({ ...request, candidate: repaired.value }, null, 2));

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}
