import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { projectSchema } from "./project-schema.ts";
import { readProject } from "./read-project.ts";

const root = mkdtempSync(join(tmpdir(), "assay-project-"));
after(() => rmSync(root, { recursive: true }));
let folders = 0;

function projectWith(text: string, inside = ""): string {
  folders += 1;
  const folder = join(root, String(folders));
  mkdirSync(join(folder, inside), { recursive: true });
  writeFileSync(join(folder, "assay.json"), text);
  return join(folder, inside);
}

const isValid = new Ajv2020().compile(projectSchema);
const good = {
  service: "https://assay.example/base",
  targetProduct: "datamint",
  domainId: "generator-option",
  products: ["https://datamint.example"],
};

test("the file is found in a folder above", () => {
  const { file, ...project } = readProject({ cwd: projectWith(JSON.stringify(good), "drafts/new") });
  assert.deepEqual(project, good);
  assert.match(file ?? "", /assay\.json$/);
  assert.ok(isValid(good));
});

test("a file above the repository is not used", () => {
  const cwd = projectWith(JSON.stringify(good), "repository/drafts");
  mkdirSync(join(cwd, "../.git"));
  assert.deepEqual(readProject({ cwd }), {});
});

test("a byte order mark does no harm", () => {
  assert.equal(readProject({ cwd: projectWith(`\ufeff${JSON.stringify(good)}`) }).domainId, "generator-option");
});

for (const [what, text, message] of [
  ["text that is not JSON", '{\n  "service": "https://a.example",\n}', /^assay\.json:3:1: /],
  ["a misspelled property", '{\n  "servise": "https://a.example"\n}', /^assay\.json:2:3: .*Did you mean "service"\?/],
  ["a service that is not a URL", '{ "service": "assay" }', /^assay\.json:1:3: "service" must be the URL/],
  [
    "a product with a path",
    '{\n  "products": [\n    "https://a.example/api"\n  ]\n}',
    /^assay\.json:3:5: .*"https:\/\/a\.example"/,
  ],
  ["a product that is not in an array", '{ "products": "https://a.example" }', /must be an array/],
  ["a domain that cannot be one", '{ "domainId": "Generator Option" }', /small letters/],
  ["a number for a name", '{ "targetProduct": 1 }', /must be a string/],
  ["an array", "[]", /must be an object/],
] as const) {
  test(`${what} is told with its line and column`, () => {
    assert.throws(() => readProject({ cwd: projectWith(text) }), { name: "Failure", exitCode: 2, message });
    if (!text.includes(",\n}")) assert.equal(isValid(JSON.parse(text)) && !text.includes("/api"), false);
  });
}

test("several faults are told at once", () => {
  const cwd = projectWith('{ "servise": 1, "products": [1, 2] }');
  assert.throws(
    () => readProject({ cwd }),
    ({ message }: Error) => message.split("\n").length === 3,
  );
});
