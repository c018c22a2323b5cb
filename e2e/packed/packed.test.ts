import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { startSandbox } from "@assay/sandbox";
import { serviceSettings } from "@assay/testing/services/service-settings";
import { startChild } from "@assay/testing/services/start-child";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { publicPackages } from "../../scripts/release/pack-packages.ts";
import { install, run } from "./install-packages.ts";
import { listPackages } from "./release-folder.ts";

const root = join(import.meta.dirname, "../..");
const contract = join(root, "packages/contract");
const project = realpathSync(mkdtempSync(join(tmpdir(), "assay-packed-")));
after(() => rmSync(project, { recursive: true }));

// The files that users import or run, by package.
const entries = new Map(
  publicPackages.map(readManifest).map(({ name, exports, bin = {} }) => {
    const { default: code, types } = exports["."] ?? {};
    return [name, [code, types, ...Object.values<string>(bin)].filter((path) => path !== undefined)];
  }),
);
const tarballs = listPackages();

test("a release contains all public packages", () => {
  assert.deepEqual(tarballs.map(({ name }) => name).sort(), [...entries.keys()].sort());
});

for (const { name, files } of tarballs) {
  test(`${name} ships its build output, and no sources or tests`, () => {
    const entryFiles = entries.get(name) ?? [];
    assert.ok(entryFiles.length > 0);
    for (const entry of ["./LICENSE", ...entryFiles]) assert.ok(files.includes(entry.slice(2)), entry);
    assert.deepEqual(
      files.filter((file) => /^(src|cases|spec-packages)\/|\.test\.|(^|\/)tests?\/|\.tsbuildinfo$/.test(file)),
      [],
    );
  });
}

test("an empty project installs, type-checks and runs the packages by name", () => {
  install(project, tarballs);
  cpSync(join(import.meta.dirname, "consumer.ts"), join(project, "consumer.ts"));
  cpSync(join(contract, "spec-packages/datamint/generator-option/1.0.0.json"), join(project, "rules.json"));
  cpSync(join(contract, "cases/candidates/loyalty-card.json"), join(project, "candidate.json"));
  const options = "--noEmit --strict --module nodenext --skipLibCheck false --types node --typeRoots".split(" ");
  const types = join(root, "node_modules/@types");
  run(project, process.execPath, join(root, "node_modules/typescript/bin/tsc"), ...options, types, "consumer.ts");
  run(project, process.execPath, "consumer.ts");
});

test("the installed command line checks and verifies without a service, and prints its version", () => {
  const assay = join(project, "node_modules/.bin/assay");
  const candidate = join(contract, "cases/candidates/loyalty-card.json");
  const rules = join(contract, "spec-packages/datamint/generator-option/1.0.0.json");
  const registry = join(contract, "cases/registries/empty.json");
  const options = ["--spec-package", rules, "--registry", registry];
  assert.match(run(project, assay, "check", candidate, "--local", ...options), /: Valid/);
  run(project, assay, "build", candidate, "-o", "proposal.json", "--local", ...options);
  assert.match(run(project, assay, "verify", "proposal.json", ...options), /what its candidate builds/);

  const { version } = readManifest("cli");
  assert.equal(run(project, assay, "--version"), `${version}\n`);
});

test("the installed packages take the README's draft from a check to a vote", async () => {
  await using sandbox = await startSandbox({ identity: true });
  const { identity, datamint } = sandbox;
  const save = (name: string, content: object) => writeFileSync(join(project, name), JSON.stringify(content));
  save("domains.json", { domains: [datamint.domainConfig] });
  const env = { PATH: process.env.PATH, ...serviceSettings(sandbox, "domains.json") };
  const isReady = (line: string) => line.includes('"event":"ready"');
  const bin = join(project, "node_modules/.bin");
  await using server = await startChild({ args: [join(bin, "assay-server")], cwd: project, env, isReady });
  const { url, operatorUrl } = JSON.parse(server.readyLine);
  await waitUntilReady({ operatorUrl });

  const { targetProduct, domainId } = datamint.domainConfig;
  save("assay.json", { targetProduct, domainId });
  cpSync(join(root, "examples/first-proposal/draft.json"), join(project, "draft.json"));
  const { candidate } = JSON.parse(readFileSync(join(project, "draft.json"), "utf8"));
  const { key } = await identity.createKey(await identity.createPerson("Ada", candidate.owner.id));
  // `run` would block this process, which also runs the product.
  const runAssay = async (...args: readonly string[]) => {
    const { NODE_OPTIONS: _, ...inherited } = process.env;
    const options = {
      cwd: project,
      env: { ...inherited, ASSAY_KEY: key, ASSAY_SERVICE: url, ASSAY_PRODUCTS: datamint.origin },
    };
    return (await promisify(execFile)(join(bin, "assay"), args, options)).stdout;
  };
  await assert.rejects(runAssay("check", "draft.json"), { code: 1, stdout: /draft\.json: 6 errors/ });
  assert.match(await runAssay("fix", "draft.json"), /draft\.json: Valid/);
  assert.match(await runAssay("build", "draft.json", "-o", "proposal.json"), /proposal\.json: sha256:/);
  assert.match(await runAssay("submit", "--yes", "proposal.json"), /Submitted \(in-ballot\)/);
  assert.match(await runAssay("proposals"), /parcel-route: in a vote/);
});

function readManifest(folder: string) {
  return JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));
}
