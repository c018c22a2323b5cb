import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { after, test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { packageDigest } from "@assay/engine";
import { createCandidate } from "../http/create-envelope.ts";
import { json, problem, startScriptedServer } from "../scripted-server.ts";
import { runAssay } from "./test-io.ts";
import { createWorkspace, localOptions } from "./workspace.ts";

const productOrigin = "http://127.0.0.1:9";
const workspace = createWorkspace();
after(() => workspace[Symbol.dispose]());

// Characters that readers cannot see: some reverse the text that follows, others hide or end a line.
const hidden = /[\p{Bidi_Control}\p{Cf}\u2028\u2029\u007f-\u009f]/u;
const trick = "\u202e\u2066\u200b\u2028##[add-mask]e ##vso[task.complete] ::stop-commands::x ::add-mask x=a:b::y";

const assay = (args: readonly string[], env: { readonly [name: string]: string } = {}) =>
  runAssay(args, workspace.folder, { env: { ASSAY_KEY: "ai_key", ...env } });

function createDomain(targetProduct: string, domainId: string, title = "A domain"): JsonObject {
  const urls = {
    submissionUrl: `${productOrigin}/api/proposals`,
    specPackageUrl: `${productOrigin}/s.json`,
    candidateSchemaUrl: `${productOrigin}/c.json`,
  };
  return { targetProduct, domainId, title, status: "ready", registryMode: "snapshot", ...urls };
}

/** Finds the lines that GitHub Actions would run as commands, other than assay's own annotations. */
function findCommands(log: string): readonly string[] {
  return log
    .split("\n")
    .filter((line) => !/^::(error|warning|notice) file=/.test(line))
    .filter((line) => /##\[|##vso\[/.test(line) || /^\s*::.+?::/.test(line));
}

test("assay shows a name from a service without its hidden characters", async () => {
  await using service = await startScriptedServer(
    json({ domains: [createDomain("x", trick), createDomain("y", trick)] }),
  );
  for (const command of ["domains", "init"]) {
    const { out, err } = await assay([command, "--service", service.origin]);
    assert.ok(`${out}${err}`.includes("stop-commands"), out + err);
    assert.doesNotMatch(`${out}${err}`.replaceAll("\n", ""), hidden);
  }
});

test("nothing in a name, a candidate or a message can become a command in a GitHub log", async () => {
  const { owner: _, ...rest } = createCandidate({ generatorName: trick, description: trick });
  const names = ["::stop-commands::x.json", "a##[error]b ##vso[task.complete].json", "::warning x"];
  for (const name of names) {
    workspace.write(name, { ...rest, [trick]: trick } as JsonObject);
    for (const format of ["pretty", "github", "agent", "json"]) {
      const { out, err } = await assay(["check", name, "--format", format, ...localOptions]);
      assert.ok(out.includes("owner"), `${out}${err}`);
      assert.deepEqual(findCommands(out + err), [], `${format} ${name}`);
      if (format === "github") assert.doesNotMatch(out, /##\[|##vso\[/);
    }
    workspace.write(name, { format: trick, [trick]: trick });
    for (const command of ["check", "test"]) {
      for (const format of ["pretty", "github", "json"]) {
        const { out, err } = await assay(["spec", command, name, "--format", format]);
        assert.deepEqual(findCommands(out + err), [], `spec ${command} ${format} ${name}`);
      }
    }
    const missing = await assay(["check", `${name}.missing`, ...localOptions]);
    assert.deepEqual(findCommands(missing.out + missing.err), []);
  }
  await using service = await startScriptedServer(
    problem(500, "internal", { detail: `${trick} ${trick}`, retryable: false }),
  );
  workspace.write("draft.json", createCandidate());
  const failed = await assay(["check", "draft.json", "--service", service.origin, "--domain", "a/b"]);
  assert.deepEqual(findCommands(failed.out + failed.err), []);
});

test("nothing in a submitted package can become a command in a GitHub log", async () => {
  workspace.write("draft.json", createCandidate());
  const built = JSON.parse((await assay(["build", "draft.json", ...localOptions])).out);
  const rows = [{ "::stop-commands::x": "::stop-commands::x", "##[error]": trick, "#`#[error]": "#`#[error]" }];
  const candidate = { ...createCandidate({ description: `\`${trick}` }), "::stop-commands::x": trick, rows };
  const changed = { ...built, candidate };
  const digest = packageDigest(changed, (text) => hash("sha256", text));
  workspace.write("package.json", { ...changed, digest });
  const { targetProduct, domainId } = built;
  await using service = await startScriptedServer(json({ domains: [createDomain(targetProduct, domainId)] }));
  const env = { ASSAY_PRODUCTS: productOrigin };
  for (const COLUMNS of ["40", "60", "200"]) {
    for (const colorSettings of [{}, { FORCE_COLOR: "1" }]) {
      const { out, err } = await assay(["submit", "--service", service.origin, "package.json"], {
        COLUMNS,
        ...env,
        ...colorSettings,
      });
      assert.ok(out.includes("stop-commands"), out + err);
      assert.deepEqual(findCommands(out + err), [], COLUMNS);
    }
  }
});

test("JSON output escapes hidden characters without changing its values", async () => {
  const domains = [createDomain("a", "b", trick)];
  await using service = await startScriptedServer(json({ domains }));
  const listed = await assay(["domains", "--format", "json", "--service", service.origin]);
  assert.ok(listed.out, listed.err);
  assert.deepEqual(JSON.parse(listed.out).domains, domains);

  const specPackage = localOptions[2] ?? "";
  workspace.write("draft.json", createCandidate({ description: `Members. ${trick}` }));
  workspace.write("named.json", createCandidate({ [trick]: 1 }));
  workspace.write("broken.json", `{"${trick}": `);
  const outputs = [
    listed.out,
    (await assay(["check", "draft.json", "named.json", "broken.json", "--format", "json", ...localOptions])).out,
    (await assay(["build", "named.json", "--format", "json", ...localOptions])).out,
    (await assay(["spec", "try", "named.json", "--spec-package", specPackage, "--format", "json"])).out,
    (await assay(["spec", "check", "named.json", "--format", "json"])).out,
    (await assay(["spec", "diff", specPackage, specPackage, "--format", "json"])).out,
  ];
  for (const output of outputs) {
    assert.doesNotMatch(output.replaceAll("\n", ""), hidden);
    assert.ok(JSON.parse(output));
  }
  // Escaping does not change the content of a package.
  const description =
    "Members of a shop\u2019s programme, \u05d0\u05d1\u05d2 \u{1f468}\u200d\u{1f469}\u200d\u{1f466} included.";
  workspace.write("plain.json", createCandidate({ description }));
  const built = await assay(["build", "plain.json", ...localOptions]);
  assert.equal(built.code, 0, built.out + built.err);
  assert.doesNotMatch(built.out.replaceAll("\n", ""), hidden);
  assert.equal(JSON.parse(built.out).candidate.description, description);

  // A product that runs `verify` gets the same package, also escaped.
  const verify = ["verify", "-", ...localOptions.slice(1), "--format", "json"];
  const { out } = await runAssay(verify, workspace.folder, { input: built.out });
  assert.doesNotMatch(out.replaceAll("\n", ""), hidden);
  assert.deepEqual(JSON.parse(out).proposalPackage, JSON.parse(built.out));
});
