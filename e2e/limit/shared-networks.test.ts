import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { figure } from "@assay/testing/figure";
import { scaled } from "@assay/testing/scale";
import { longSilenceMs } from "@assay/testing/services/long-timeouts";
import { startRedis, withoutRedis } from "@assay/testing/services/redis-server";
import { bearer, junkKey, type Service, startService } from "../auth/service.ts";
import { anEnvelope, callAt } from "../http/service.ts";
import { message, post } from "../mcp/rpc.ts";
import { count, from, standing, trustedProxies } from "./from.ts";
import { startUsers } from "./users.ts";

const limit = { calls: 20, windowSeconds: 60 };
const shared = { limit, trustedProxies, sharedNetworks: ["203.0.113.0/24"] };
const office = "203.0.113.7";
// More than the calls that an address may make without a valid key: 400 in a minute.
const users = 500;
const callsEach = scaled({ ci: 3, full: 10 });

test(`${users} users behind one shared address make ${callsEach} calls each in a minute, and all are answered`, async () => {
  await using people = await startUsers();
  await using service = await startService({ more: shared, introspectionUrl: people.url });
  const keys = Array.from({ length: users }, people.newKey);
  const began = performance.now();
  const statuses = new Map<number, number>();
  for (let round = 0; round < callsEach; round += 1) {
    await inBatches(keys, async (key) => {
      const { status } = await validate(service, key);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
  }
  const seconds = Math.round((performance.now() - began) / 1_000);
  figure(
    `calls of ${users} users behind one address that were answered, in ${seconds} s`,
    statuses.get(200) ?? 0,
    users * callsEach,
  );
  assert.deepEqual([...statuses], [[200, users * callsEach]]);
  assert.ok(people.asked() >= users);

  // One of them goes on: it is refused, and the others are not.
  const [one = "", other = ""] = keys;
  const more = [];
  const left = limit.calls - callsEach;
  for (let call = 0; call < left + 5; call += 1) more.push(await validate(service, one));
  assert.ok(count(more, 200) >= left);
  if (seconds < 45) assert.deepEqual([count(more, 200), count(more, 429)], [left, 5]);
  assert.equal((await validate(service, other)).status, 200);
  assert.equal((await service.call("validateProposal", from("198.51.100.1", sent(one)))).status, 200, "elsewhere");
});

test("a user over the limit is the only one refused, under every key that it has", async () => {
  await using service = await startService({ more: shared });
  const ada = await service.owner();
  const [first, second, other] = [await service.newKey(ada), await service.newKey(ada), await service.newKey()];
  for (let call = 0; call < 20; call += 1) {
    const answer = await validate(service, call % 2 === 0 ? first : second);
    assert.deepEqual([answer.status, standing(answer).left], [200, 19 - call]);
    assert.equal(answer.headers["ratelimit-policy"], '"calls";q=20;w=60');
  }
  for (const key of [first, second]) {
    const refused = await validate(service, key);
    assert.deepEqual([refused.status, refused.json.code], [429, "rate-limited"]);
    assert.equal(refused.headers["retry-after"], String(standing(refused).seconds));
  }
  assert.equal(standing(await validate(service, other)).left, 19);
  const [line] = service.logged("call").filter(({ status }) => status === 429);
  assert.deepEqual([line?.callerId, line?.address], [ada.id, undefined]);
});

test("bad keys from a shared address are bounded, and do not stop those that are known", async () => {
  await using service = await startService({ more: { ...shared, sharedFactor: 3 } });
  const known = await service.newKey();
  assert.equal((await validate(service, known)).status, 200);
  const before = service.identity.introspections();
  const bad = await Promise.all(Array.from({ length: 150 }, () => validate(service, junkKey())));
  assert.deepEqual([count(bad, 401), count(bad, 429)], [60, 90]);
  const asked = service.identity.introspections() - before;
  figure("introspections of 150 bad keys from a shared address with 60 of them in a minute", asked, "60 to 92");
  assert.ok(asked >= 60 && asked < 60 + 32);
  // What has no key, and what does not look like one, is among them; a known key is not.
  assert.equal((await service.call("listDomains", from(office))).status, 429);
  assert.equal((await validate(service, "short")).status, 429);
  const late = service.identity.introspections();
  assert.equal((await validate(service, junkKey())).status, 429);
  assert.equal(service.identity.introspections(), late, "nobody is asked about it");
  assert.equal((await validate(service, known)).status, 200);
  assert.equal((await service.call("listDomains", from("203.0.113.8"))).status, 200, "another address of the network");
});

test("messages and pages from a shared address have bounds of their own", async () => {
  await using service = await startService({ more: { ...shared, sharedFactor: 2 } });
  const headers = { "x-forwarded-for": office };
  const flood = async (address: string, times: number) => {
    const statuses: number[] = [];
    for (let request = 0; request < times; request += 1) {
      statuses.push((await post(service.url, message("ping"), { headers: { "x-forwarded-for": address } })).status);
    }
    return statuses.filter((status) => status === 200).length;
  };
  assert.equal(await flood(office, 610), 600);
  assert.equal(await flood("198.51.100.2", 310), 300);
  assert.equal((await fetch(`${service.url}/llms.txt`, { headers })).status, 503);
});

test("without the setting, everyone behind an address shares its limit", async () => {
  const { sharedNetworks: _, ...usual } = shared;
  await using people = await startUsers();
  await using service = await startService({ more: usual, introspectionUrl: people.url });
  const answers = await Promise.all(Array.from({ length: 25 }, () => validate(service, people.newKey())));
  assert.deepEqual([count(answers, 200), count(answers, 429)], [20, 5]);
});

describe("with a store that instances share", { skip: withoutRedis }, () => {
  test("users and bad keys of a shared address are counted at all instances together", async () => {
    await using redis = await startRedis();
    const secret = "a secret that all instances of the fleet share";
    const store = { urls: [redis.url], secret, silenceMs: longSilenceMs };
    const more = { ...shared, sharedFactor: 2, store, instances: 2 };
    await using people = await startUsers();
    await using one = await startService({ more, introspectionUrl: people.url });
    await using two = await startService({ more, introspectionUrl: people.url });
    const keys = Array.from({ length: 30 }, people.newKey);
    const at = (url: string, key: string) => callAt(url, "validateProposal", from(office, sent(key)));
    for (const url of [one.url, two.url]) {
      const answers = [];
      for (const key of keys) answers.push(await at(url, key));
      assert.equal(count(answers, 200), 30);
    }
    const [ada = "", ben = ""] = keys;
    const hers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => at([one.url, two.url][index % 2] ?? "", ada)),
    );
    assert.deepEqual([count(hers, 200), count(hers, 429)], [18, 12]);
    const bad = await Promise.all(
      Array.from({ length: 120 }, (_, index) => at([one.url, two.url][index % 2] ?? "", junkKey())),
    );
    figure("bad keys of 120 at two instances that were not refused by the limit", count(bad, 401), 40);
    assert.deepEqual([count(bad, 401), count(bad, 429)], [40, 80]);
    assert.equal((await at(two.url, ben)).status, 200);
    // The probe of an instance is there for a second more.
    const names = ((await redis.send("KEYS", "*")) as string[]).filter((name) => !name.endsWith(":probe"));
    assert.equal(names.length, 31, "30 people and one address");
    assert.ok(names.every((name) => /^assay:\{[\w-]{22}\}$/.test(name)));
  });
});

function sent(key: string) {
  return { headers: bearer(key), body: anEnvelope() };
}

function validate(service: Service, key: string) {
  return service.call("validateProposal", from(office, sent(key)));
}

/** A hundred at a time: more than are checked at once. */
async function inBatches<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 100) await Promise.all(items.slice(at, at + 100).map(run));
}
