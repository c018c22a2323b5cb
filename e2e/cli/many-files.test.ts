import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
import { type JsonObject, limits } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { untilReady } from "@assay/testing/services/until-ready";
import { waitUntil } from "@assay/testing/wait-until";
import { aCandidate, type Service, startService } from "../http/service.ts";
import { type Desk, offline, setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

const domain = { targetProduct: "datamint", domainId: "generator-option" };
const key = { ASSAY_KEY: "ai_test" };

/** A service that counts the calls that it gets. */
interface Counted extends AsyncDisposable {
  readonly service: Service;
  readonly url: string;
  /** Calls since the last time that they were asked for. */
  calls(): readonly string[];
}

async function startCounted(
  facts: "public" | "none",
  mode: "snapshot" | "ranges" = "snapshot",
  calls?: number,
): Promise<Counted> {
  const lines: string[] = [];
  const service = await startService({
    ...(calls !== undefined && { limit: { calls, windowSeconds: 60 } }),
    log: { level: "info", to: { write: (line) => void lines.push(line) } },
    domain: ({ datamint }) => ({
      registry: { mode, url: datamint.registryUrl, facts },
      refreshSeconds: 1,
      maxStaleSeconds: { specPackage: 3_600, registry: 3_600 },
    }),
  });
  await untilReady(service.app);
  return {
    service,
    url: service.url,
    calls: () =>
      lines
        .splice(0)
        .map((line) => JSON.parse(line))
        .filter(({ event }) => event === "call")
        .map(({ operation }) => operation),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

let open: Counted;
let closed: Counted;
let desk: Desk;
before(async () => {
  [open, closed] = await Promise.all([startCounted("public", "snapshot", 20), startCounted("none", "snapshot", 20)]);
  desk = setUpDesk();
  desk.write("assay.json", domain);
  for (let index = 0; index < 250; index += 1) {
    const folder = index < 25 ? "few" : "more";
    const letters = `${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))}`;
    const mistake = index % 12 === 5 ? { supportedStrategies: ["fast", "fast"] } : {};
    desk.write(`${folder}/d${index}.json`, aCandidate({ generatorId: `card-${letters}`, ...mistake }));
  }
});
after(async () => {
  desk[Symbol.dispose]();
  await Promise.all([open[Symbol.asyncDispose](), closed[Symbol.asyncDispose]()]);
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

async function assay(
  args: readonly string[],
  { env = {}, version, cwd = desk.folder }: { env?: { [name: string]: string }; version?: string; cwd?: string } = {},
): Promise<Ran> {
  const { io, out, err } = createTestIo(cwd, { env, ...(version !== undefined && { version }) });
  const began = performance.now();
  const code = await run(args, io);
  return { code, out: out(), err: err(), ms: performance.now() - began };
}

test("drafts whose ids are public are checked here with one call, and without a key", async () => {
  const env = { ASSAY_SERVICE: open.url };
  open.calls();
  const one = await assay(["check", "few/d0.json"], { env: { ...env, ...key } });
  assert.deepEqual([one.code, open.calls()], [0, ["validateProposal"]]);
  for (const [files, folders, invalid] of [
    [25, ["few"], 2],
    [250, ["few", "more"], 21],
  ] as const) {
    const { code, out, err, ms } = await assay(["check", ...folders], { env });
    assert.deepEqual([code, err.replace(/Checked.*\n/, "")], [1, ""]);
    const totals = new RegExp(
      `\nChecked ${files} files in [\\d.]+ s: ${files - invalid} valid, ${invalid} invalid, ${invalid} errors\\.\n`,
    );
    assert.match(out.replace(/\n(?=invalid|errors)/g, " "), totals);
    const calls = open.calls();
    figure(`calls for ${files} drafts, ids public`, calls.length, 1);
    figure(`milliseconds for ${files} drafts in one process, ids public`, ms.toFixed(0), "-");
    assert.deepEqual(calls, ["listDomains"]);
  }
});

test("where ids are not public, the service is asked about valid drafts, or ids are left out", async () => {
  const env = { ASSAY_SERVICE: closed.url };
  closed.calls();
  const without = await assay(["check", "few", "--no-lookup"], { env });
  assert.match(without.out.replace(/\n/g, " "), /23 valid apart from the id, which was not looked up, 2 invalid/);
  assert.match(without.out, /^few\/d0\.json: Valid under 1\.0\.0 apart from the id, which was not looked up\.$/m);
  assert.deepEqual(closed.calls(), ["listDomains"]);
  figure("milliseconds for 25 drafts in one process, ids left out", without.ms.toFixed(0), "-");
  const all = await assay(["check", "few", "more", "--no-lookup"], { env });
  figure("milliseconds for 250 drafts in one process, ids left out", all.ms.toFixed(0), "-");
  assert.deepEqual(closed.calls(), ["listDomains"]);
  const json = JSON.parse((await assay(["check", "few", "--no-lookup", "--format", "json"], { env })).out);
  assert.ok(json.every((one: JsonObject) => one.idLookedUp === false));

  const unkeyed = await assay(["check", "few"], { env });
  assert.equal(unkeyed.code, 2);
  assert.match(unkeyed.err.replace(/\s+/g, " "), /ids of datamint are not public.*--no-lookup/);
  const failed = await assay(["check", "few/d5.json", "few/d17.json"], { env });
  assert.deepEqual([failed.code, failed.err], [1, ""]);
  assert.match(failed.out.replace(/\s+/g, " "), /Its id was not looked up\./);
  closed.calls();
  const some = ["few/d0.json", "few/d1.json", "few/d5.json"];
  const asked = await assay(["check", ...some], { env: { ...env, ...key } });
  assert.equal(asked.code, 1, asked.err);
  assert.deepEqual(closed.calls(), ["listDomains", "validateProposal", "validateProposal"]);
});

test("with an engine of another version each file is sent, and it says why", async () => {
  await using other = await startCounted("public");
  const env = { ASSAY_SERVICE: other.url, ...key };
  const ran = await assay(["check", "few/d0.json", "few/d5.json"], { env, version: "0.9.0" });
  assert.equal(ran.code, 1);
  assert.match(
    ran.err.replace("\nand", " and"),
    /^note: Each file is sent to http\S+, because its engine is 1\.0\.0 and this one is 0\.9\.0\.\n$/,
  );
  assert.deepEqual(other.calls(), ["listDomains", "validateProposal", "validateProposal"]);
  const remote = await assay(["check", "few/d0.json", "few/d5.json", "--remote"], { env });
  assert.equal(remote.code, 1);
  assert.deepEqual(other.calls(), ["validateProposal", "validateProposal"]);
  const pattern = await assay(["check", "few/*.json", "--format", "json"], { env: { ASSAY_SERVICE: other.url } });
  assert.equal(JSON.parse(pattern.out).length, 25);
});

test("rules and ids that fail for a while are asked for again, a few times; then it is the service that failed", async () => {
  const failing = { path: "", status: 0, times: 0 };
  const asked = new Map<string, number>();
  await using front = createServer(async ({ url = "" }, response) => {
    const count = (asked.get(url) ?? 0) + 1;
    asked.set(url, count);
    if (url.includes(failing.path) && count <= failing.times) {
      if (failing.status === 0) return void response.destroy();
      return void response.writeHead(failing.status, { "retry-after": "0" }).end();
    }
    const answer = await fetch(`${open.url}${url}`);
    response.writeHead(answer.status).end(await answer.bytes());
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  const env = { ASSAY_SERVICE: `http://127.0.0.1:${(front.address() as AddressInfo).port}` };
  desk.write("alone/a.json", aCandidate({ generatorId: "card-alone" }));
  for (const [path, status, times, code, attempts] of [
    ["/spec-packages/", 503, 100, 3, 5],
    ["/spec-packages/", 503, 1, 0, 2],
    ["/spec-packages/", 404, 100, 2, 1],
    ["/registry/", 429, 100, 3, 5],
    ["/registry/", 0, 1, 0, 2],
    ["/registry/", 404, 100, 2, 1],
  ] as const) {
    Object.assign(failing, { path, status, times });
    asked.clear();
    const ran = await assay(["check", "alone"], { env });
    assert.deepEqual([ran.code, Math.max(...asked.values())], [code, attempts], `${path} ${status} ${ran.err}`);
  }
});

test("what is beside drafts in a folder is left out: settings, packages and rules", async () => {
  using own = setUpDesk();
  await using other = await startCounted("public");
  const env = { ASSAY_SERVICE: other.url };
  own.write("assay.json", domain);
  own.write("drafts/a.json", aCandidate({ generatorId: "only-one", supportedStrategies: ["fast", "fast"] }));
  own.write("drafts/assay.json", domain);
  own.write("drafts/spec-package.json", { format: "spec-package/v1", ...domain });
  own.write("drafts/node_modules/x/package.json", {});
  own.write("drafts/.hidden/x.json", {});
  // One draft in a folder is a set all the same: it needs no key.
  const checked = await assay(["check", "drafts"], { env, cwd: own.folder });
  assert.equal(
    // A slow machine says what it waits for.
    checked.err.replace(/^(?:Waiting for|Checked \d+ of) .*\n/gm, "").replace("\nskipped", " skipped"),
    "note: drafts/spec-package.json is a spec package, not a candidate: it is skipped.\n",
  );
  assert.match(checked.out, /Checked 1 file in [\d.]+ s: 0 valid, 1 invalid, 1 error\.\n/);
  const fixed = await assay(["fix", "drafts/"], { env, cwd: own.folder });
  assert.equal(fixed.code, 0, fixed.err);
  assert.match(
    fixed.out,
    /^fixed: drafts\/a\.json:\d+:\d+: .+\ndrafts\/a\.json: 1 safe fix\.\n1 safe fix in 1 file, 1 of 1 file valid\.\n$/,
  );
  const single = await assay(["check", "drafts/spec-package.json"], { env: { ...env, ...key }, cwd: own.folder });
  assert.equal(single.code, 2);
  assert.match(single.err, /is a spec package, not a candidate[\s\S]*assay\s+spec\s+check/);
  for (const command of ["check", "fix"]) {
    const skipped = await assay([command, "drafts/spec*.json"], { env, cwd: own.folder });
    assert.deepEqual([skipped.code, skipped.out], [2, ""], command);
  }
  const none = await assay(["check", "drafts/*.yaml"], { env, cwd: own.folder });
  assert.match(none.err, /No file matches "drafts\/\*\.yaml"/);
});

test("one draft that is too large does not keep the others from being checked and fixed", async () => {
  using own = setUpDesk();
  own.write("assay.json", domain);
  own.write("drafts/a.json", aCandidate({ description: "x".repeat(limits.bodyBytes) }));
  own.write("drafts/b.json", aCandidate({ generatorId: "only-two", supportedStrategies: ["fast", "fast"] }));
  const ran = (...args: readonly string[]) => assay([...args, ...offline], { cwd: own.folder });
  const json = await ran("check", "drafts", "--format", "json");
  assert.partialDeepStrictEqual(JSON.parse(json.out || assert.fail(json.err)), [
    { file: "drafts/a.json", valid: false, unreadable: { code: "body-too-large" } },
    { file: "drafts/b.json", valid: false, diagnostics: [{ code: "list.duplicate" }] },
  ]);
  const github = await ran("check", "drafts", "--format", "github");
  assert.match(
    github.out,
    /^::error file=drafts\/a\.json,line=1,.*,title=body-too-large::.+\n::error file=drafts\/b\.json,/,
  );
  const fixed = await ran("fix", "drafts");
  assert.deepEqual([json.code, github.code, fixed.code], [1, 1, 1]);
  assert.match(fixed.out, /error\[body-too-large\][\s\S]*\n1 safe fix in 1 file, 1 of 2 files valid\.\n/);
});

test("settings are found from the draft upwards, then from the current folder", async () => {
  using own = setUpDesk();
  own.write("project/assay.json", { service: open.url, ...domain });
  own.write("project/drafts/a.json", aCandidate({ generatorId: "far-away" }));
  own.write("elsewhere/other.json", {});
  const far = await assay(["check", "../project/drafts/a.json"], {
    cwd: join(own.folder, "elsewhere"),
    env: { ...key, ASSAY_SERVICE: open.url },
  });
  assert.equal(far.code, 0, far.err);
  const unnamed = await assay(["check", "project/drafts/a.json"], { cwd: own.folder, env: key });
  assert.equal(unnamed.code, 2);
  assert.match(unnamed.err, /Nothing was sent\. project\/assay\.json names the service/);
  own.write("second/assay.json", { service: closed.url, ...domain });
  own.write("second/b.json", aCandidate());
  const env = { ...key, XDG_CONFIG_HOME: join(own.folder, ".config") };
  await run(["login", open.url], createTestIo(own.folder, { env, input: "ai_test" }).io);
  const both = await assay(["check", "project", "second"], { cwd: own.folder, env });
  assert.equal(both.code, 2, both.out);
});

test("a draft that is valid here and taken meanwhile is not said to be free", async () => {
  await using changing = await startCounted("public", "ranges");
  const { datamint } = changing.service.sandbox;
  const env = { ASSAY_SERVICE: changing.url };
  const ids = Array.from({ length: 4 }, (_, index) => `soon-${String.fromCharCode(97 + index)}`);
  for (const id of ids) desk.write(`soon/${id}.json`, aCandidate({ generatorId: id }));
  const verdicts = async () => {
    const { out, err } = await assay(["check", "soon", "--format", "json"], { env });
    return (JSON.parse(out || assert.fail(err)) as { file: string; valid: boolean }[]).filter(({ valid }) => !valid);
  };
  assert.deepEqual(await verdicts(), []);
  // Whatever the service knows when the files are read is known here too, file by file.
  for (const [index, id] of ids.entries()) {
    datamint.register(id, "active");
    const body = { ...domain, candidate: aCandidate({ generatorId: id }) };
    const ask = () => changing.service.call("validateProposal", { body });
    await waitUntil("the service knows the id", ask, { isDone: ({ json }) => !json.valid });
    const invalid = await verdicts();
    assert.ok(invalid.length >= index + 1 && invalid.some(({ file }) => file === `soon/${id}.json`));
  }
});
