import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { figure } from "@assay/testing/figure";
import { waitUntil } from "@assay/testing/wait-until";
import { anEnvelope, callAt } from "../http/service.ts";
import { newAddress } from "../limit/from.ts";
import { startBinary } from "../start-binary.ts";
import { bearer } from "./service.ts";

test("a key that was used is not kept in memory", async () => {
  const settings = { ASSAY_TRUSTED_PROXIES: "127.0.0.0/8" };
  await using binary = await startBinary(settings, ["--heapsnapshot-signal=SIGUSR2"]);
  const { url, publicUrl, folder, pid } = binary;
  const { identity } = binary.sandbox;
  const send = (key: string) => {
    const headers = { ...bearer(key), "x-forwarded-for": newAddress() };
    return callAt(url, "validateProposal", { headers, body: anEnvelope() }, publicUrl);
  };

  const people = [await identity.createPerson("Ada"), await identity.createPerson("Ben")];
  const used = await Promise.all(people.map((person) => identity.createKey(person)));
  for (const { key } of used) {
    for (let times = 0; times < 20; times += 1) assert.equal((await send(key)).status, 200);
  }
  const search = async () => {
    process.kill(pid, "SIGUSR2");
    const strings = await stringsOf(folder, async () => {
      assert.equal((await callAt(url, "listDomains", {}, publicUrl)).status, 200);
    });
    const hits = (part: string) => strings.filter((text) => text.includes(part)).length;
    assert.ok(hits(identity.clients.assay.secret) > 0, "what the service keeps is found");
    return used.map(({ key }) => hits(key.slice(3, 15))).reduce((sum, count) => sum + count, 0);
  };
  // Connections need a moment to end. What the service knows of a key would be forgotten after half a minute.
  const options = { isDone: (found: number) => found === 0, pauseMs: 1_000, timeoutMs: 20_000 };
  await wait(1_000);
  const found = await waitUntil("no key is on the heap of the service", search, options);
  figure("canary keys in the strings on the heap of the service: hits", found, 0);
});

// The process stands still while it writes the snapshot: once it answers again, the file is whole.
async function stringsOf(folder: string, answers: () => Promise<void>): Promise<readonly string[]> {
  const find = () => readdirSync(folder).find((name) => name.endsWith(".heapsnapshot")) ?? "";
  const file = join(folder, await waitUntil("a heap snapshot is written", find));
  await answers();
  const { strings } = JSON.parse(readFileSync(file, "utf8")) as { readonly strings: string[] };
  rmSync(file);
  return strings;
}
