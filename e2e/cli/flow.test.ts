import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
import { type JsonObject, limits } from "@assay/contract";
import type { Person } from "@assay/sandbox";
import { runAtTerminal } from "@assay/testing/pages/run-at-terminal";
import { waitUntil } from "@assay/testing/wait-until";
import { type Service, startService } from "../auth/start-service-with-identity.ts";
import { createCandidate } from "../http/create-envelope.ts";
import { createTestIo, runAssay } from "./test-io.ts";
import { assayCommand, createWorkspace, localOptions, type Workspace } from "./workspace.ts";

let service: Service;
let workspace: Workspace;
let ada: Person;
let key: string;
before(async () => {
  service = await startService({ refreshSeconds: 1 });
  workspace = createWorkspace();
  ada = await service.createOwner();
  key = await service.createKey(ada);
});
after(async () => {
  workspace[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

test("with only assay, a person can get from an empty folder to a vote", async () => {
  const invalid = await workspace.start(["login", service.url], `${key}x\n`).ended;
  assert.equal(invalid.code, 2, invalid.stderr);
  assert.equal((await workspace.assay("whoami", "--service", service.url)).code, 2);
  const loggedIn = await workspace.start(["login", service.url], `${key}\n`).ended;
  assert.equal(loggedIn.code, 0, loggedIn.stderr);
  assert.match(loggedIn.stdout, new RegExp(`^Logged in to ${service.url} as ${ada.id}\\.\n`));
  const file = join(workspace.folder, ".config/assay/access.json");
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const who = await workspace.assay("whoami", "--format", "json");
  assert.deepEqual(JSON.parse(who.stdout), { service: service.url, subject: ada.id, keyFrom: "assay login" });

  const listed = await workspace.assay("domains");
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stdout, /datamint\/generator-option +ready +1\.0\.0/);

  const begun = await workspace.assay("init");
  assert.equal(begun.code, 0, begun.stderr);
  assert.match(begun.stdout, /\/owner\n/);
  const blank = JSON.parse(workspace.read("candidate.json")) as JsonObject;
  assert.equal(blank.$schema, `${service.url}/schemas/datamint/generator-option/candidate.json`);
  assert.equal(Object.keys(blank)[0], "$schema");
  assert.deepEqual(JSON.parse(workspace.read("assay.json")), {
    $schema: `${service.url}/schemas/assay.json`,
    service: service.url,
    targetProduct: "datamint",
    domainId: "generator-option",
    drafts: ["candidate.json"],
  });
  const schemaResponse = await fetch(`${service.url}/schemas/assay.json`);
  assert.match(schemaResponse.headers.get("content-type") ?? "", /^application\/schema\+json/);
  assert.partialDeepStrictEqual(await schemaResponse.json(), { title: "assay.json", properties: { service: {} } });
  const again = await workspace.assay("init");
  assert.equal(again.code, 2);
  const empty = await workspace.assay("check");
  assert.equal(empty.code, 1);
  assert.match(empty.stdout, /, 1 for the owner to decide\./);

  const { generatorName, ...rest } = createCandidate({ generatorId: "parcel-route", supportedStrategies: ["Fast"] });
  workspace.write("candidate.json", { ...rest, generator_name: generatorName ?? "" });
  const checked = await workspace.assay("check", "candidate.json");
  assert.equal(checked.code, 1);
  assert.match(checked.stdout, /--> candidate\.json:\d+:\d+/);

  const fixed = await workspace.assay("fix", "candidate.json");
  assert.equal(fixed.code, 0);
  assert.match(fixed.stdout, /^fixed: .*\nfixed: .*\ncandidate\.json: Valid/);
  assert.equal((await workspace.assay("check", "candidate.json")).code, 0);

  const built = await workspace.assay("build", "candidate.json", "-o", "proposal.json");
  assert.equal(built.code, 0, built.stderr);
  assert.match(built.stdout, /proposal\.json: sha256:/);
  assert.match(built.stderr, /^Proposal to review\n[\s\S]*Permanent id: parcel-route/m);
  const verified = await workspace.assay("verify", "proposal.json", ...localOptions.slice(1));
  assert.equal(verified.code, 0, verified.stdout);

  const unnamed = await workspace.assay("submit", "--yes", "proposal.json");
  assert.equal(unnamed.code, 2);
  const { origin } = service.sandbox.datamint;
  assert.match(unnamed.stderr.replace(/\s+/g, " "), /name it in ASSAY_PRODUCTS\./);
  assert.ok(unnamed.stderr.includes(origin), unnamed.stderr);
  assert.match(unnamed.stderr, /Nothing was sent/);
  // A product named only by the service and assay.json must still be confirmed, once.
  workspace.write("assay.json", workspace.read("assay.json").replace("\n}", `,\n  "products": ["${origin}"]\n}`));
  const suggested = await workspace.assay("submit", "--yes", "proposal.json");
  assert.equal(suggested.code, 2);
  const submit = (...answers: readonly string[]) =>
    runAssay(["submit", "proposal.json"], workspace.folder, { answers, env: workspace.env, columns: 80 });
  const declined = await submit("n");
  assert.deepEqual([declined.code, declined.err], [1, "Nothing was sent.\n"]);
  assert.match(declined.out, /the service and assay\.json name it\.\nIs it the target product\? \[y\/N\]: $/);
  assert.equal((await submit("y", "n")).code, 1);

  const unasked = await workspace.assay("submit", "proposal.json");
  assert.equal(unasked.code, 2);
  assert.match(unasked.stderr, /--yes/);
  const refused = await submit("n");
  assert.equal(refused.code, 1);
  assert.match(refused.out, /Nothing was sent\.\n$/);
  const refusedAsJson = await runAssay(["submit", "proposal.json", "--format", "json"], workspace.folder, {
    answers: ["n"],
    env: workspace.env,
  });
  assert.equal(refusedAsJson.code, 1);
  assert.match(
    refusedAsJson.err,
    /^Proposal to review\n.*This will be sent, with your key, to .*\nNothing was sent\.\n$/s,
  );
  assert.match(refusedAsJson.out, /\[y\/N\]: $/);
  // Ctrl-D at a terminal counts as no.
  const ended = createTestIo(workspace.folder, { answers: ["n"], env: workspace.env });
  assert.equal(await run(["submit", "proposal.json"], { ...ended.io, ask: async () => undefined }), 1, ended.err());
  assert.match(ended.out(), /Nothing was sent\.\n$/);
  assert.match((await workspace.assay("proposals")).stdout, /Nothing has been submitted/);

  const agreed = await submit("y");
  assert.equal(agreed.code, 0, agreed.err);
  assert.match(agreed.out, /Submitted.*\(in-ballot\)\. The vote:\n {2}http/);
  assert.ok(agreed.out.includes("This will be sent, with your key, to "));
  const repeated = await workspace.assay("submit", "--yes", "proposal.json");
  assert.equal(repeated.code, 0, repeated.stderr);
  assert.match(repeated.stdout, /the same proposal/);
  const submitted = await workspace.assay("proposals");
  assert.match(submitted.stdout, /^parcel-route: in a vote, submitted on \d{4}-\d\d-\d\d\.\n {2}The vote: http\S+\n$/);

  await waitUntil("Assay warns that the id is in a vote", () => workspace.assay("check", "candidate.json"), {
    isDone: ({ code, stdout }) => code === 0 && stdout.includes("warning[registry.id-in-ballot]"),
  });
});

test("at a terminal, init asks whether the user is the owner, and fills in the answer", async () => {
  using scratch = createWorkspace();
  const env = { ...scratch.env, ASSAY_KEY: key, ASSAY_SERVICE: service.url };
  for (const [answer, file, owner] of [
    ["y", "mine.json", { kind: "human", id: ada.id }],
    ["n", "theirs.json", null],
  ] as const) {
    const { code, out } = await runAssay(["init", file], scratch.folder, { answers: [answer], env });
    assert.equal(code, 0);
    assert.ok(out.startsWith(`Your key belongs to ${ada.id}.\nAre you the owner of this proposal? [y/N]: `));
    assert.deepEqual((JSON.parse(scratch.read(file)) as JsonObject).owner, owner);
  }
});

test("assay checks a candidate that fills the request to the last byte", async () => {
  using scratch = createWorkspace();
  const domain = { targetProduct: "datamint", domainId: "generator-option" };
  const empty = Buffer.byteLength(JSON.stringify({ ...domain, candidate: createCandidate({ description: "" }) }));
  scratch.write("full.json", createCandidate({ description: "x".repeat(limits.bodyBytes - empty) }));
  const env = { ASSAY_KEY: key, ASSAY_SERVICE: service.url };
  const { out, err } = await runAssay(["check", "full.json", "--domain", "datamint/generator-option"], scratch.folder, {
    env,
  });
  assert.match(out, /^error\[field\.length\]/, err);
});

test("a service named only in assay.json gets drafts only after a login, and never gets ASSAY_KEY", async () => {
  using scratch = createWorkspace();
  scratch.write("assay.json", { service: service.url, targetProduct: "datamint", domainId: "generator-option" });
  scratch.write("candidate.json", createCandidate({ generatorId: "seventh-card" }));
  scratch.env.ASSAY_KEY = key;
  const listed = await scratch.assay("domains", "--format", "json");
  assert.equal(listed.code, 0, listed.stderr);
  assert.equal("caller" in JSON.parse(listed.stdout), false);
  const unasked = await scratch.assay("check", "candidate.json");
  assert.equal(unasked.code, 2);
  assert.match(unasked.stderr, /Nothing was sent[\s\S]*`assay\s+login`[\s\S]*ASSAY_SERVICE/);
  assert.equal((await scratch.start(["login", service.url], key).ended).code, 0);
  scratch.env.ASSAY_KEY = "ai_key-for-another-service";
  const checked = await scratch.assay("check", "candidate.json");
  assert.equal(checked.code, 0);
  assert.match(checked.stderr, /^note: ASSAY_KEY /);
  assert.equal(JSON.parse((await scratch.assay("whoami", "--format", "json")).stdout).keyFrom, "assay login");
  assert.equal((await scratch.assay("logout", "--all")).code, 0);
  assert.equal((await scratch.assay("check", "candidate.json")).code, 2);
});

test("build refuses a proposal that the caller does not own, and submit warns about it", async () => {
  using scratch = createWorkspace();
  Object.assign(scratch.env, { ASSAY_KEY: key, ASSAY_SERVICE: service.url });
  scratch.env.ASSAY_PRODUCTS = service.sandbox.datamint.origin;
  const domain = { targetProduct: "datamint", domainId: "generator-option" };
  const write = (name: string, id: string) =>
    scratch.write(name, {
      ...domain,
      candidate: createCandidate({ generatorId: "eighth-card", owner: { kind: "human", id } }),
    });
  write("own.json", ada.id);
  write("other.json", "somebody-else");
  const mine = await scratch.assay("build", "own.json", "-o", "own-package.json");
  assert.equal(mine.code, 0);
  assert.doesNotMatch(mine.stderr, /warning/);
  const refused = await scratch.assay("build", "other.json", "-o", "other-package.json");
  assert.equal(refused.code, 1);
  assert.match(`${refused.stdout}${refused.stderr}`, /owner\.not-caller/);
  // Without the service, assay does not know whose key it is.
  const builtHere = await scratch.assay("build", "other.json", "-o", "other-package.json", ...localOptions);
  assert.equal(builtHere.code, 0);
  assert.doesNotMatch(builtHere.stderr, /warning/);
  const submitted = await scratch.assay("submit", "other-package.json");
  assert.equal(submitted.code, 2);
  const warning = new RegExp(`warning: The owner of this proposal is "somebody-else", .* belongs to "${ada.id}"`);
  assert.match(submitted.stderr.replace(/\s+/g, " "), warning);
});

test("login hides the typed key and stores it for one service, and logout deletes it", async () => {
  using scratch = createWorkspace();
  const env = { ...scratch.env, PATH: process.env.PATH };
  const command = `${assayCommand.join(" ")} login ${service.url}`;
  const screen = await runAtTerminal({ command, cwd: scratch.folder, env, columns: 80, answers: [key] });
  assert.match(screen, /^What is your key\? \[not shown\]: \nLogged in to http/);
  assert.ok(!screen.includes(key.slice(3, 12)), screen);
  assert.match(
    (await scratch.assay("whoami")).stdout,
    new RegExp(`^${ada.id} at ${service.url} \\(key from assay login\\)`),
  );
  const elsewhere = await scratch.assay("whoami", "--service", "http://127.0.0.1:9");
  assert.deepEqual([elsewhere.code, elsewhere.stdout], [2, ""]);

  // A login under another host name counts as a second login, and with two logins, neither is the default.
  const other = service.url.replace("127.0.0.1", "localhost");
  assert.equal((await scratch.start(["login", other], key).ended).code, 0);
  const unclear = await scratch.assay("whoami");
  assert.equal(unclear.code, 2);
  assert.match(unclear.stderr, /Which Assay service/);
  assert.equal((await scratch.assay("logout")).code, 2);
  assert.equal((await scratch.assay("logout", other)).code, 0);
  assert.equal((await scratch.assay("whoami")).code, 0);
  assert.equal((await scratch.assay("logout")).code, 0);
  assert.equal(existsSync(join(scratch.folder, ".config/assay/access.json")), false);
});
