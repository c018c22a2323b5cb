import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { aPackage, get, submitTo } from "../test/packages.ts";
import { specPackageFile } from "./datamint/spec-packages.ts";
import { startSandbox } from "./start-sandbox.ts";

test("after it stopped nothing listens any more, even if clients hold on to their connections", async () => {
  const sandbox = await startSandbox();
  const ports = [sandbox.datamint.origin, sandbox.voting.origin].map(portOf);
  await submitTo(sandbox.datamint.submissionUrl, { proposalPackage: aPackage() });
  const silent = connect(ports[0] as number, "127.0.0.1");
  await once(silent, "connect");
  const closed = once(silent, "close");
  await sandbox[Symbol.asyncDispose]();
  await closed;
  for (const port of ports) await assertNobodyAt(port);
});

test("two sandboxes share nothing", async () => {
  await using one = await startSandbox();
  await using other = await startSandbox();
  one.datamint.register("loyalty-card");
  assert.equal((await submitTo(one.datamint.submissionUrl, { proposalPackage: aPackage() })).status, 422);
  assert.equal((await submitTo(other.datamint.submissionUrl, { proposalPackage: aPackage() })).status, 201);
});

test("with files as databases, a sandbox goes on after a restart where it was", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-sandbox-"));
  try {
    const before = await startSandbox(filesIn(folder));
    before.datamint.register("gift-card");
    const headers = { "idempotency-key": "once" };
    const first = await submitTo(before.datamint.submissionUrl, { proposalPackage: aPackage() }, headers);
    before.datamint.publish(specPackageFile("2.0.0"));
    const registry = (await get(before.datamint.registryUrl)).body;
    await before[Symbol.asyncDispose]();

    await using after = await startSandbox(filesIn(folder));
    assert.equal((await get(after.datamint.specPackageUrl)).body.version, "2.0.0");
    assert.deepEqual((await get(after.datamint.registryUrl)).body, registry);
    const again = await submitTo(after.datamint.submissionUrl, { proposalPackage: aPackage() }, headers);
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, first.body);
    const old = await submitTo(after.datamint.submissionUrl, {
      proposalPackage: aPackage({ generatorId: "day-pass" }),
    });
    assert.equal(old.body.code, "spec-package-changed");
    const { id } = first.body.proposal.ballot;
    assert.equal((await get(`${after.voting.origin}/ballots/${id}`)).body.state, "open");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("when one service cannot start, the other one does not stay", async () => {
  const gone = await startSandbox();
  const free = portOf(gone.voting.origin);
  await gone[Symbol.asyncDispose]();
  await using running = await startSandbox();
  const taken = portOf(running.datamint.origin);
  await assert.rejects(startSandbox({ voting: { port: free }, datamint: { port: taken } }), { code: "EADDRINUSE" });
  await assertNobodyAt(free);
});

async function assertNobodyAt(port: number): Promise<void> {
  const [error] = await once(connect(port, "127.0.0.1"), "error");
  assert.equal(error.code, "ECONNREFUSED");
}

function portOf(origin: string): number {
  return Number(new URL(origin).port);
}

function filesIn(folder: string) {
  return { datamint: { database: join(folder, "datamint.db") }, voting: { database: join(folder, "voting.db") } };
}
