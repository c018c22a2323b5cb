// From a draft to a proposal with @assay/client, against `npm run dev`:
//   KEY=ai_... node --conditions=assay-source examples/client/propose.ts <service> <product> [<request.json>]
import { readFileSync } from "node:fs";
import { applyFixes, createClient } from "@assay/client";
import type { Envelope } from "@assay/contract";

const [service = "", product = "", file = new URL("../first-proposal/draft.json", import.meta.url)] =
  process.argv.slice(2);
const request: Envelope = JSON.parse(readFileSync(file, "utf8"));

// 1. The key comes from the identity service. The client sends it to the service and to this product only.
const assay = createClient({
  service,
  key: process.env.KEY,
  products: [product],
  onWait: ({ waitMs, error }) => console.log(`${error.detail} Waiting ${waitMs / 1_000} s ...`),
});

// 2. Is the domain supported?
const { domains } = await assay.listDomains();
const { targetProduct, domainId } = request;
const domain = domains.find((other) => other.targetProduct === targetProduct && other.domainId === domainId);
if (!domain) stop(`The service does not serve ${targetProduct}/${domainId}.`);
console.log(`${domain.title}: ${domain.status}`);

// 3. Validate until the draft is valid. Fixes keep its meaning, so all can be applied; the rest needs a person.
let candidate = request.candidate;
let checked = await assay.validate({ ...request, candidate });
while (!checked.valid) {
  console.log(checked.summary);
  for (const { path, message } of checked.diagnostics) console.log(`  ${path}: ${message}`);
  if (!checked.diagnostics.some(({ fix }) => fix)) stop("Edit the draft: there is no fix for the rest.");
  candidate = applyFixes(candidate, checked);
  checked = await assay.validate({ ...request, candidate });
}

// 4. Build. Show the review to the owner, and submit only if they agree. This example continues without asking.
const built = await assay.build({ ...request, candidate });
if (!built.valid) stop(built.summary);
console.log(`\n${built.ownerReview}`);

// 5. Submit. Submitting it again returns the same proposal.
const submitted = await assay.submit(built);
if (!submitted.valid) stop(submitted.summary);
console.log(`Submitted: people vote at ${submitted.proposal.ballot?.url}`);
for (const { generatorId, state } of (await assay.listProposals(domain.submissionUrl)).proposals) {
  console.log(`${generatorId}: ${state}`);
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}
