import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { firstSpecPackage } from "@assay/contract";
import { findFreePort } from "@assay/testing/services/find-free-port";
import { createCandidate } from "../http/create-envelope.ts";
import { hang, json, type Responder, startScriptedServer } from "../scripted-server.ts";
import { pretendNode20 } from "../start-binary.ts";
import { runAssay } from "./test-io.ts";
import { createWorkspace, localOptions, type Workspace } from "./workspace.ts";

// To save time, most of these commands run in this process. Two show that a separate process behaves the same way.
const runSeparately = ["an unknown command", "a missing file"];
let workspace: Workspace;
before(() => {
  workspace = createWorkspace();
  workspace.write("candidate.json", createCandidate());
  workspace.write("broken.json", '{\n  "generatorId": "a",\n}\n');
  workspace.write("invalid.json", createCandidate({ generatorName: "" }));
  const { tests, ...rules } = firstSpecPackage("datamint", "generator-option");
  workspace.write("failing.json", JSON.stringify({ ...rules, tests: tests.map((test) => ({ ...test, expect: [] })) }));
  mkdirSync(join(workspace.folder, "drafts"));
});
after(() => workspace[Symbol.dispose]());

describe("a new user's mistake ends with a helpful sentence and the right exit code", { concurrency: 2 }, () => {
  for (const [mistake, args, code, sentence] of [
    ["an unknown command", ["chekc", "candidate.json"], 2, /Did you mean check\?/],
    ["help for an unknown command", ["chekc", "--help"], 2, /Did you mean check\?/],
    ["help for an unknown command after help", ["help", "chekc"], 2, /Did you mean check\?/],
    ["help for an unknown command for rules", ["spec", "chekc", "-h"], 2, /Did you mean check\?/],
    ["an unknown flag", ["check", "candidate.json", "--locl"], 2, /Did you mean --local\?/],
    ["an unknown format", ["check", "candidate.json", "--format", "xml"], 2, /pretty, json, github, agent/],
    ["no file", ["check"], 2, /name them once as "drafts" in assay\.json/],
    ["a missing file", ["check", "candidat.json", ...localOptions], 2, /There is no file candidat\.json/],
    ["an empty folder", ["check", "drafts", ...localOptions], 2, /no JSON files in "drafts"/],
    ["no service", ["check", "candidate.json"], 2, /assay\.json, or with --service/],
    ["a service without TLS", ["domains", "--service", "http://assay.example"], 2, /over https only/],
    ["a device", ["check", "/dev/zero", ...localOptions], 2, /is a device, and only files are read\. Write -/],
    ["a login without a key", ["login", "http://127.0.0.1:9"], 2, /Standard input has no key/],
    ["a logout without a login", ["logout"], 2, /not logged in/],
    ["whoami without a login", ["whoami"], 2, /assay login/],
    ["no key", ["check", "candidate.json", "--service", "http://127.0.0.1:9"], 2, /ASSAY_KEY/],
    ["proposals without a key", ["proposals", "--service", "http://127.0.0.1:9"], 2, /ASSAY_KEY/],
    ["a service that is not a URL", ["domains", "--service", "assay"], 2, /must be the URL/],
    ["--registry without rules", ["check", "candidate.json", "--local", "--registry", "x"], 2, /--spec-package FILE/],
    ["--spec-package without --local", ["check", "candidate.json", "--spec-package", "x"], 2, /need --local/],
    [
      "a registry that does not exist",
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
      "a candidate instead of a package",
      ["verify", "candidate.json", ...localOptions.slice(1)],
      1,
      /not a proposal package/,
    ],
    ["an unknown code", ["explain", "field.mising"], 2, /Did you mean field\.missing\?/],
  ] as const) {
    test(mistake, async () => {
      const result = await (runSeparately.includes(mistake) ? workspace.assay(...args) : runHere(args));
      assert.equal(result.code, code, result.stderr);
      assert.match(result.stderr.replace(/\s+/g, " "), sentence);
      assert.equal(result.stdout, "");
      assert.doesNotMatch(result.stderr, /\n\s+at /);
    });
  }

  test("assay does not repeat the value of an unknown option, which might be a key", async () => {
    for (const args of [
      ["check", "--api-token=ai_secret", "candidate.json"],
      ["check", "--key", "ai_secret", "candidate.json"],
      ["check", "-k", "ai_secret", "candidate.json"],
      ["check", "-kai_secret", "candidate.json"],
      ["check", "--key:ai_secret", "candidate.json"],
      ["check", "--key=\nai_secret", "candidate.json"],
      ["validate", "--key", "ai_secret", "candidate.json"],
    ]) {
      const result = await runHere(args);
      assert.equal(result.code, 2, result.stderr);
      assert.match(result.stderr, /unknown/);
      assert.doesNotMatch(result.stdout + result.stderr, /ai_secret/);
    }
  });

  test("under an older version of Node, assay prints the version that it needs", async () => {
    using scratch = createWorkspace();
    scratch.env.NODE_OPTIONS = pretendNode20;
    const { code, stdout, stderr } = await scratch.assay("check", "candidate.json");
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /^assay needs Node 24\.11 .*20\.20\.2.*\n$/);
  });

  test("if a service is down, assay exits with code 3 and names the setting that contains its address", async () => {
    const service = `http://127.0.0.1:${await findFreePort()}`;
    const result = await workspace.assay("domains", "--service", service);
    assert.equal(result.code, 3, result.stderr);
    assert.match(result.stderr, /ECONNREFUSED/);
    assert.match(result.stderr.replace(/\s+/g, " "), /The address is from --service/);
  });

  test("a pipe that closes early causes no error", async () => {
    const line = `$ASSAY check invalid.json ${localOptions.join(" ")} | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await workspace.shell(line);
    assert.equal(stderr, "");
    assert.match(stdout, /^.+\n1\n$/);
    const long = await workspace.shell(`$ASSAY explain | head -1; echo "\${PIPESTATUS[0]}"`);
    assert.deepEqual([long.stderr, long.stdout.split("\n").at(-2)], ["", "0"]);
  });

  test("if its output cannot be written, assay prints a one-line error and exits with a code that no verdict uses", {
    skip: !existsSync("/dev/full") && "there is no /dev/full",
  }, async () => {
    const { code, stderr } = await workspace.shell("$ASSAY explain > /dev/full");
    assert.deepEqual([code, stderr], [70, "error: The output could not be written (ENOSPC).\n"]);
    const withoutStderr = await workspace.shell("$ASSAY explain no-such-code 2> /dev/full");
    assert.equal(withoutStderr.code, 2);
  });

  test("assay refuses a named pipe, and too much standard input", async () => {
    const pipe = await workspace.shell(`mkfifo pipe; timeout 120 $ASSAY check pipe ${localOptions.join(" ")}`);
    assert.equal(pipe.code, 2, pipe.stderr);
    assert.match(pipe.stderr, /pipe is a named pipe, and only files are read/);
    const endless = await workspace.shell(`head -c 50000000 /dev/zero | $ASSAY check - ${localOptions.join(" ")}`);
    assert.equal(endless.code, 2, endless.stderr);
    assert.match(endless.stderr.replace(/\s+/g, " "), /Standard input has more than the maximum of 4194304 bytes/);
  });
});

test("after a second, assay reports what it is waiting for, and Ctrl-C makes it exit with code 130", async () => {
  await using server = await startScriptedServer(hang);
  const started = workspace.start(["domains", "--service", server.origin]);
  const [stderrText] = await once(started.stderr, "data");
  assert.match(String(stderrText), /Waiting for http/);
  started.kill("SIGINT");
  const { code, stdout } = await started.ended;
  assert.deepEqual([code, stdout], [130, ""]);
});

test("assay ignores null members from a service or product, and still reports a package as submitted", async () => {
  const proposal = { id: "1", state: "in-ballot", generatorId: "card" };
  const nulls = { ...proposal, submittedAt: null, reason: null, ballot: { url: null } };
  await using server = await startScriptedServer(answerAsService({ proposal: nulls, proposals: [nulls] }));
  using scratch = await setUpSubmission(server.origin);
  const listed = await scratch.assay("domains");
  assert.equal(listed.code, 0, listed.stderr);
  const submitted = await scratch.assay("submit", "--yes", "proposal.json");
  assert.deepEqual(
    [submitted.code, /\nSubmitted \(in-ballot\)\.\n/.test(submitted.stdout)],
    [0, true],
    submitted.stderr,
  );
  const shown = await scratch.assay("proposals");
  assert.deepEqual([shown.code, shown.stdout], [0, "card: in a vote.\n"], shown.stderr);
});

test("Ctrl-C during a submission warns that the package may have arrived", async () => {
  const service = answerAsService({});
  const posted = Promise.withResolvers<void>();
  await using server = await startScriptedServer((response, request, body) => {
    if (request.method === "POST") posted.resolve();
    else service(response, request, body);
  });
  using scratch = await setUpSubmission(server.origin);
  const started = scratch.start(["submit", "--yes", "proposal.json"]);
  await Promise.race([posted.promise, started.ended]);
  started.kill("SIGINT");
  const { code, stderr } = await started.ended;
  assert.equal(code, 130, stderr);
  assert.match(stderr.replace(/\s+/g, " "), /may have recorded the proposal.* Interrupted\./);
});

async function runHere(args: readonly string[]) {
  const { code, out, err } = await runAssay(args, workspace.folder);
  return { code, stdout: out, stderr: err };
}

/** Answers like a service with one domain, and like its product, which gives the same answer to every request. */
function answerAsService(answer: object): Responder {
  return (response, request, body) => {
    const origin = `http://${request.headers.host}`;
    const domain = {
      targetProduct: "datamint",
      domainId: "generator-option",
      title: null,
      status: "ready",
      specPackageUrl: origin,
      candidateSchemaUrl: origin,
      submissionUrl: `${origin}/api/proposals`,
    };
    const isProduct = request.url === "/api/proposals";
    json(isProduct ? answer : { domains: [domain] }, request.method === "POST" ? 201 : 200)(response, request, body);
  };
}

/** Creates a folder with a built package, and the settings to submit it to this server. */
async function setUpSubmission(origin: string): Promise<Workspace> {
  const scratch = createWorkspace();
  scratch.write("candidate.json", createCandidate());
  const built = await scratch.assay("build", "candidate.json", "-o", "proposal.json", ...localOptions);
  assert.equal(built.code, 0, built.stderr);
  scratch.write("assay.json", { targetProduct: "datamint", domainId: "generator-option" });
  Object.assign(scratch.env, { ASSAY_SERVICE: origin, ASSAY_PRODUCTS: origin, ASSAY_KEY: "ai_test" });
  return scratch;
}
