import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
import { requestLimits } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { waitUntil } from "@assay/testing/wait-until";
import { createCandidate, type Service, startService } from "../http/service.ts";
import { formatVerdict } from "../serve-cases.ts";
import { type Desk, setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

const domain = { targetProduct: "datamint", domainId: "generator-option" };
const key = { ASSAY_KEY: "ai_test" };

/** A service, reached through a server that notes each request and can answer instead. */
interface Counted extends AsyncDisposable {
  readonly service: Service;
  readonly url: string;
  /** The requests since the last time that they were asked for, each with its status. */
  requests(): readonly string[];
  /** What is answered instead at paths with this text in it, so many times. */
  instead: { path: string; times: number; status: number; body?: Uint8Array };
}

async function startCounted(isPublic: boolean, limit?: { calls: number; windowSeconds: number }): Promise<Counted> {
  await using started = new AsyncDisposableStack();
  const service = started.use(
    await startService({
      ...(limit && { limit }),
      domain: ({ datamint }) => ({
        registry: { url: datamint.registryUrl, public: isPublic },
        refreshSeconds: 1,
        maxStaleSeconds: { specPackage: 3_600, registry: 3_600 },
      }),
    }),
  );
  await waitUntilReady(service.app);
  const requests: string[] = [];
  const front = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const { instead } = counted;
    const note = (status: number) => requests.push(`${method} ${url.replace(/[0-9a-f]{64}/, "SHA")} ${status}`);
    if (url.includes(instead.path) && instead.times > 0) {
      instead.times -= 1;
      note(instead.status);
      if (instead.status === 0) return void response.destroy();
      return void response.writeHead(instead.status, { "retry-after": "0" }).end(instead.body);
    }
    const names = ["authorization", "content-type", "if-none-match"];
    const passed = Object.entries(headers).filter(([name]) => names.includes(name)) as [string, string][];
    const body = method === "POST" ? await text(request) : null;
    const answer = await fetch(service.url + url, { method, headers: passed, body });
    note(answer.status);
    const wait = answer.headers.get("retry-after");
    response.writeHead(answer.status, wait === null ? {} : { "retry-after": wait }).end(await answer.bytes());
  }).listen(0, "127.0.0.1");
  await once(front, "listening");
  started.defer(() => {
    front.closeAllConnections();
    front.close();
  });
  const running = started.move();
  const counted: Counted = {
    service,
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    requests: () => requests.splice(0),
    instead: { path: "", times: 0, status: 0 },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
  return counted;
}

