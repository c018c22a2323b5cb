import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { run } from "@assay/cli/run";
import { type JsonObject, limits } from "@assay/contract";
import { waitUntil } from "@assay/testing/wait-until";
import { type Service, startService } from "../auth/service.ts";
import { aCandidate } from "../http/service.ts";
import { type Desk, setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

let service: Service;
let desk: Desk;
before(async () => {
  service = await startService({ refreshSeconds: 1 });
  desk = setUpDesk();
  desk.env.ASSAY_KEY = await service.newKey(await service.owner());
});
after(async () => {
  desk[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

test("a person goes from nothing to a vote, with assay alone", async () => {
  const listed = await desk.assay("domains", "--service", service.url);
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stdout, /datamint\/generator-option +ready +1\.0\.0/);

  const begun = await desk.assay("init", "--service", service.url);
  assert.equal(begun.code, 0, begun.stderr);
  assert.match(begun.stdout, /\/owner\/id\n.*Ask/);
  assert.match(begun.stdout, /Next: assay check candidate\.json/);
  const blank = JSON.parse(desk.read("candidate.json")) as JsonObject;
  assert.deepEqual(blank.owner, { kind: "", id: "" });
  assert.deepEqual(JSON.parse(desk.read("assay.json")), {
    service: service.url,
    targetProduct: "datamint",
    domainId: "generator-option",
  });
  const again = await desk.assay("init");
  assert.equal(again.code, 2);
  const empty = await desk.assay("check", "candidate.json");
  assert.equal(empty.code, 1);
  assert.match(empty.stdout, /Only the owner, a person, can decide:/);

  const { generatorName, ...rest } = aCandidate({ generatorId: "parcel-route", supportedStrategies: ["fast", "fast"] });
  desk.write("candidate.json", { ...rest, generator_name: generatorName ?? "" });
  const checked = await desk.assay("check", "candidate.json");
  assert.equal(checked.code, 1);
  assert.match(checked.stdout, /--> candidate\.json:\d+:\d+/);
  assert.match(checked.stdout, /Next: assay fix candidate\.json\n {2}or: assay fix --review candidate\.json/);

  const fixed = await desk.assay("fix", "candidate.json");
  assert.equal(fixed.code, 1);
  assert.match(fixed.stdout, /^fixed: /);
  const { io, out } = createTestIo(desk.folder, { answers: ["what?", "y"], env: desk.env, columns: 100 });
  assert.equal(await run(["fix", "--review", "candidate.json"], io), 0);
  assert.match(out(), /Apply this fix\?/);
  assert.equal((await desk.assay("check", "candidate.json")).code, 0);

  const built = await desk.assay("build", "candidate.json", "-o", "proposal.json");
  assert.equal(built.code, 0, built.stderr);
  assert.match(built.stdout, /proposal\.json: sha256:/);
  const verified = await desk.assay("verify", "proposal.json");
  assert.equal(verified.code, 0, verified.stdout);
  const reviewed = await desk.assay("review", "proposal.json");
  assert.equal(reviewed.code, 0);
  assert.match(reviewed.stdout, /Permanent id: `parcel-route`/);

  const unnamed = await desk.assay("submit", "--yes", "proposal.json");
  assert.equal(unnamed.code, 2);
  const line = `"products": ["${service.sandbox.datamint.origin}"]`;
  assert.ok(unnamed.stderr.includes(line), unnamed.stderr);
  assert.match(unnamed.stderr, /Nothing was sent/);
  desk.write("assay.json", desk.read("assay.json").replace("\n}", `,\n  ${line}\n}`));

  const unasked = await desk.assay("submit", "proposal.json");
  assert.equal(unasked.code, 2);
  assert.match(unasked.stderr, /assay submit --yes proposal\.json/);
  const refused = createTestIo(desk.folder, { answers: ["n"], env: desk.env });
  assert.equal(await run(["submit", "proposal.json"], refused.io), 1);
  assert.match(refused.out(), /Nothing was sent\.\n$/);
  assert.match((await desk.assay("proposals")).stdout, /Nothing was submitted/);

  const agreed = createTestIo(desk.folder, { answers: ["y"], env: desk.env, columns: 80 });
  assert.equal(await run(["submit", "proposal.json"], agreed.io), 0, agreed.err());
  assert.match(agreed.out(), /Submitted.*\(in-ballot\)\. The vote:\n {2}http/);
  assert.ok(agreed.out().includes("This goes, with your key, to "));
  const repeated = await desk.assay("submit", "--yes", "proposal.json");
  assert.equal(repeated.code, 0, repeated.stderr);
  assert.match(repeated.stdout, /the same proposal/);
  const submitted = await desk.assay("proposals");
  assert.match(submitted.stdout, /parcel-route +in-ballot/);
  assert.equal(submitted.stdout.trim().split("\n").length, 2);

  await waitUntil("Assay warns that the id is in a vote", () => desk.assay("check", "candidate.json"), {
    isDone: ({ code, stdout }) => code === 0 && stdout.includes("warning[registry.id-in-ballot]"),
  });
});

test("the other formats say the same", async () => {
  desk.write("bad.json", aCandidate({ generatorName: "", generatorId: "other-card" }));
  const github = await desk.assay("check", "bad.json", "--format", "github");
  assert.equal(github.code, 1);
  assert.match(github.stdout, /^::error file=bad\.json,line=\d+,endLine=\d+,col=\d+,endColumn=\d+,title=[a-z.-]+::/);
  const agent = await desk.assay("check", "bad.json", "--format", "agent");
  assert.match(agent.stdout, /^bad\.json:\d+:\d+ error \S+ \/generatorName /);
  const json = await desk.assay("check", "bad.json", "--format", "json");
  const { valid, diagnostics, file } = JSON.parse(json.stdout);
  assert.deepEqual([valid, file, diagnostics[0].path], [false, "bad.json", "/generatorName"]);
  assert.equal(diagnostics[0].places[0].start.column, 20);
  const several = await desk.assay("check", "bad.json", "bad.json", "--format", "json");
  assert.equal(JSON.parse(several.stdout).length, 2);
});

test("an agent that has read the fixes applies all of them without a terminal", async () => {
  const { generatorName, ...rest } = aCandidate({ generatorId: "Sixth Card", supportedStrategies: ["Fast"] });
  desk.write("agent.json", { ...rest, generator_name: generatorName ?? "" });
  const asked = await desk.assay("fix", "--review", "agent.json");
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /assay check agent\.json --format agent\n {2}assay fix --all agent\.json/);
  const both = await desk.assay("fix", "--review", "--all", "agent.json");
  assert.equal(both.code, 2);
  const fixed = await desk.assay("fix", "--all", "agent.json");
  assert.equal(fixed.code, 0, fixed.stdout + fixed.stderr);
  assert.match(fixed.stdout, /3 fixes in agent\.json\.\nagent\.json: Valid/);
});

test("a whole request in a file is checked at its place", async () => {
  const candidate = aCandidate({ generatorName: "", generatorId: "third-card" });
  desk.write("request.json", { targetProduct: "datamint", domainId: "generator-option", candidate });
  const { code, stdout } = await desk.assay("check", "request.json");
  assert.equal(code, 1);
  const line =
    desk
      .read("request.json")
      .split("\n")
      .findIndex((text) => text.includes("generatorName")) + 1;
  assert.ok(stdout.includes(`--> request.json:${line}:`), stdout);
  const other = await desk.assay("check", "request.json", "--domain", "datamint/chart-type");
  assert.equal(other.code, 2);
});

test("a package that was changed is told apart from one that was not", async () => {
  desk.write("valid.json", aCandidate({ generatorId: "fourth-card" }));
  assert.equal((await desk.assay("build", "valid.json", "-o", "built.json")).code, 0);
  desk.write("changed.json", desk.read("built.json").replace("fourth-card", "fifth-card"));
  const changed = await desk.assay("verify", "changed.json");
  assert.equal(changed.code, 1);
  assert.match(changed.stdout, /changed after it was built/);
  for (const args of [["submit", "--yes"], ["review"]]) {
    const refused = await desk.assay(...args, "changed.json");
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /changed after it was built[\s\S]*assay build/);
  }
  const overwritten = await desk.assay("build", "valid.json", "-o", "valid.json");
  assert.equal(overwritten.code, 2);
  assert.equal((await desk.assay("build", "valid.json")).stdout, desk.read("built.json"));
});

test("what is too large is told before anything is sent", async () => {
  desk.write("large.json", aCandidate({ description: "x".repeat(limits.bodyBytes) }));
  const { code, stderr } = await desk.assay("check", "large.json");
  assert.equal(code, 1);
  assert.match(stderr, /bytes/);
});
