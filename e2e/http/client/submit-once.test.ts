import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AssayError, createClient, type Wait } from "@assay/client";
import { printFigure } from "@assay/testing/print-figure";
import { createCandidate } from "../create-envelope.ts";
import { type Service, startService } from "../start-service.ts";
import { startCuttingProxy } from "./cutting-proxy.ts";

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

for (const [index, lostPart] of (["answer", "end of the answer"] as const).entries()) {
  test(`if the ${lostPart} is lost, the submission is retried, and creates only one proposal`, async () => {
    const { datamint } = service.sandbox;
    await using proxy = await startCuttingProxy(datamint.origin, 2, lostPart);
    const waits: Wait[] = [];
    const { author, built } = await buildAs(`ai_author-${index}`, proxy.origin, {
      onWait: (wait) => waits.push(wait),
    });

    const submitted = await author.submit(built);
    assert(submitted.valid);
    assert.equal(submitted.created, false);
    assert.equal(proxy.countCuts(), 2);
    const code = lostPart === "answer" ? "connection-failed" : "connection-lost";
    assert.deepEqual(
      waits.map(({ attempt, error }) => [attempt, error.code]),
      [
        [1, code],
        [2, code],
      ],
    );
    const { proposals } = await author.listProposals(datamint.submissionUrl);
    assert.deepEqual(proposals, [submitted.proposal]);
    printFigure(`proposals after a submission that was sent 3 times (${lostPart} lost twice)`, proposals.length, 1);
  });
}

test("a failed submission reports that it can be retried, and a retry returns the same proposal", async () => {
  const { datamint } = service.sandbox;
  await using proxy = await startCuttingProxy(datamint.origin, 1, "answer");
  const { author, built } = await buildAs("ai_author-9", proxy.origin, { maxAttempts: 1 });
  await assert.rejects(author.submit(built), ({ code, retryable, detail }: AssayError) => {
    assert.match(detail, /Submit the same package again/);
    return code === "connection-failed" && retryable;
  });
  const { proposals } = await author.listProposals(datamint.submissionUrl);
  assert.equal(proposals.length, 1);
  assert.deepEqual(await author.submit(built), { valid: true, created: false, proposal: proposals[0] });
  assert.equal((await author.listProposals(datamint.submissionUrl)).proposals.length, 1);
});

/** Builds a proposal with the author's key, and changes its submission URL to the proxy's. */
async function buildAs(
  key: string,
  proxyOrigin: string,
  options: { maxAttempts?: number; onWait?: (wait: Wait) => void },
) {
  const products = [service.sandbox.datamint.origin, proxyOrigin];
  const author = createClient({ service: service.url, key, products, timeoutMs: 100_000, ...options });
  const candidate = createCandidate({ generatorId: `card-${key.slice(3)}` });
  const built = await author.build({ targetProduct: "datamint", domainId: "generator-option", candidate });
  assert(built.valid);
  const url = built.submission.url.replace(service.sandbox.datamint.origin, proxyOrigin);
  return { author, built: { ...built, submission: { ...built.submission, url } } };
}
