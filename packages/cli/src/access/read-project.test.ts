import assert from "node:assert/strict";
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { projectSchema } from "@assay/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { listProjectDrafts, readProject } from "./read-project.ts";

const root = mkdtempSync(join(tmpdir(), "assay-project-"));
after(() => rmSync(root, { recursive: true }));
let folders = 0;

function createProject(text: string, subfolder = ""): string {
  folders += 1;
  const folder = join(root, String(folders));
  mkdirSync(join(folder, subfolder), { recursive: true });
  writeFileSync(join(folder, "assay.json"), text);
  return join(folder, subfolder);
}

const notes: string[] = [];
const readAt = (cwd: string) =>
  readProject({ cwd, env: {}, err: { columns: undefined, write: (text) => void notes.push(text) } });

const isValid = new Ajv2020().compile(projectSchema);
const validProject = {
  service: "https://assay.example/base",
  targetProduct: "datamint",
  domainId: "generator-option",
  products: ["https://datamint.example"],
};

test("an assay.json in a parent folder is found", () => {
  const { file, ...project } = readAt(createProject(JSON.stringify(validProject), "drafts/new"));
  assert.deepEqual(project, validProject);
  assert.match(file ?? "", /assay\.json$/);
  assert.ok(isValid(validProject));
});

test("an assay.json above the repository is not used", () => {
  const cwd = createProject(JSON.stringify(validProject), "repository/drafts");
  mkdirSync(join(cwd, "../.git"));
  assert.deepEqual(readAt(cwd), {});
});

const isRoot = process.getuid?.() === 0;
const skipReason = isRoot ? false : "only root can give a file to another user";
test("an assay.json that belongs to another user is used in the current folder, but ignored in a parent folder", {
  skip: skipReason,
}, () => {
  const cwd = createProject(JSON.stringify(validProject), "drafts");
  chownSync(join(dirname(cwd), "assay.json"), 65_534, 65_534);
  notes.length = 0;
  assert.deepEqual(readAt(cwd), {});
  assert.match(notes.join(), /assay\.json is ignored, because [\s\S]*another\suser/);
  assert.equal(readAt(dirname(cwd)).domainId, "generator-option");
});

test("an assay.json that is a link is followed only if its target is in the same folder", () => {
  const cwd = createProject("{}", "drafts");
  const elsewhere = createProject(JSON.stringify(validProject));
  symlinkSync(join(elsewhere, "assay.json"), join(cwd, "assay.json"));
  notes.length = 0;
  assert.equal(readAt(cwd).service, undefined);
  assert.match(notes.join(), /assay\.json is ignored, because it is a link/);
  mkdirSync(join(cwd, "own"));
  writeFileSync(join(cwd, "own", "real.json"), JSON.stringify(validProject));
  symlinkSync("real.json", join(cwd, "own", "assay.json"));
  assert.equal(readAt(join(cwd, "own")).service, validProject.service);
});

test("an assay.json names drafts in its folder only, because anyone could have written it", () => {
  const cwd = createProject('{ "drafts": ["drafts/", "*.json", "-", "."] }');
  const list = (folder: string) => listProjectDrafts({ cwd: folder, env: {}, err: { write() {}, columns: 80 } });
  mkdirSync(join(cwd, "drafts"));
  const expected = ["drafts", "*.json", "-", ""].map((name) => join(cwd, name)).map((path) => path.replace(/\/$/, ""));
  assert.deepEqual([list(cwd), list(join(cwd, "drafts"))], [expected, expected]);
  for (const draft of ["../other.json", "/etc/x.json", "drafts/../../*.json"]) {
    writeFileSync(join(cwd, "assay.json"), JSON.stringify({ drafts: [draft] }));
    assert.throws(() => list(cwd), {
      name: "Failure",
      exitCode: 2,
      message: /^assay\.json: "drafts" names .* outside/,
    });
  }
  assert.throws(() => list(createProject("{}")), { name: "Failure", exitCode: 2, message: /"drafts" in assay\.json/ });
});

test("an oversized assay.json is refused", () => {
  assert.throws(() => readAt(createProject(" ".repeat(70_000))), {
    name: "Failure",
    message: /maximum of 65536 bytes/,
  });
});

test("a byte order mark is accepted", () => {
  assert.equal(readAt(createProject(`\ufeff${JSON.stringify(validProject)}`)).domainId, "generator-option");
});

for (const [mistake, text, message] of [
  ["text that is not JSON", '{\n  "service": "https://a.example",\n}', /^assay\.json:3:1: /],
  ["a misspelled property", '{\n  "servise": "https://a.example"\n}', /^assay\.json: .*Did you mean "service"\?/],
  ["a product that is not in an array", '{ "products": "https://a.example" }', /must be an array/],
  ["a number instead of a name", '{ "targetProduct": 1 }', /must be a string/],
  ["an array", "[]", /must be an object/],
] as const) {
  test(`${mistake} is reported`, () => {
    assert.throws(() => readAt(createProject(text)), { name: "Failure", exitCode: 2, message });
    if (!text.includes(",\n}")) assert.equal(isValid(JSON.parse(text)), false);
  });
}

test("several errors are reported at once", () => {
  const cwd = createProject('{ "servise": 1, "products": [1, 2] }');
  assert.throws(
    () => readAt(cwd),
    ({ message }: Error) => message.split("\n").length === 2,
  );
});
