// Applies the repair of an answer to the request that it answers: apply-repair.ts <request.json> <answer.json>
import { readFileSync } from "node:fs";
import { applyFix } from "@assay/engine";

const [request, answer] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));
const repaired = applyFix(request.candidate, answer.repair.patch);
if (repaired.kind !== "ok") throw new Error(JSON.stringify(repaired));
console.log(JSON.stringify({ ...request, candidate: repaired.candidate }, null, 2));
