import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { startChild, startSandbox } from "@assay/sandbox";
import { figure } from "../../packages/engine/test/figure.ts";
import { anEnvelope, callAt } from "../http/service.ts";
import { newAddress } from "../limit/from.ts";
import { bearer } from "./service.ts";

const main = join(import.meta.dirname, "../../packages/server/src/main.ts");
const publicUrl = "http://assay.example";

test("a key that was used is not kept in memory", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-heap-"));
  try {
    await using sandbox = await startSandbox({ identity: true });
    const { identity } = sandbox;
    const { id: clientId, secret } = identity.clients.assay;
    writeFileSync(join(folder, "domains.json"), JSON.stringify({ domains: [sandbox.datamint.asDomain] }));
    await using server = await startChild({
      args: ["--conditions=assay-source", "--heapsnapshot-signal=SIGUSR2", main],
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        ASSAY_PUBLIC_URL: publicUrl,
        ASSAY_DOMAINS_FILE: "domains.json",
        ASSAY_INTROSPECTION_URL: identity.introspectionUrl,
        ASSAY_INTROSPECTION_CLIENT_ID: clientId,
        ASSAY_INTROSPECTION_CLIENT_SECRET: secret,
        ASSAY_TRUSTED_PROXIES: "127.0.0.0/8",
        ASSAY_PORT: "0",
        ASSAY_OPERATOR_PORT: "0",
      },
      isReady: (line) => line.includes('"event":"listening"'),
    });
    const { url } = JSON.parse(server.readyLine) as { readonly url: string };
    const send = (key: string) =>
      callAt(
        url,
        "validateProposal",
        { headers: { ...bearer(key), "x-forwarded-for": newAddress() }, body: anEnvelope() },
        publicUrl,
      );

    const people = [await identity.createPerson("Ada"), await identity.createPerson("Ben")];
    const used = await Promise.all(people.map((person) => identity.createKey(person)));
    for (const { key } of used) {
      for (let times = 0; times < 20; times += 1) assert.equal((await send(key)).status, 200);
    }
    // Connections end; the keys themselves would be known for half a minute.
    await wait(1_000);
    process.kill(server.pid, "SIGUSR2");
    const strings = await stringsOf(folder, async () => {
      assert.equal((await callAt(url, "listDomains", {}, publicUrl)).status, 200);
    });
    const hits = (part: string) => strings.filter((text) => text.includes(part)).length;
    assert.ok(hits(secret) > 0, "what the service keeps is found");
    const found = used.map(({ key }) => hits(key.slice(3, 15))).reduce((sum, count) => sum + count, 0);
    figure("canary keys in the strings on the heap of the service: hits", found, 0);
    assert.equal(found, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// The process stands still while it writes the snapshot: once it answers again, the file is whole.
async function stringsOf(folder: string, answers: () => Promise<void>): Promise<readonly string[]> {
  const find = () => readdirSync(folder).find((name) => name.endsWith(".heapsnapshot"));
  for (let tries = 0; find() === undefined && tries < 200; tries += 1) await wait(50);
  await answers();
  const { strings } = JSON.parse(readFileSync(join(folder, find() ?? ""), "utf8")) as { readonly strings: string[] };
  return strings;
}
