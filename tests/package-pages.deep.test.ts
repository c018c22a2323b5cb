import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";

const root = join(import.meta.dirname, "..");
const noPython = spawnSync("python3", ["--version"]).status !== 0 && "python3 is not installed";

test("the example in the engine's README builds a package from the files in this repository", () => {
  const files = {
    "spec-package.json": "packages/contract/spec-packages/datamint/generator-option/1.0.0.json",
    "candidate.json": "examples/first-verdict/corrected.json",
  };
  const example = findBlock("packages/engine/README.md", "ts");
  const input = Object.entries(files).reduce((code, [name, path]) => code.replace(name, join(root, path)), example);
  const args = ["--conditions=assay-source", "--input-type=module", "-"];
  const printed = execFileSync(process.execPath, args, { cwd: root, input, encoding: "utf8" });
  assert.match(printed, /^Valid\.\n# Proposal to review\n[\s\S]* sha256:([0-9a-f]{64}) assay-\1\n$/);
});

test("the example in the client's README applies the fixes of a draft and submits it", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "assay-page-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const { candidate } = JSON.parse(readFileSync(join(root, "examples/first-proposal/draft.json"), "utf8"));
  writeFileSync(join(folder, "draft.json"), JSON.stringify(candidate));
  await using sandbox = await startSandbox();
  await using app = await startApp({ ...longTimeouts, domains: [sandbox.datamint.domainConfig] });
  await waitUntilReady(app);
  const values = {
    "https://assay.example": app.url,
    "https://datamint.example": sandbox.datamint.origin,
    "draft.json": join(folder, "draft.json"),
  };
  const example = findBlock("packages/client/README.md", "ts");
  const code = Object.entries(values).reduce((code, [name, value]) => code.replace(name, value), example);
  const args = ["--conditions=assay-source", "--input-type=module", "--eval", code];
  const env = { ...process.env, ASSAY_KEY: "ai_ada" };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  assert.match(stdout, /^datamint\/generator-option: ready\n# Proposal to review\n[\s\S]*\nin-ballot\n$/);
});

test("the program of the page about Python lists the problems of a draft, and submits its correction", {
  skip: noPython,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "assay-page-"));
  t.after(() => rmSync(folder, { recursive: true }));
  await using sandbox = await startSandbox();
  await using app = await startApp({ ...longTimeouts, domains: [sandbox.datamint.domainConfig] });
  await waitUntilReady(app);
  const program = findBlock("docs/guides/python.md", "python");
  assert.equal(program.trimEnd().split("\n").length, 40);
  writeFileSync(join(folder, "propose.py"), program.replace("https://assay.example", app.url));
  const propose = async (name: string, answer: string) => {
    const args = [join(folder, "propose.py"), join(root, `examples/first-proposal/${name}.json`)];
    const running = promisify(execFile)("python3", args, { env: { ...process.env, ASSAY_KEY: "ai_ada" } });
    running.child.stdin?.end(answer);
    return await running.catch((error: { readonly stdout: string; readonly stderr: string }) => error);
  };
  const { stdout: problems, stderr } = await propose("draft", "");
  assert.match(problems, /^(edit \/\S+: .*\n){6}$/);
  assert.match(stderr, /^6 errors: /);
  assert.doesNotMatch((await propose("corrected", "no\n")).stdout, /ballots/);
  const { stdout } = await propose("corrected", "yes\n");
  const [, ballot = ""] =
    /^# Proposal to review\n[\s\S]*Does the owner agree\? \(yes\/no\) (\S+)\n$/.exec(stdout) ?? [];
  assert.equal((await fetch(ballot)).status, 200, stdout);
});

test("the server starts with only the settings in its README", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-page-"));
  try {
    writeFileSync(join(folder, "domains.json"), findBlock("docs/reference/configuration.md", "json"));
    const server = `"${process.execPath}" --conditions=assay-source "${root}/packages/server/src/main.ts" --check`;
    const commands = findBlock("packages/server/README.md", "sh").replace(/^assay-server$/m, server);
    // The server would refuse the variables that are set for the tests.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ASSAY_")));
    const printed = execFileSync("/bin/sh", ["-ec", commands], { cwd: folder, env, encoding: "utf8" });
    assert.equal(printed, "The configuration is valid.\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Returns the first code block in a language. */
function findBlock(page: string, language: string): string {
  const [, code = ""] =
    new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(join(root, page), "utf8")) ?? [];
  return code;
}
