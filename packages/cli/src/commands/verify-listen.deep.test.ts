import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { firstSpecPackage, limits, resolveTests, type SpecTest, type Verification } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { engine } from "@assay/testing/cases/run-case";
import { printFigure } from "@assay/testing/print-figure";
import { processorSeconds } from "@assay/testing/services/processor-seconds";
import { type Child, startChild } from "@assay/testing/services/start-child";

const cwd = mkdtempSync(join(tmpdir(), "assay-listen-"));
after(() => rmSync(cwd, { recursive: true }));
const main = join(import.meta.dirname, "../main.ts");
const rules = firstSpecPackage("wayfinder", "route");
const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(rules)));
assert.ok(compiled.kind === "ok");
const { spec } = compiled;
const { candidate } = resolveTests(rules)[0] as SpecTest;
const freeView = registryFromSnapshot({ revision: "1", entries: [], pending: [] });
const { proposalPackage } = engine.build({ spec, registry: freeView, candidate });
assert.ok(proposalPackage);
const body = JSON.stringify({ proposalPackage });

// A file is replaced by renaming, so that nobody reads half of it.
function replaceFile(name: string, content: string | object): void {
  writeFileSync(join(cwd, "new"), typeof content === "string" ? content : JSON.stringify(content));
  renameSync(join(cwd, "new"), join(cwd, name));
}

function replaceRegistry(revision: string, ids: readonly string[] = []): void {
  const head = { format: "generator-registry/v1", targetProduct: "wayfinder", complete: true, pending: [] };
  replaceFile("registry.json", { ...head, revision, entries: ids.map((id) => ({ id, state: "active" })) });
}

async function listen(address = "127.0.0.1:0"): Promise<Child & { readonly address: string }> {
  replaceFile("rules.json", rules);
  replaceRegistry("1");
  const files = ["--spec-package", "rules.json", "--registry", "registry.json"];
  const args = ["--conditions=assay-source", main, "verify", "--listen", address, ...files];
  const isReady = (line: string) => line.startsWith("listening at ");
  const child = await startChild({ args, cwd, isReady });
  return Object.assign(child, { address: child.readyLine.replace("listening at ", "") });
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly agent?: Agent;
  readonly text?: string;
}

function open(address: string, { method = "POST", path = "/", headers, agent }: Sent) {
  const place = address.startsWith("http")
    ? { host: "127.0.0.1", port: new URL(address).port }
    : { socketPath: address };
  return request({ ...place, method, path, agent, headers: { "content-type": "application/json", ...headers } });
}

async function send(address: string, sent: Sent = {}) {
  const sending = open(address, sent).end(sent.method === undefined ? (sent.text ?? body) : undefined);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  return {
    status: response.statusCode,
    revision: response.headers["registry-revision"],
    connection: response.headers.connection,
    text: await text(response),
  };
}

const readKind = ({ text }: { readonly text: string }) => (JSON.parse(text) as Verification).kind;
const readReady = (address: string) => send(address, { method: "GET", path: "/readyz" });