let open: Counted;
let closed: Counted;
let desk: Desk;
before(async () => {
  [open, closed] = await Promise.all([startCounted(true), startCounted(false)]);
  desk = setUpDesk();
  desk.write("assay.json", domain);
  for (let index = 0; index < 250; index += 1) {
    const folder = index < 25 ? "few" : "more";
    const letters = `${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))}`;
    const mistake = index % 12 === 5 ? { supportedStrategies: ["fast", "fast"] } : {};
    desk.write(`${folder}/d${index}.json`, createCandidate({ generatorId: `card-${letters}`, ...mistake }));
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

async function runAssay(
  args: readonly string[],
  { env = {}, cwd = desk.folder, version }: { env?: { [name: string]: string }; cwd?: string; version?: string } = {},
): Promise<Ran> {
  const { io, out, err } = createTestIo(cwd, { env, version });
  const began = performance.now();
  const code = await run(args, io);
  return { code, out: out(), err: err(), ms: performance.now() - began };
}

// The rules in force, the announced ones, and the registry.
const listPublished = (status: number) => [
  "GET /api/domains 200",
  ...["spec-packages/SHA.json", "spec-packages/SHA.json", "registry"].map(
    (name) => `GET /facts/datamint/generator-option/${name} ${status}`,
  ),
];

test("with --local drafts are checked here without a key, with what the service publishes now", async () => {
  const env = { ASSAY_SERVICE: open.url };
  for (const [files, folders, invalid, status] of [
    [25, ["few"], 2, 200],
    [250, ["few", "more"], 21, 304],
  ] as const) {
    const { code, out, err, ms } = await runAssay(["check", "--local", ...folders], { env });
    assert.deepEqual([code, err.replace(/Checked.*\n/, "")], [1, ""]);
    assert.match(
      out,
      new RegExp(`\nChecked ${files} files in [\\d.]+ s: ${files - invalid} valid, ${invalid} invalid\\.\n`),
    );
    const requests = open.requests();
    figure(`requests for ${files} drafts with --local`, requests.length, 4);
    figure(`milliseconds for ${files} drafts with --local in one process`, ms.toFixed(0), "-");
    assert.deepEqual(requests, listPublished(status));
  }
  open.service.sandbox.datamint.register("card-aa", "active");
  await waitUntil("the id is taken", () => runAssay(["check", "--local", "few/d0.json"], { env }), {
    isDone: ({ code, out }) => code === 1 && out.includes("registry.id-taken"),
  });
});

test("a copy that was kept is only used if the service confirms it", async () => {
  using own = setUpDesk();
  own.write("a.json", createCandidate({ generatorId: "kept-card" }));
  const check = () => runAssay(["check", "--local", "a.json"], { cwd: own.folder, env: { ASSAY_SERVICE: open.url } });
  own.write("assay.json", domain);
  assert.equal((await check()).code, 0);
  const folder = join(own.folder, ".cache/assay");
  const [service = ""] = readdirSync(folder);
  assert.deepEqual([statSync(folder).mode & 0o777, statSync(join(folder, service)).mode & 0o777], [0o700, 0o700]);
  const kept = readdirSync(join(folder, service)).map((name) => join(folder, service, name));
  assert.equal(kept.length, 3);
  for (const file of kept) {
    assert.equal(statSync(file).mode & 0o777, 0o600);
    writeFileSync(file, "{}");
  }
  open.requests();
  assert.equal((await check()).code, 0);
  assert.deepEqual(open.requests(), listPublished(200));
  for (const [path, status, times, code, attempts] of [
    ["/api/domains", 0, 9, 3, 5],
    ["/spec-packages/", 503, 9, 3, 5],
    ["/spec-packages/", 503, 1, 0, 3],
    ["/spec-packages/", 404, 9, 3, 1],
    ["/registry", 0, 1, 0, 2],
    ["/registry", 404, 9, 3, 1],
  ] as const) {
    open.instead = { path, status, times };
    const ran = await check();
    const asked = open.requests().filter((request) => request.includes(path)).length;
    assert.deepEqual([ran.code, asked], [code, attempts], `${path} ${status} ${ran.err}`);
  }
  open.instead = { path: "", status: 0, times: 0 };
});

test("an id is not looked up here if the registry is not public or too large, and the verdict says so", async () => {
  const large = { path: "/registry", status: 200, times: 9, body: new Uint8Array(4_194_305) };
  for (const [{ url }, instead] of [
    [closed, large],
    [open, large],
  ] as const) {
    open.instead = { ...instead };
    const env = { ASSAY_SERVICE: url };
    const one = await runAssay(["check", "--local", "few/d1.json"], { env });
    assert.equal(one.code, 0);
    assert.match(one.out, /^few\/d1\.json: Valid\. .*not looked up\.$/m);
    const all = await runAssay(["check", "--local", "few"], { env });
    assert.match(all.out, /23 valid, 2 invalid/);
    const json = JSON.parse((await runAssay(["build", "--local", "few/d5.json", "--format", "json"], { env })).out);
    assert.equal(json.registry.idStatus, "not-looked-up");
  }
  open.instead = { path: "", status: 0, times: 0 };
});

test("an engine of another version gives no verdict here", async () => {
  const ran = await runAssay(["check", "--local", "few"], { env: { ASSAY_SERVICE: open.url }, version: "0.9.0" });
  assert.deepEqual([ran.code, ran.out], [2, ""]);
  assert.match(ran.err.replace(/\s+/g, " "), /is 1\.0\.0 and this one is 0\.9\.0/);
});

test("without --local each file is a call, a limit is waited out, and verdicts are the same as here", async () => {
  const { calls } = requestLimits;
  await using limited = await startCounted(true, { calls, windowSeconds: 2 });
  const env = { ASSAY_SERVICE: limited.url };
  const unkeyed = await runAssay(["check", "few"], { env });
  assert.deepEqual([unkeyed.code, limited.requests()], [2, []]);
  assert.match(unkeyed.err.replace(/\s+/g, " "), /needs a key.* With --local/);
  const asked = await runAssay(["check", "few", "--format", "json"], { env: { ...env, ...key } });
  assert.match(
    asked.err.replace(/\s+/g, " "),
    /^note: 25 files are as many calls, and .* With --local they are checked here\./,
  );
  assert.match(asked.err, /^Checked \d+ of 25 files(: waiting \d+ s \(rate-limited\))?$/m);
  const requests = limited.requests();
  assert.equal(requests.filter((request) => request === "POST /api/validate 200").length, 25);
  assert.ok(requests.includes("POST /api/validate 429"));
  const here = await runAssay(["check", "few", "--local", "--format", "json"], { env });
  assert.deepEqual([asked.code, here.code], [1, 1]);
  const readVerdicts = ({ out }: Ran) => (JSON.parse(out) as object[]).map(formatVerdict);
  assert.deepEqual(readVerdicts(here), readVerdicts(asked));
});

test("what is beside drafts in a folder is left out: settings, packages and rules", async () => {
  using own = setUpDesk();
  const env = { ASSAY_SERVICE: open.url };
  own.write("assay.json", domain);
  own.write("drafts/a.json", createCandidate({ generatorId: "only-one", supportedStrategies: ["Fast"] }));
  own.write("drafts/assay.json", domain);
  own.write("drafts/spec-package.json", { format: "spec-package/v1", ...domain });
  own.write("drafts/node_modules/x/package.json", {});
  own.write("drafts/.hidden/x.json", {});
  const checked = await runAssay(["check", "--local", "drafts"], { env, cwd: own.folder });
  assert.equal(
    // A slow machine says what it waits for.
    checked.err.replace(/^(?:Waiting for|Checked \d+ of) .*\n/gm, "").replace("\nskipped", " skipped"),
    "note: drafts/spec-package.json is a spec package, not a candidate: it is skipped.\n",
  );
  assert.match(checked.out, /Checked 1 file in [\d.]+ s: 0 valid, 1 invalid\.\n/);
  const fixed = await runAssay(["fix", "--local", "drafts/"], { env, cwd: own.folder });
  assert.equal(fixed.code, 0, fixed.err);
  assert.match(fixed.out, /^fixed: drafts\/a\.json:\d+:\d+: .+\ndrafts\/a\.json: Valid/);
  const single = await runAssay(["check", "drafts/spec-package.json"], { env: { ...env, ...key }, cwd: own.folder });
  assert.equal(single.code, 2);
  assert.match(single.err, /is a spec package, not a candidate[\s\S]*assay\s+spec\s+check/);
  for (const command of ["check", "fix"]) {
    const skipped = await runAssay([command, "drafts/spec*.json"], { env, cwd: own.folder });
    assert.deepEqual([skipped.code, skipped.out], [2, ""], command);
  }
  const none = await runAssay(["check", "drafts/*.yaml"], { env, cwd: own.folder });
  assert.match(none.err, /No file matches "drafts\/\*\.yaml"/);
});
