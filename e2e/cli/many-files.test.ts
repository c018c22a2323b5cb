import assert from "node:assert/strict";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { requestLimits } from "@assay/contract";
import { printFigure } from "@assay/testing/print-figure";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { waitUntil } from "@assay/testing/wait-until";
import { createCandidate } from "../http/create-envelope.ts";
import { type Service, startService } from "../http/start-service.ts";
import { startScriptedServer } from "../scripted-server.ts";
import { formatVerdict } from "../serve-cases.ts";
import { runAssay } from "./test-io.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

const domain = { targetProduct: "datamint", domainId: "generator-option" };
const key = { ASSAY_KEY: "ai_test" };
const noFault = { path: "", times: 0, status: 0 };

/** A service behind a proxy that records every request, and can answer in the service's place. */
interface RecordedService extends AsyncDisposable {
  readonly service: Service;
  readonly url: string;
  /** Returns the requests since the last call, each with its status. */
  takeRequests(): readonly string[];
  /** How the proxy answers the next `times` requests whose URL contains `path`, in place of the service. */
  fault: { path: string; times: number; status: number; body?: Uint8Array };
}

async function startRecorded(
  isPublic: boolean,
  limit?: { calls: number; windowSeconds: number },
): Promise<RecordedService> {
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
  const proxy = await startScriptedServer(async (response, { method = "", url = "", headers }, body) => {
    const { fault } = recorded;
    const record = (status: number) => requests.push(`${method} ${url.replace(/[0-9a-f]{64}/, "SHA")} ${status}`);
    if (url.includes(fault.path) && fault.times > 0) {
      fault.times -= 1;
      record(fault.status);
      if (fault.status === 0) return void response.destroy();
      return void response.writeHead(fault.status, { "retry-after": "0" }).end(fault.body);
    }
    const names = ["authorization", "content-type", "if-none-match"];
    const forwarded = Object.entries(headers).filter(([name]) => names.includes(name)) as [string, string][];
    const request = { method, headers: forwarded, body: method === "POST" ? body : null };
    const answer = await fetch(service.url + url, request);
    record(answer.status);
    const delay = answer.headers.get("retry-after");
    response.writeHead(answer.status, delay === null ? {} : { "retry-after": delay }).end(await answer.bytes());
  });
  const { origin: url } = started.use(proxy);
  const running = started.move();
  const recorded: RecordedService = {
    service,
    url,
    takeRequests: () => requests.splice(0),
    fault: noFault,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
  return recorded;
}

// One service has a public registry, the other a private registry.
let publicService: RecordedService;
let privateService: RecordedService;
let workspace: Workspace;
before(async () => {
  [publicService, privateService] = await Promise.all([startRecorded(true), startRecorded(false)]);
  workspace = createWorkspace();
  workspace.write("assay.json", domain);
  for (let index = 0; index < 250; index += 1) {
    const folder = index < 25 ? "few" : "more";
    const letters = `${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))}`;
    const mistake = index % 12 === 5 ? { supportedStrategies: ["fast", "fast"] } : {};
    workspace.write(`${folder}/d${index}.json`, createCandidate({ generatorId: `card-${letters}`, ...mistake }));
  }
});
after(async () => {
  workspace[Symbol.dispose]();
  await Promise.all([publicService[Symbol.asyncDispose](), privateService[Symbol.asyncDispose]()]);
});

function assay(
  args: readonly string[],
  options: { env?: { [name: string]: string }; cwd?: string; version?: string } = {},
) {
  return runAssay(args, options.cwd ?? workspace.folder, options);
}

// The requests for the domains, the current rules, the announced rules and the registry.
const facts = "/facts/datamint/generator-option";
const rulesRequest = `GET ${facts}/spec-packages/SHA.json 200`;
const firstRequests = ["GET /api/domains 200", rulesRequest, rulesRequest, `GET ${facts}/registry 200`];
// The domains name the digests of the rules, so copies of these need no requests.
const laterRequests = ["GET /api/domains 200", `GET ${facts}/registry 304`];

test("--local checks drafts on the user's machine, without a key, under the current rules of the service", async () => {
  const env = { ASSAY_SERVICE: publicService.url };
  for (const [files, folders, invalid, expected] of [
    [25, ["few"], 2, firstRequests],
    [250, ["few", "more"], 21, laterRequests],
  ] as const) {
    const startedAt = performance.now();
    const { code, out, err } = await assay(["check", "--local", ...folders], { env });
    const ms = performance.now() - startedAt;
    assert.deepEqual([code, err.replace(/Checked.*\n/, "")], [1, ""]);
    assert.match(
      out,
      new RegExp(`\nChecked ${files} files in [\\d.]+ s: ${files - invalid} valid, ${invalid} invalid\\.\n`),
    );
    const requests = publicService.takeRequests();
    printFigure(`requests for ${files} drafts with --local`, requests.length, 4);
    printFigure(`milliseconds for ${files} drafts with --local in one process`, ms.toFixed(0), "-");
    assert.deepEqual(requests, expected);
  }
  publicService.service.sandbox.datamint.register("card-aa", "active");
  await waitUntil("the id is taken", () => assay(["check", "--local", "few/d0.json"], { env }), {
    isDone: ({ code, out }) => code === 1 && out.includes("registry.id-taken"),
  });
});

test("a cached document is used only if the service confirms it", async () => {
  using scratch = createWorkspace();
  scratch.write("a.json", createCandidate({ generatorId: "cached-card" }));
  const check = () =>
    assay(["check", "--local", "a.json"], { cwd: scratch.folder, env: { ASSAY_SERVICE: publicService.url } });
  scratch.write("assay.json", domain);
  assert.equal((await check()).code, 0);
  const folder = join(scratch.folder, ".cache/assay");
  const [service = ""] = readdirSync(folder);
  assert.deepEqual([statSync(folder).mode & 0o777, statSync(join(folder, service)).mode & 0o777], [0o700, 0o700]);
  const cached = readdirSync(join(folder, service)).map((name) => join(folder, service, name));
  assert.equal(cached.length, 3);
  const spoilCopies = () => {
    for (const file of cached) writeFileSync(file, "{}");
  };
  for (const file of cached) assert.equal(statSync(file).mode & 0o777, 0o600);
  spoilCopies();
  publicService.takeRequests();
  assert.equal((await check()).code, 0);
  assert.deepEqual(publicService.takeRequests(), firstRequests);
  for (const [path, status, times, code, attempts] of [
    ["/api/domains", 0, 9, 3, 5],
    ["/spec-packages/", 503, 9, 3, 5],
    ["/spec-packages/", 503, 1, 0, 3],
    ["/spec-packages/", 404, 9, 3, 1],
    ["/registry", 0, 1, 0, 2],
    ["/registry", 404, 9, 3, 1],
  ] as const) {
    publicService.fault = { path, status, times };
    spoilCopies();
    const checked = await check();
    const requestCount = publicService.takeRequests().filter((request) => request.includes(path)).length;
    assert.deepEqual([checked.code, requestCount], [code, attempts], `${path} ${status} ${checked.err}`);
  }
  publicService.fault = noFault;
});

test("--local does not look up ids if the registry is private or too large, and the verdict says so", async () => {
  const large = { path: "/registry", status: 200, times: 9, body: new Uint8Array(4_194_305) };
  for (const [{ url }, fault] of [
    [privateService, large],
    [publicService, large],
  ] as const) {
    publicService.fault = { ...fault };
    const env = { ASSAY_SERVICE: url };
    const single = await assay(["check", "--local", "few/d1.json"], { env });
    assert.equal(single.code, 0);
    assert.match(single.out, /^few\/d1\.json: Valid\. .*not looked up\.$/m);
    const all = await assay(["check", "--local", "few"], { env });
    assert.match(all.out, /23 valid, 2 invalid/);
    const [json] = JSON.parse((await assay(["build", "--local", "few/d5.json", "--format", "json"], { env })).out);
    assert.equal(json.registry.idStatus, "not-looked-up");
  }
  publicService.fault = noFault;
});

test("--local gives no verdict if the service has a different version of the engine", async () => {
  const env = { ASSAY_SERVICE: publicService.url };
  const answer = await assay(["check", "--local", "few"], { env, version: "0.9.0" });
  assert.deepEqual([answer.code, answer.out], [2, ""]);
  assert.match(answer.err.replace(/\s+/g, " "), /is 1\.0\.0 and this one is 0\.9\.0/);
});

test("without --local, each file costs one call, assay waits out the rate limit, and the verdicts are the same", async () => {
  await using limited = await startRecorded(true, { calls: requestLimits.calls, windowSeconds: 2 });
  const env = { ASSAY_SERVICE: limited.url };
  const unkeyed = await assay(["check", "few"], { env });
  assert.deepEqual([unkeyed.code, limited.takeRequests()], [2, []]);
  assert.match(unkeyed.err.replace(/\s+/g, " "), /needs a key.* With --local/);
  const remote = await assay(["check", "few", "--format", "json"], { env: { ...env, ...key } });
  assert.match(
    remote.err.replace(/\s+/g, " "),
    /^note: Checking 25 files takes as many calls, and .* With --local, only a few are needed\./,
  );
  assert.match(remote.err, /^Checked \d+ of 25 files(: waiting \d+ s \(rate-limited\))?$/m);
  const requests = limited.takeRequests();
  assert.equal(requests.filter((request) => request === "POST /api/validate 200").length, 25);
  assert.ok(requests.includes("POST /api/validate 429"));
  const local = await assay(["check", "few", "--local", "--format", "json"], { env });
  assert.deepEqual([remote.code, local.code], [1, 1]);
  const readVerdicts = ({ out }: { readonly out: string }) => (JSON.parse(out) as object[]).map(formatVerdict);
  assert.deepEqual(readVerdicts(local), readVerdicts(remote));
});

test("assay skips the files in a folder that are not drafts: settings, packages and rules", async () => {
  using scratch = createWorkspace();
  const env = { ASSAY_SERVICE: publicService.url };
  scratch.write("assay.json", domain);
  scratch.write("drafts/a.json", createCandidate({ generatorId: "only-one", supportedStrategies: ["Fast"] }));
  scratch.write("drafts/assay.json", domain);
  scratch.write("drafts/spec-package.json", { format: "spec-package/v1", ...domain });
  scratch.write("drafts/node_modules/x/package.json", {});
  scratch.write("drafts/.hidden/x.json", {});
  const checked = await assay(["check", "--local", "drafts"], { env, cwd: scratch.folder });
  assert.equal(
    // On a slow machine, assay also reports what it waits for.
    checked.err.replace(/^(?:Waiting for|Checked \d+ of) .*\n/gm, "").replace("\nskipped", " skipped"),
    "note: drafts/spec-package.json is a spec package, not a candidate: it is skipped.\n",
  );
  assert.match(checked.out, /Checked 1 file in [\d.]+ s: 0 valid, 1 invalid\.\n/);
  const fixed = await assay(["fix", "--local", "drafts/"], { env, cwd: scratch.folder });
  assert.equal(fixed.code, 0, fixed.err);
  assert.match(fixed.out, /^fixed: drafts\/a\.json:\d+:\d+: .+\ndrafts\/a\.json: Valid/);
  const single = await assay(["check", "drafts/spec-package.json"], { env: { ...env, ...key }, cwd: scratch.folder });
  assert.equal(single.code, 2);
  assert.match(single.err, /is a spec package, not a candidate[\s\S]*assay\s+spec\s+check/);
  for (const command of ["check", "fix"]) {
    const skipped = await assay([command, "drafts/spec*.json"], { env, cwd: scratch.folder });
    assert.deepEqual([skipped.code, skipped.out], [2, ""], command);
  }
  const none = await assay(["check", "drafts/*.yaml"], { env, cwd: scratch.folder });
  assert.match(none.err, /No file matches "drafts\/\*\.yaml"/);
});
