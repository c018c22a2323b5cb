import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { after, test } from "node:test";
import { run } from "@assay/cli/run";
import type { JsonObject } from "@assay/contract";
import { packageDigest } from "@assay/engine";
import { createCandidate } from "../http/service.ts";
import { json, problem, startScriptedServer } from "../scripted-server.ts";
import { localFiles, setUpDesk } from "./assay.ts";
import { createTestIo } from "./test-io.ts";

const desk = setUpDesk();
after(() => desk[Symbol.dispose]());

// What a reader cannot see: it turns the text behind it around, hides, or ends a line for some readers.
const hidden = /[\p{Bidi_Control}\p{Cf}\u2028\u2029\u007f-\u009f]/u;
const trick = "\u202e\u2066\u200b\u2028##[add-mask]e ##vso[task.complete] ::stop-commands::x ::add-mask x=a:b::y";

async function runAssay(args: readonly string[], env: { readonly [name: string]: string } = {}) {
  const { io, out, err } = createTestIo(desk.folder, { env: { ASSAY_KEY: "ai_key", ...env } });
  return { code: await run(args, io), out: out(), err: err() };
}

function createDomain(targetProduct: string, domainId: string, title = "A domain"): JsonObject {
  const at = "http://127.0.0.1:9";
  return {
    targetProduct,
    domainId,
    title,
    status: "ready",
    submissionUrl: `${at}/api/proposals`,
    specPackageUrl: `${at}/s.json`,
    candidateSchemaUrl: `${at}/c.json`,
    registryMode: "snapshot",
  };
}

/** What GitHub Actions would take as a command in a log, the annotations of this tool aside. */
function findCommands(log: string): readonly string[] {
  return log
    .split("\n")
    .filter((line) => !/^::(error|warning|notice) file=/.test(line))
    .filter((line) => /##\[|##vso\[/.test(line) || /^\s*::.+?::/.test(line));
}

test("a name from a service is shown without its hidden characters", async () => {
  await using service = await startScriptedServer(
    json({ domains: [createDomain("x", trick), createDomain("y", trick)] }),
  );
  for (const command of ["domains", "init"]) {
    const { out, err } = await runAssay([command, "--service", service.origin]);
    assert.ok(`${out}${err}`.includes("stop-commands"), out + err);
    assert.doesNotMatch(`${out}${err}`.replaceAll("\n", ""), hidden);
  }
});

test("nothing in a name, a candidate or a message is a command in a log of GitHub", async () => {
  const { owner: _, ...rest } = createCandidate({ generatorName: trick, description: trick });
  const names = ["::stop-commands::x.json", "a##[error]b ##vso[task.complete].json", "::warning x"];
  for (const name of names) {
    desk.write(name, { ...rest, [trick]: trick } as JsonObject);
    for (const format of ["pretty", "github", "agent", "json"]) {
      const { out, err } = await runAssay(["check", name, "--format", format, ...localFiles]);
      assert.ok(out.includes("owner"), `${out}${err}`);
      assert.deepEqual(findCommands(out + err), [], `${format} ${name}`);
      if (format === "github") assert.doesNotMatch(out, /##\[|##vso\[/);
    }
    desk.write(name, { format: trick, [trick]: trick });
    for (const command of ["check", "test"]) {
      for (const format of ["pretty", "github", "json"]) {
        const { out, err } = await runAssay(["spec", command, name, "--format", format]);
        assert.deepEqual(findCommands(out + err), [], `spec ${command} ${format} ${name}`);
      }
    }
    const missing = await runAssay(["check", `${name}.missing`, ...localFiles]);
    assert.deepEqual(findCommands(missing.out + missing.err), []);
  }
  await using service = await startScriptedServer(
    problem(500, "internal", { detail: `${trick} ${trick}`, retryable: false }),
  );
  desk.write("draft.json", createCandidate());
  const failed = await runAssay(["check", "draft.json", "--service", service.origin, "--domain", "a/b"]);
  assert.deepEqual(findCommands(failed.out + failed.err), []);
});

test("nothing in a package that is submitted is a command in a log of GitHub", async () => {
  desk.write("draft.json", createCandidate());
  const built = JSON.parse((await runAssay(["build", "draft.json", ...localFiles])).out);
  const rows = [{ "::stop-commands::x": "::stop-commands::x", "##[error]": trick, "#`#[error]": "#`#[error]" }];
  const candidate = { ...createCandidate({ description: `\`${trick}` }), "::stop-commands::x": trick, rows };
  const changed = { ...built, candidate };
  const digest = packageDigest(changed, (text) => hash("sha256", text));
  desk.write("package.json", { ...changed, digest });
  const { targetProduct, domainId } = built;
  await using service = await startScriptedServer(json({ domains: [createDomain(targetProduct, domainId)] }));
  const at = ["--service", service.origin];
  const env = { ASSAY_PRODUCTS: "http://127.0.0.1:9" };
  for (const COLUMNS of ["40", "60", "200"]) {
    for (const colours of [{}, { FORCE_COLOR: "1" }]) {
      const { out, err } = await runAssay(["submit", ...at, "package.json"], { COLUMNS, ...env, ...colours });
      assert.ok(out.includes("stop-commands"), out + err);
      assert.deepEqual(findCommands(out + err), [], COLUMNS);
    }
  }
});

test("JSON for programs has no hidden characters, and the values that it had", async () => {
  const domains = [createDomain("a", "b", trick)];
  await using service = await startScriptedServer(json({ domains }));
  const listed = await runAssay(["domains", "--format", "json", "--service", service.origin]);
  assert.ok(listed.out, listed.err);
  assert.deepEqual(JSON.parse(listed.out).domains, domains);

  const specPackage = localFiles[2] ?? "";
  desk.write("draft.json", createCandidate({ description: `Members. ${trick}` }));
  desk.write("named.json", createCandidate({ [trick]: 1 }));
  desk.write("broken.json", `{"${trick}": `);
  const outputs = [
    listed.out,
    (await runAssay(["check", "draft.json", "named.json", "broken.json", "--format", "json", ...localFiles])).out,
    (await runAssay(["build", "named.json", "--format", "json", ...localFiles])).out,
    (await runAssay(["spec", "try", "named.json", "--spec-package", specPackage, "--format", "json"])).out,
    (await runAssay(["spec", "check", "named.json", "--format", "json"])).out,
    (await runAssay(["spec", "diff", specPackage, specPackage, "--format", "json"])).out,
  ];
  for (const output of outputs) {
    assert.doesNotMatch(output.replaceAll("\n", ""), hidden);
    assert.ok(JSON.parse(output));
  }
  // What is built has the same content as the candidate, escaped or not.
  desk.write(
    "plain.json",
    createCandidate({
      description:
        "Members of a shop\u2019s programme, \u05d0\u05d1\u05d2 \u{1f468}\u200d\u{1f469}\u200d\u{1f466} included.",
    }),
  );
  const built = await runAssay(["build", "plain.json", ...localFiles]);
  assert.equal(built.code, 0, built.out + built.err);
  assert.doesNotMatch(built.out.replaceAll("\n", ""), hidden);
  assert.equal(JSON.parse(built.out).candidate.description, JSON.parse(desk.read("plain.json")).description);

  // A product gets the same package, escaped as well.
  const { io, out } = createTestIo(desk.folder, { input: built.out });
  await run(["verify", "-", ...localFiles.slice(1), "--format", "json"], io);
  assert.doesNotMatch(out().replaceAll("\n", ""), hidden);
  assert.deepEqual(JSON.parse(out()).proposalPackage, JSON.parse(built.out));
});
