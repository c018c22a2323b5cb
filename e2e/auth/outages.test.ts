import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { waitUntil } from "@assay/testing/wait-until";
import { startCanary } from "../documents/unreliable-product.ts";
import { type Called, createEnvelope } from "../http/service.ts";
import { bearer, createJunkKey, type Service, startService } from "./service.ts";

test("while the identity service hangs, known keys are served and new ones do not wait", async () => {
  await using service = await startService({ more: { identityTimeoutMs: 2_000 } });
  const known = await service.createKey();
  assert.equal((await post(service, known)).status, 200);
  service.identity.pause();
  // The known key is due to be asked for again, and stays so however long the calls take.
  service.stopClock();
  service.advance(31);
  for (const answer of await Promise.all(Array.from({ length: 8 }, () => post(service, createJunkKey()))))
    assertUnavailable(answer);
  for (let call = 0; call < 20; call += 1) {
    assert.equal((await post(service, known)).status, 200);
    const began = performance.now();
    assertUnavailable(await post(service, createJunkKey()));
    assert.ok(performance.now() - began < 1_900, "nobody waits for the identity service any more");
  }
  service.identity.resume();
  await waitUntilServed(service, await service.createKey());
});

test("an identity service that answers nonsense, or does not know Assay, lets nobody new in", async () => {
  await using service = await startService();
  for (const status of [200, 204, 302, 400, 401, 403, 404]) {
    service.identity.failWith(status);
    assertUnavailable(await post(service, await service.createKey()));
  }
});

test("a redirect from the identity service is not followed, so neither key nor client secret goes where it leads", async () => {
  await using elsewhere = await startCanary();
  await using identity = await startStandIn();
  await using service = await startService({ introspectionUrl: identity.url });
  for (const status of [301, 302, 303, 307, 308]) {
    identity.redirect(status, `http://127.0.0.1:${elsewhere.port}/introspect`);
    assertUnavailable(await post(service, createJunkKey()));
  }
  assert.equal(elsewhere.hits, 0);
});

test("an end that is not a number lets that key wait, and no other", async () => {
  await using identity = await startStandIn();
  await using service = await startService({ introspectionUrl: identity.url });
  for (const exp of ["1000", "2099-01-01T00:00:00Z", null, [], true, String(Date.now()), {}]) {
    identity.setAnswer({ active: true, sub: "ada", exp });
    assertUnavailable(await post(service, createJunkKey()));
  }
  assert.match(String(service.findLogLines("identity-failed").at(-1)?.reason), /exp/);
  identity.setAnswer({ active: true, sub: "ada" });
  assert.equal((await post(service, createJunkKey())).status, 200);
});

/** An identity service that says the same of every key. */
async function startStandIn() {
  let answer: object = { active: false };
  let [status, location] = [200, ""];
  const server = createServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json", location }).end(JSON.stringify(answer));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/introspect`,
    setAnswer(next: object) {
      answer = next;
    },
    redirect(by: number, to: string) {
      [status, location] = [by, to];
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function post(service: Service, key: string): Promise<Called> {
  return service.call("validateProposal", { headers: bearer(key), body: createEnvelope() });
}

async function waitUntilServed(service: Service, key: string): Promise<void> {
  const isDone = ({ status }: Called) => status === 200;
  await waitUntil("a new key is accepted", () => post(service, key), { isDone, pauseMs: 10 });
}

function assertUnavailable({ status, json, headers }: Called): void {
  assert.deepEqual([status, json.code, json.retryable], [503, "identity-unavailable", true]);
  assert.match(headers["retry-after"] ?? "", /^[1-9]\d*$/);
}
