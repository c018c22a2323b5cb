// Anybody can send a call that names a key which does not exist, and so make Assay fetch the keys again.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { isFullScale, scaled } from "@assay/testing/scale";
import { anEnvelope, type Called, type Sent } from "../http/service.ts";
import { count, from, newAddress, standing, trustedProxies } from "../limit/from.ts";
import { execute, grantedAgent } from "./granted-agent.ts";
import { type Service, startService } from "./service.ts";
import { keyIdOf, signed } from "./signed.ts";

const validate = "assay.validateProposal";
const longestSeconds = 5;

test("a rotation costs agents no 401 and no 429, and 503 for seconds, whatever a stranger sends meanwhile", async () => {
  await using service = await startService({ limit: { calls: 20, windowSeconds: 60 }, more: { trustedProxies } });
  const { identity } = service;
  const agents = await Promise.all(Array.from({ length: 10 }, () => grantedAgent(service, validate)));
  const statuses = new Map<number, number>();
  let calls = 0;
  const call = async () => {
    calls += 1;
    const { status } = await execute(identity, agents[calls % 10]!, validate, anEnvelope());
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return status;
  };
  assert.equal(await call(), 200);

  const stopped = new AbortController();
  let strangers = 0;
  const stranger = (async () => {
    while (!stopped.signal.aborted) {
      await service.call("validateProposal", from(newAddress(), unknownKey(service)));
      strangers += 1;
      await wait(20);
    }
  })();
  let longest = 0;
  for (let rotation = 0; rotation < scaled({ quick: 2, ci: 3, full: 10 }); rotation += 1) {
    // Somewhere between two fetches.
    await wait(700);
    identity.rotateKeys();
    const begun = performance.now();
    let served = 0;
    while (served < 5) {
      const isServed = (await call()) === 200;
      served = isServed ? served + 1 : 0;
      if (!isServed) longest = Math.max(longest, (performance.now() - begun) / 1_000);
      assert.ok(performance.now() - begun < 120_000, "agents are never let in again");
      await wait(20);
    }
  }
  stopped.abort();
  await stranger;
  figure(`calls of agents refused for good, of ${calls} during rotations`, calls - of(200) - of(503), 0);
  figure(`longest 503 after a rotation (s), with ${strangers} calls of strangers`, longest.toFixed(1), longestSeconds);
  assert.deepEqual(new Set([...statuses.keys(), 200, 503]), new Set([200, 503]));
  if (isFullScale) assert.ok(longest <= longestSeconds);

  function of(status: number): number {
    return statuses.get(status) ?? 0;
  }
});

test("an agent whose key is not known yet is told when to try again, and gets in then", async () => {
  await using service = await startService({ limit: { calls: 20, windowSeconds: 600 }, more: { trustedProxies } });
  assert.equal((await post(service, signed(service))).status, 200);
  service.pass(longestSeconds);
  assert.equal((await post(service, from(newAddress(), unknownKey(service)))).status, 401, "looked for, and not found");
  service.identity.rotateKeys();
  for (let call = 0; call < 60; call += 1) {
    const early = await post(service, signed(service));
    // A slow machine takes longer than a moment.
    if (early.status === 200) break;
    assert.deepEqual([early.status, early.json.code], [503, "identity-unavailable"]);
    assert.equal(early.headers.ratelimit, undefined, "nobody is charged");
    const seconds = Number(early.headers["retry-after"]);
    assert.ok(seconds >= 1 && seconds <= longestSeconds, `${seconds}`);
    assert.equal(service.logged("proxy-refused").at(-1)?.reason, "key-unknown");
  }
  service.pass(longestSeconds);
  const answer = await post(service, signed(service, { agent: "agt_patient" }));
  assert.deepEqual(
    [answer.status, standing(answer).left],
    [200, 19],
    "more than 50 refusals were no failed signatures",
  );
});

test("where the networks of the identity service are listed, a stranger cannot make Assay fetch the keys", async () => {
  const own = { proxyNetworks: ["127.0.0.1/32"], trustedProxies };
  await using service = await startService({ more: own });
  assert.equal((await post(service, signed(service))).status, 200);
  service.pass(longestSeconds);
  for (let call = 0; call < 10; call += 1) {
    assert.equal((await post(service, from(newAddress(), unknownKey(service)))).status, 401);
  }
  service.identity.rotateKeys();
  assert.equal((await post(service, signed(service))).status, 200);
});

test("calls with unknown keys are bounded like everything that is not counted, and cost agents beside them nothing", async () => {
  await using service = await startService({ limit: { calls: 20, windowSeconds: 600 }, more: { trustedProxies } });
  assert.equal((await post(service, signed(service))).status, 200);
  const address = newAddress();
  const answers: Called[] = [];
  for (let round = 0; round < 8; round += 1) {
    const calls = Array.from({ length: 50 }, () => post(service, from(address, unknownKey(service))));
    answers.push(...(await Promise.all(calls)));
  }
  const codes = answers.filter(({ status }) => status === 503).map(({ json }) => json.code);
  const unavailable = codes.filter((code) => code === "identity-unavailable").length;
  figure("calls with unknown keys, of 400 from one address, that were looked at", unavailable, 300);
  assert.equal(unavailable, 300);
  // One for each time that the keys were fetched.
  assert.ok(count(answers, 401) < 50, `${count(answers, 401)}`);
  assert.equal(count(answers, 401) + codes.length, 400);
  assert.equal((await post(service, from(address, signed(service)))).status, 200);
});

function post(service: Service, sent: Sent): Promise<Called> {
  return service.call("validateProposal", sent);
}

/** A call in the form of the profile, with a key that nobody published. */
function unknownKey(service: Service): Sent {
  const sent = signed(service);
  const input = sent.headers["signature-input"]?.replace(keyIdOf(sent), randomBytes(32).toString("base64url")) ?? "";
  return { ...sent, headers: { ...sent.headers, "signature-input": input } };
}
