import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { resolveTests, type SpecPackage, type SpecTest } from "@assay/contract";
import { runAssay } from "./test-io.ts";

/** Creates a folder for an author of rules, who has no service and no key. */
function setUpAuthor() {
  const cwd = mkdtempSync(join(tmpdir(), "assay-spec-"));
  return {
    run: (...args: readonly string[]) => runAssay(args, cwd),
    spec: (...args: readonly string[]) => runAssay(["spec", ...args], cwd),
    edit(change: (document: { -readonly [name in keyof SpecPackage]: SpecPackage[name] }) => void) {
      const file = join(cwd, "spec-package.json");
      const document = JSON.parse(readFileSync(file, "utf8"));
      change(document);
      writeFileSync(file, JSON.stringify(document, null, 2));
    },
    write(name: string, content: unknown) {
      const file = join(cwd, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(content, null, 2));
    },
    [Symbol.dispose]: () => rmSync(cwd, { recursive: true }),
  };
}

test("spec init writes a valid package whose tests pass and cover every rule, and never overwrites a file", async () => {
  using author = setUpAuthor();
  assert.equal((await author.spec("init", "--domain", "wayfinder/route")).code, 0);
  const checked = await author.spec("check", "--format", "json");
  assert.equal(checked.code, 0);
  const [{ valid, version, digest }] = JSON.parse(checked.out);
  assert.deepEqual([valid, version], [true, "1.0.0"]);
  assert.match(digest, /^sha256:[0-9a-f]{64}$/);
  assert.match((await author.spec("test")).out, /6 tests: 6 passed, 0 failed\./);
  assert.deepEqual(JSON.parse((await author.spec("test", "--format", "json")).out)[0].unreportedRules, []);
  const again = await author.spec("init");
  assert.equal(again.code, 2);
  assert.match(again.err, /already exists/);
  assert.equal((await author.spec("init", "other.json", "--domain", "Not an id")).code, 2);
});

test("a failed test reports what it expected and what it got, and its rules can still be tried, with a warning", async () => {
  using author = setUpAuthor();
  await author.spec("init");
  author.edit((document) => {
    document.tests = document.tests.map((test, index) =>
      index === 2 ? { ...test, expect: [{ code: "field.type", path: "/name" }] } : test,
    );
  });
  const { code, out } = await author.spec("test");
  assert.equal(code, 1);
  assert.match(out, /FAIL {5}an agent cannot own a proposal\n +spec-package\.json:\d+:\d+\n/);
  assert.match(out, /- expected, but not reported: field\.type at \/name\n/);
  assert.match(out, /\+ reported, but not expected: owner\.kind-not-allowed at \/owner\/kind\n/);
  assert.match(out, /6 tests: 5 passed, 1 failed\./);
  const candidate = JSON.parse(JSON.stringify((await readFirstTest(author)).candidate));
  author.write("candidate.json", candidate);
  const trial = await author.spec("try", "candidate.json");
  assert.equal(trial.code, 0);
  assert.match(trial.out, /^warning: spec-package\.json is rejected: 1 test of 6 did not pass\./);
  assert.match(trial.out, /candidate\.json: Valid/);
  assert.equal(
    JSON.parse((await author.spec("try", "candidate.json", "--format", "json")).out)[0].specPackageAccepted,
    false,
  );
  author.write("registry.json", {
    format: "generator-registry/v1",
    targetProduct: "my-product",
    revision: "1",
    complete: true,
    entries: [{ id: candidate.generatorId, state: "active" }],
    pending: [],
  });
  const taken = await author.spec("try", "candidate.json", "--registry", "registry.json");
  assert.equal(taken.code, 1);
  assert.match(taken.out, /registry\.id-taken/);
});

test("init creates a first draft from a local spec package, even if its tests fail", async () => {
  using author = setUpAuthor();
  await author.spec("init");
  author.edit((document) => {
    document.tests = document.tests.map((test) => ({ ...test, expect: [] }));
  });
  const begun = await author.run("init", "--spec-package", "spec-package.json");
  assert.equal(begun.code, 0, begun.err);
  assert.match(begun.out, /^ {2}\/steps\/0\/label\n {6}What people read\./m);
  const trial = JSON.parse((await author.spec("try", "candidate.json", "--format", "json")).out);
  assert.ok(JSON.stringify(trial).includes("/steps/0/label"));
});

