// Prints the most important parts of an answer: show.ts <answer.json>, or from standard input.
import { readFileSync } from "node:fs";

const text = readFileSync(process.argv[2] ?? 0, "utf8");
if (text === "") {
  console.error("There is no answer. Is `npm run dev` running, on the port that was called?");
  process.exit(1);
}
const answer = JSON.parse(text);
for (const { targetProduct, domainId, status, specPackage } of answer.domains ?? []) {
  console.log(`${targetProduct} ${domainId}: ${status}, spec package ${specPackage?.version}`);
}
if (answer.summary) console.log(answer.summary);
for (const { path, message } of answer.diagnostics ?? []) console.log(`  ${path || "the candidate"}: ${message}`);
if (answer.proposalPackage) {
  console.log(`Package ${answer.proposalPackage.digest}`);
  console.log(`Submit it to ${answer.submission.url}`);
}
if (answer.proposal) console.log(`Proposal ${answer.proposal.state}, ballot at ${answer.proposal.ballot.url}`);
for (const { generatorId, state } of answer.proposals ?? []) {
  console.log(`${generatorId}: ${state}`);
}
if (answer.votes) console.log(`Ballot ${answer.state}: ${answer.votes.yes} yes, ${answer.votes.no} no`);
if (answer.code) console.log(`${answer.status} ${answer.code}: ${answer.detail}`);
