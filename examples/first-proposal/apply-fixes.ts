// Applies the fixes in an answer to its request: apply-fixes.ts <request.json> <answer.json>
import { readFileSync } from "node:fs";
import { applyFixes } from "@assay/client";

const [request, answer] = process.argv.slice(2).map((file) => {
  const text = readFileSync(file, "utf8");
  return text === ""
    ? stop(`${file} is empty. Is \`npm run dev\` running, on the port that was called?`)
    : JSON.parse(text);
});
if (answer.code) stop(`The answer is not a verdict, but a problem: ${answer.status} ${answer.code}: ${answer.detail}`);
console.log(JSON.stringify({ ...request, candidate: applyFixes(request.candidate, answer) }, null, 2));

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}
