import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { run } from "@assay/cli/run";
import { firstSpecPackage } from "@assay/contract";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { createCandidate } from "../http/service.ts";
import { hang, json, type Responder, startScriptedServer } from "../scripted-server.ts";
import { type Desk, localFiles, setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

// Starting a process for each mistake would take most of the time; these two show that it makes no difference.
const processes = ["a wrong command", "a missing file"];
let desk: Desk;
before(() => {
  desk = setUpDesk();
  desk.write("candidate.json", createCandidate());
  desk.write("broken.json", '{\n  "generatorId": "a",\n}\n');
  desk.write("invalid.json", createCandidate({ generatorName: "" }));
  const { tests, ...rules } = firstSpecPackage("datamint", "generator-option");
  desk.write("failing.json", JSON.stringify({ ...rules, tests: tests.map((one) => ({ ...one, expect: [] })) }));
  mkdirSync(join(desk.folder, "drafts"));
});
after(() => desk[Symbol.dispose]());

describe("what a new user gets wrong ends with a sentence and the right code", { concurrency: 2 }, () => {
  for (const [what, args, code, sentence] of [
    ["a wrong command", ["chekc", "candidate.json"], 2, /Did you mean check\?/],
    ["a wrong flag", ["check", "candidate.json", "--locl"], 2, /Did you mean --local\?/],
    ["a wrong format", ["check", "candidate.json", "--format", "xml"], 2, /pretty, json, github, agent/],
    ["no file", ["check"], 2, /missing required argument 'files'/],
    ["a missing file", ["check", "candidat.json", ...localFiles], 2, /There is no file candidat\.json/],
    ["an empty folder", ["check", "drafts", ...localFiles], 2, /no JSON files in "drafts"/],
    ["no service", ["check", "candidate.json"], 2, /assay\.json, or with --service/],
    [
      "a service that anybody on the way can read",
      ["domains", "--service", "http://assay.example"],
      2,
      /over https only/,
    ],
    ["a device", ["check", "/dev/zero", ...localFiles], 2, /is a device, and only files are read\. Write -/],
    ["a login without a key", ["login", "http://127.0.0.1:9"], 2, /Standard input has no key/],
    ["a logout without a login", ["logout"], 2, /not logged in/],
    ["nobody", ["whoami"], 2, /assay login/],
    ["no key", ["check", "candidate.json", "--service", "http://127.0.0.1:9"], 2, /ASSAY_KEY/],
    ["no domain", ["proposals", "--service", "http://127.0.0.1:9"], 2, /ASSAY_KEY/],
    ["a service that is no URL", ["domains", "--service", "assay"], 2, /must be the URL/],
    ["--registry without rules", ["check", "candidate.json", "--local", "--registry", "x"], 2, /--spec-package FILE/],
    ["--spec-package without --local", ["check", "candidate.json", "--spec-package", "x"], 2, /Add --local/],
    [
      "a spec package that is a candidate",
      ["check", "candidate.json", "--local", "--spec-package", "candidate.json", "--registry", "x.json"],
      2,
      /x\.json/,
    ],
    [
      "rules whose tests fail",
      ["check", "candidate.json", "--local", "--spec-package", "failing.json", "--registry", "candidate.json"],
      2,
      /spec\.test-failed/,
    ],
    [
      "a package that is a candidate",
      ["verify", "candidate.json", ...localFiles.slice(1)],
      1,
      /not a proposal package/,
    ],
    ["an unknown code", ["explain", "field.mising"], 2, /Did you mean field\.missing\?/],
    ["fixing standard input", ["fix", "-", ...localFiles], 2, /name of one/],
  ] as const) {
    test(what, async () => {
      const ran = await (processes.includes(what) ? desk.assay(...args) : runHere(args));
      assert.equal(ran.code, code, ran.stderr);
      assert.match(ran.stderr.replace(/\s+/g, " "), sentence);
      assert.equal(ran.stdout, "");
      assert.doesNotMatch(ran.stderr, /\n\s+at /);
    });
  }

  test("what follows an unknown option may be a key, and is not repeated", async () => {
    for (const args of [
      ["check", "--api-token=ai_secret", "candidate.json"],
      ["check", "--key", "ai_secret", "candidate.json"],
      ["check", "-k", "ai_secret", "candidate.json"],
      ["validate", "--key", "ai_secret", "candidate.json"],
    ]) {
      const ran = await runHere(args);
      assert.equal(ran.code, 2, ran.stderr);
      assert.match(ran.stderr, /unknown/);
      assert.doesNotMatch(ran.stdout + ran.stderr, /ai_secret/);
    }
  });

  test("a dead service ends with 3 and the setting that names it", async () => {
    const service = `http://127.0.0.1:${await findFreePort()}`;
    const ran = await desk.assay("domains", "--service", service);
    assert.equal(ran.code, 3, ran.stderr);
    assert.match(ran.stderr, /ECONNREFUSED/);
    assert.match(ran.stderr.replace(/\s+/g, " "), /The address is from --service/);
  });

  test("a pipe that closes early causes no error", async () => {
    const line = `$ASSAY check invalid.json ${localFiles.join(" ")} | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await desk.shell(line);
    assert.equal(stderr, "");
    assert.match(stdout, /^.+\n1\n$/);
    const long = await desk.shell(`$ASSAY explain | head -1; echo "\${PIPESTATUS[0]}"`);
    assert.deepEqual([long.stderr, long.stdout.split("\n").at(-2)], ["", "0"]);
  });

  test("output that cannot be written is a failure in one line, and never a verdict", {
    skip: !existsSync("/dev/full") && "there is no /dev/full",
  }, async () => {
    const { code, stderr } = await desk.shell("$ASSAY explain > /dev/full");
    assert.deepEqual([code, stderr], [70, "error: The output could not be written (ENOSPC).\n"]);
    const unheard = await desk.shell("$ASSAY explain no-such-code 2> /dev/full");
    assert.equal(unheard.code, 2);
  });

  test("a named pipe and too much standard input are refused", async () => {
    const pipe = await desk.shell(`mkfifo pipe; timeout 120 $ASSAY check pipe ${localFiles.join(" ")}`);
    assert.equal(pipe.code, 2, pipe.stderr);
    assert.match(pipe.stderr, /pipe is a named pipe, and only files are read/);
    const endless = await desk.shell(`head -c 50000000 /dev/zero | $ASSAY check - ${localFiles.join(" ")}`);
    assert.equal(endless.code, 2, endless.stderr);
    assert.match(endless.stderr.replace(/\s+/g, " "), /Standard input has more than the maximum of 4194304 bytes/);
  });
});

test("a wait is reported after a second, and Ctrl-C ends with 130", async () => {
  await using server = await startScriptedServer(hang);
  const started = desk.start(["domains", "--service", server.origin]);
  const [stderrText] = await once(started.stderr, "data");
  assert.match(String(stderrText), /Waiting for http/);
  started.kill("SIGINT");
  const { code, stdout } = await started.ended;
  assert.deepEqual([code, stdout], [130, ""]);
});

test("what a service or a product leaves null is left out, and a package that was sent counts as sent", async () => {
  const proposal = { id: "1", state: "in-ballot", generatorId: "card" };
  const nulls = { ...proposal, submittedAt: null, reason: null, ballot: { url: null } };
  await using server = await startScriptedServer(answerAsService({ proposal: nulls, proposals: [nulls] }));
  using own = await createDesk(server.origin);
  const listed = await own.assay("domains");
  assert.equal(listed.code, 0, listed.stderr);
  const submitted = await own.assay("submit", "--yes", "proposal.json");
  assert.deepEqual(
    [submitted.code, /\nSubmitted \(in-ballot\)\.\n/.test(submitted.stdout)],
    [0, true],
    submitted.stderr,
  );
  const shown = await own.assay("proposals");
  assert.deepEqual([shown.code, shown.stdout], [0, "card: in a vote.\n"], shown.stderr);
});

test("Ctrl-C while a package is sent says that it may have arrived", async () => {
  const service = answerAsService({});
  const posted = Promise.withResolvers<void>();
  await using server = await startScriptedServer((response, request, body) => {
    if (request.method === "POST") posted.resolve();
    else service(response, request, body);
  });
  using own = await createDesk(server.origin);
  const started = own.start(["submit", "--yes", "proposal.json"]);
  await Promise.race([posted.promise, started.ended]);
  started.kill("SIGINT");
  const { code, stderr } = await started.ended;
  assert.equal(code, 130, stderr);
  assert.match(stderr.replace(/\s+/g, " "), /may have recorded the proposal.* Interrupted\./);
});

async function runHere(args: readonly string[]) {
  const { io, out, err } = createTestIo(desk.folder);
  const code = await run(args, io);
  return { code, stdout: out(), stderr: err() };
}

/** A service and a product at once: its domain, and one answer of the product to everything. */
function answerAsService(answer: object): Responder {
  return (response, request, body) => {
    const at = `http://${request.headers.host}`;
    const domain = {
      targetProduct: "datamint",
      domainId: "generator-option",
      title: null,
      status: "ready",
      specPackageUrl: at,
      candidateSchemaUrl: at,
      submissionUrl: `${at}/api/proposals`,
    };
    const isProduct = request.url === "/api/proposals";
    json(isProduct ? answer : { domains: [domain] }, request.method === "POST" ? 201 : 200)(response, request, body);
  };
}

async function createDesk(origin: string): Promise<Desk> {
  const own = setUpDesk();
  own.write("candidate.json", createCandidate());
  const built = await own.assay("build", "candidate.json", "-o", "proposal.json", ...localFiles);
  assert.equal(built.code, 0, built.stderr);
  own.write("assay.json", { targetProduct: "datamint", domainId: "generator-option" });
  Object.assign(own.env, { ASSAY_SERVICE: origin, ASSAY_PRODUCTS: origin, ASSAY_KEY: "ai_test" });
  return own;
}
