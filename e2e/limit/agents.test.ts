import assert from "node:assert/strict";
import { test } from "node:test";
import { printFigure } from "@assay/testing/print-figure";
import { pickForScale } from "@assay/testing/scale";
import { signCall } from "../auth/sign-call.ts";
import { bearer, type Service, startService } from "../auth/start-service-with-identity.ts";
import type { OperationCall } from "../http/call-operation.ts";
import { exchange } from "../http/exchange.ts";
import { count, createAddress, forwardFor, readRateLimit, trustedProxies } from "./forward-for.ts";

const limitOptions = { limit: { calls: 20, windowSeconds: 60 }, trustedProxies };
const validate = (service: Service, call: OperationCall) => service.call("validateProposal", call);

test("each agent has twenty calls, whatever addresses it uses, and its calls do not count against those addresses", async () => {
  await using service = await startService({ app: limitOptions });
  const address = createAddress();
  const deniedCall = signCall(service, { agent: "agt_one", capability: "assay.buildProposal" });
  const denied = await validate(service, forwardFor(createAddress(), deniedCall));
  const reason = "a call for another capability counts too";
  assert.deepEqual([denied.status, readRateLimit(denied).left], [403, 19], reason);
  for (const agent of ["agt_one", "agt_two"]) {
    for (let left = agent === "agt_one" ? 18 : 19; left >= 0; left -= 1) {
      const answer = await validate(
        service,
        forwardFor(left % 2 ? address : createAddress(), signCall(service, { agent })),
      );
      assert.deepEqual([answer.status, readRateLimit(answer).left], [200, left]);
    }
    const refused = await validate(service, forwardFor(createAddress(), signCall(service, { agent })));
    assert.deepEqual([refused.status, readRateLimit(refused).left], [429, 0]);
    assert.equal(refused.headers["retry-after"], String(readRateLimit(refused).seconds));
  }
  const domains = await service.call("listDomains", forwardFor(address));
  assert.equal(readRateLimit(domains).left, 19);
});

const unverifiedCalls: { readonly [title: string]: readonly [number, (service: Service) => OperationCall] } = {
  "a forged signature": [401, (service) => forgeSubject(service)],
  "a replayed signature": [401, (service) => signCall(service)],
  "a body whose type differs from the signed type": [
    401,
    (service) => ({ ...signCall(service), headers: { ...signCall(service).headers, "content-type": "text/plain" } }),
  ],
  "a key in addition to a signature": [400, (service) => addKey(service)],
};
test("an unverified call counts against its address, not against the agent that it names", async (t) => {
  await using service = await startService({ app: limitOptions });
  const replayed = signCall(service, { agent: "agt_ada" });
  await validate(service, forwardFor(createAddress(), replayed));
  let calls = 1;
  for (const [title, [status, createCall]] of Object.entries(unverifiedCalls)) {
    await t.test(`${title} (${status})`, async () => {
      const address = createAddress();
      const answer = await validate(
        service,
        forwardFor(address, title.includes("replayed") ? replayed : createCall(service)),
      );
      assert.equal(answer.status, status);
      assert.deepEqual(readRateLimit(answer), { left: 19, seconds: 60 });
      assert.equal(readRateLimit(await service.call("listDomains", forwardFor(address))).left, 18);
      calls += 1;
      const signedAnswer = await validate(service, forwardFor(address, signCall(service, { agent: "agt_ada" })));
      assert.deepEqual([signedAnswer.status, readRateLimit(signedAnswer).left], [200, 20 - calls]);
    });
  }
});

test("after fifty forged signatures, an address is refused before its bodies are read; agents at other addresses are unaffected", async () => {
  await using service = await startService({ app: limitOptions });
  const calls = pickForScale({ ci: 300, full: 1_000 });
  const forgeries = Array.from({ length: calls }, () => forgeSubject(service));
  const honest = signCall(service);
  const address = createAddress();
  // The key set arrives late, so that all calls are waiting for it before the first call fails.
  service.identity.slowDown(500);
  const answers = await Promise.all(forgeries.map((forgery) => validate(service, forwardFor(address, forgery))));
  printFigure(`forged signatures that were checked, of ${calls} that waited for the keys`, count(answers, 401), 50);
  assert.deepEqual([count(answers, 401), count(answers, 429)], [50, calls - 50]);
  assert.equal(
    (await service.call("listDomains", forwardFor(address))).status,
    429,
    "the refused calls used up the limit of the address",
  );

  const { headers } = signCall(service);
  const head = Object.entries({ ...headers, "x-forwarded-for": address, host: "assay", "content-length": "60000" });
  const lines = ["POST /api/validate HTTP/1.1", ...head.map(([name, value]) => `${name}: ${value}`)];
  const half = await exchange(service.url, `${lines.join("\r\n")}\r\n\r\n{`, { expect: 1, closes: true });
  assert.deepEqual([half.answers[0]?.status, half.closed], [429, true]);
  assert.ok(Number(half.answers[0]?.headers["retry-after"]) > 0);

  const unaffected = await validate(service, forwardFor(createAddress(), honest));
  assert.deepEqual([unaffected.status, readRateLimit(unaffected).left], [200, 19]);
});

test("signed calls that are refused for other reasons do not count as forged signatures, but are limited as well", async () => {
  // For each call that the limit allows, Assay checks up to fifteen such calls. The rest get 503.
  const limit = { calls: 2, windowSeconds: 600 };
  await using service = await startService({ app: { ...limitOptions, limit } });
  const address = createAddress();
  const pending = Array.from({ length: 40 }, () => validate(service, forwardFor(address, addKey(service))));
  const answers = await Promise.all(pending);
  assert.deepEqual([count(answers, 400), count(answers, 503)], [30, 10]);
  const [overloaded] = answers.filter(({ status }) => status === 503);
  assert.equal(overloaded?.json.code, "overloaded");
  assert.ok(Number(overloaded?.headers["retry-after"]) > 0);
  assert.equal(
    (await service.call("listDomains", forwardFor(address))).status,
    429,
    "the refused calls used up the limit of the address",
  );

  const otherAnswer = await validate(service, forwardFor(address, signCall(service, { agent: "agt_bob" })));
  assert.deepEqual(
    [otherAnswer.status, readRateLimit(otherAnswer).left],
    [200, 1],
    "agents behind the same address can still call",
  );
});

function forgeSubject(service: Service): OperationCall {
  const call = signCall(service);
  return { ...call, headers: { ...call.headers, "x-adt-proxy-subject": "usr_forged" } };
}

function addKey(service: Service): OperationCall {
  const call = signCall(service);
  return { ...call, headers: { ...call.headers, ...bearer("ai_x") } };
}