test("a test can patch the candidate of another test, and expect warnings", async () => {
  using author = setUpAuthor();
  await author.spec("init");
  const base = "a complete proposal is accepted";
  const code = "list.duplicate";
  author.edit((document) => {
    const [first, second] = document.rules ?? [];
    document.rules = [{ ...first, severity: "warning" }, second] as NonNullable<SpecPackage["rules"]>;
    const patch = [{ op: "add", path: "/steps/0", value: { label: "Start" } }] as const;
    document.tests = [
      ...document.tests.filter(({ expect }) => expect.every((error) => error.code !== code)),
      { name: "a step twice is a warning", base, patch, expect: [], warnings: [{ code, path: "/steps/1/label" }] },
    ];
  });
  assert.match((await author.spec("test")).out, /6 tests: 6 passed/);
  const editLast = (change: object) =>
    author.edit((document) => {
      document.tests = document.tests.with(-1, { ...document.tests.at(-1), ...change } as SpecTest);
    });
  editLast({ warnings: [] });
  assert.match(
    (await author.spec("test")).out,
    /\+ warning reported, but not expected: list\.duplicate at \/steps\/1\/label/,
  );
  editLast({ warnings: undefined, expect: [{ code, path: "/steps/1/label" }] });
  const listed = (await author.spec("test")).out;
  assert.match(listed, /- expected, but not reported: list\.duplicate/);
  editLast({ expect: [], base: "a complete proposal is acepted" });
  assert.match((await author.spec("check")).out, /Did you mean "a complete proposal is accepted"\?/);
});

test("rules that no test covers are listed, without failing the run", async () => {
  using author = setUpAuthor();
  await author.spec("init");
  author.edit((document) => {
    document.tests = document.tests.filter(({ name }) => !/large/.test(name));
  });
  const { code, out } = await author.spec("test");
  assert.equal(code, 0);
  assert.match(out, /^No test reports the rule large-needs-steps\.\nspec-package\.json: /m);
  assert.match((await author.spec("test", "--format", "github")).out, /large-needs-steps/);
  const [tested] = JSON.parse((await author.spec("test", "--format", "json")).out);
  assert.deepEqual(tested.unreportedRules, ["large-needs-steps"]);
});

test("spec diff checks the test candidates of two packages under both, and lists each verdict that changes", async () => {
  using author = setUpAuthor();
  await author.spec("init", "old.json");
  await author.spec("init");
  const runDiff = (...args: readonly string[]) => author.spec("diff", ...args);
  assert.equal((await runDiff("old.json", "spec-package.json")).code, 0);
  author.edit((document) => {
    const { properties } = document.candidateSchema as {
      readonly properties: { readonly name: { maxLength: number } };
    };
    properties.name.maxLength = 3;
  });
  const { code, out } = await runDiff("old.json", "spec-package.json");
  assert.equal(code, 1);
  assert.match(out, /^valid → invalid {2}"[^"]+" in old\.json\n +field\.length at \/name$/m);
  const { flips } = JSON.parse((await runDiff("spec-package.json", "old.json", "--format", "json")).out);
  assert.ok(flips.length > 0);
  for (const { validUnder, errors } of flips) {
    assert.equal(validUnder, "new");
    assert.deepEqual(errors, [{ code: "field.length", path: "/name" }]);
  }
});

test("spec diff also checks the files in a folder, if they are candidates for the same domain", async () => {
  using author = setUpAuthor();
  await author.spec("init", "old.json");
  await author.spec("init");
  const { candidate } = await readFirstTest(author);
  const renamed = { ...(candidate as object), name: "Old" };
  for (const domainId of ["my-proposals", "other-proposals"])
    author.write(`accepted/${domainId}.json`, { targetProduct: "my-product", domainId, candidate: renamed });
  author.write("accepted/rules.json", { format: "spec-package/v1" });
  author.edit((document) => {
    const rule = { id: "no-old", check: "cel", at: "/name", assert: "self != 'Old'", message: "Not Old." } as const;
    document.rules = [...(document.rules ?? []), rule];
  });
  const { code, out, err } = await author.spec("diff", "old.json", "spec-package.json", "--candidates", "accepted");
  assert.equal(code, 1);
  assert.match(out, /^valid → invalid {2}accepted\/my-proposals\.json\n +rule\.violated at \/name \(rule no-old\)$/m);
  assert.match(out, /1 is valid only under the old package, and 0 only/);
  assert.match(err, /other-proposals\.json is for my-product\/other-proposals/);
  assert.match(err, /rules\.json is a spec package/);
  assert.equal((await author.spec("diff", "old.json", "spec-package.json", "--candidates", "nothing")).code, 2);
});

async function readFirstTest(author: ReturnType<typeof setUpAuthor>): Promise<SpecTest> {
  let firstTest: SpecTest | undefined;
  author.edit((document) => {
    firstTest = resolveTests(document)[0];
  });
  return firstTest ?? assert.fail("no test");
}