describe("assay verify --listen", { concurrency: false }, () => {
  test("answers what the command prints, under the files as they are when the request is sent", async () => {
    await using server = await listen();
    const { address } = server;
    const accepted = await send(address);
    assert.deepEqual([accepted.status, accepted.revision, readKind(accepted)], [200, "1", "ok"]);
    const command = ["verify", "-", "--spec-package", "rules.json", "--registry", "registry.json", "--format", "json"];
    const printed = spawnSync(process.execPath, ["--conditions=assay-source", main, ...command], { cwd, input: body });
    assert.equal(accepted.text, printed.stdout.toString());

    replaceRegistry("2", ["Sea.Side"]);
    const taken = await send(address);
    assert.deepEqual([taken.status, taken.revision, readKind(taken)], [200, "2", "invalid"]);
    replaceFile("rules.json", { ...rules, version: "1.1.0" });
    assert.equal(readKind(await send(address)), "other-spec-package");
    for (const [sent, code] of [
      ["{", "malformed-json"],
      [" ".repeat(4_194_305), "body-too-large"],
      [" ".repeat(20_000_000), "body-too-large"],
    ] as const) {
      const { status, text } = await send(address, { text: sent });
      assert.equal(status, 200);
      assert.partialDeepStrictEqual(JSON.parse(text), { kind: "unreadable", unreadable: { code } });
    }
  });

  test("keeps the previous files while the new ones cannot be read, and /readyz says so", async () => {
    await using server = await listen();
    const { address } = server;
    assert.equal((await readReady(address)).text, "ready\n");
    const breakages: readonly (() => void)[] = [
      () => replaceFile("registry.json", "{"),
      () => replaceFile("rules.json", { ...rules, tests: [] }),
      () => replaceFile("rules.json", " ".repeat(limits.specPackage.bytes + 1)),
      () => replaceFile("rules.json", { ...rules, targetProduct: "other" }),
      () => rmSync(join(cwd, "rules.json")),
      () => symlinkSync("rules.json", join(cwd, "rules.json")),
    ];
    for (const damage of breakages) {
      damage();
      const [answer, ready] = [await send(address), await readReady(address)];
      assert.deepEqual([answer.status, answer.revision, readKind(answer)], [200, "1", "ok"]);
      assert.equal(ready.status, 200);
      assert.match(ready.text, /^ready: .*(registry|rules)\.json.* Its previous content stays in use\.$/ms);
    }
    replaceRegistry("2", ["sea-side"]);
    const taken = await send(address);
    assert.deepEqual([taken.revision, readKind(taken)], ["2", "invalid"], "a broken spec package delays no registry");
    replaceFile("rules.json", rules);
    replaceRegistry("3");
    const repaired = await send(address);
    assert.deepEqual([repaired.revision, readKind(repaired)], ["3", "ok"]);
    assert.equal((await readReady(address)).text, "ready\n");
  });

  test("refuses web pages, other names for this machine, other media types and other paths", async () => {
    await using server = await listen();
    const { port } = new URL(server.address);
    for (const [headers, status] of [
      [{}, 200],
      [{ host: "localhost" }, 200],
      [{ host: `[::1]:${port}` }, 200],
      [{ "content-type": "application/json; charset=utf-8" }, 200],
      [{ host: `attacker.example:${port}` }, 421],
      [{ host: "127.0.0.1.attacker.example" }, 421],
      [{ host: "10.0.0.1" }, 421],
      [{ origin: "https://attacker.example" }, 403],
      [{ origin: "null" }, 403],
      [{ origin: server.address }, 403],
      [{ "content-type": "text/plain" }, 415],
      [{ "content-type": "application/jsonp" }, 415],
    ] as const) {
      const answer = await send(server.address, { headers });
      assert.deepEqual(
        [answer.status, answer.revision],
        [status, status === 200 ? "1" : undefined],
        JSON.stringify(headers),
      );
    }
    for (const [method, path] of [
      ["GET", "/"],
      ["POST", "/readyz"],
      ["OPTIONS", "/"],
    ] as const)
      assert.equal((await send(server.address, { method, path })).status, 404, `${method} ${path}`);
    const foreign = { method: "GET", path: "/readyz", headers: { host: "attacker.example" } };
    assert.equal((await send(server.address, foreign)).status, 421);
  });

  test("listens on this machine only, or at a Unix socket", async () => {
    await using server = await listen("./assay.sock");
    assert.equal(readKind(await send(join(cwd, "assay.sock"))), "ok");
    await using onLoopback = await listen();
    const { port } = new URL(onLoopback.address);
    for (const { address, internal, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? [])) {
      if (internal || family !== "IPv4") continue;
      await assert.rejects(fetch(`http://${address}:${port}/readyz`), address);
    }
    assert.equal((await server.stop()).code, 0);
  });

  test("answers under one of two revisions while the registry is replaced, and last under the new one", async () => {
    await using server = await listen();
    const ids = Array.from({ length: 20_000 }, (_, index) => `other-${index}`);
    const outcomes = new Set<string | undefined>();
    let isReplaced = false;
    const callers = Array.from({ length: 8 }, async () => {
      for (let call = 0; call < 50 || !isReplaced; call += 1) {
        const answer = await send(server.address);
        outcomes.add(`${answer.revision} ${readKind(answer)}`);
      }
    });
    for (const revision of ["2", "1", "2"]) {
      if (revision === "2") replaceRegistry("2", [...ids, "seaside"]);
      else replaceRegistry("1", ids);
      const answer = await send(server.address);
      assert.deepEqual([answer.revision, readKind(answer)], [revision, revision === "2" ? "invalid" : "ok"]);
    }
    isReplaced = true;
    await Promise.all(callers);
    // On a slow machine, all calls can fall under one of them.
    assert.deepEqual(
      [...outcomes].filter((outcome) => outcome !== "1 ok" && outcome !== "2 invalid"),
      [],
    );
    assert.equal((await send(server.address)).revision, "2");
  });

  test("answers a call that is in progress at SIGTERM, then ends", async () => {
    await using server = await listen();
    const agent = new Agent({ keepAlive: true });
    await send(server.address, { agent });
    const sending = open(server.address, { agent, headers: { expect: "100-continue" } });
    sending.flushHeaders();
    await once(sending, "continue");
    sending.write(body.slice(0, 100));
    const stopping = server.stop();
    await assert.rejects(async () => {
      for (;;) await send(server.address);
    });
    sending.end(body.slice(100));
    const [response] = (await once(sending, "response")) as [IncomingMessage];
    assert.equal((JSON.parse(await text(response)) as Verification).kind, "ok");
    assert.equal(response.headers.connection, "close");
    assert.deepEqual(await stopping, { code: 0, signal: null });
    agent.destroy();
  });

  test("takes a hundredth of the processor time that starting a process for each package would take", async () => {
    await using server = await listen();
    const secondsToStart = processorSeconds(server.pid);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const calls = 1_000;
    for (let call = 0; call < calls; call += 1) assert.equal(readKind(await send(server.address, { agent })), "ok");
    agent.destroy();
    const secondsPerCall = (processorSeconds(server.pid) - secondsToStart) / calls;
    printFigure("processor time of a call in ms", (1_000 * secondsPerCall).toFixed(2), "-");
    assert.ok(100 * secondsPerCall < secondsToStart, `${secondsPerCall} ${secondsToStart}`);
  });
});
