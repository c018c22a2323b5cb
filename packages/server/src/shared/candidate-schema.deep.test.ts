import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { resolvedTests, type SpecPackage } from "@assay/contract";
import { figure } from "@assay/testing/figure";
import { servedSchemaOf } from "./candidate-schema.ts";

const script = `
import json, sys
from jsonschema import Draft202012Validator
checked = 0
for served in json.load(sys.stdin):
    Draft202012Validator.check_schema(served["schema"])
    validator = Draft202012Validator(served["schema"])
    for candidate in served["accepted"]:
        validator.validate(candidate)
        checked += 1
print(checked)
`;
const hasPython = spawnSync("python3", ["-c", "import jsonschema"]).status === 0;
const skip = hasPython ? false : "needs python3 with jsonschema";

test("every served schema compiles in Python's jsonschema, which accepts what the package accepts", { skip }, () => {
  const folder = fileURLToPath(new URL(".", import.meta.resolve("@assay/contract/spec-packages/x")));
  const served = globSync("**/*.json", { cwd: folder }).map((file) => {
    const document = JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as SpecPackage;
    const accepted = resolvedTests(document)
      .filter(({ expect }) => expect.length === 0)
      .map(({ candidate }) => candidate);
    return { schema: servedSchemaOf(document), accepted };
  });
  const { status, stdout, stderr } = spawnSync("python3", ["-c", script], {
    input: JSON.stringify(served),
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  const expected = served.reduce((count, { accepted }) => count + accepted.length, 0);
  figure("candidates accepted by Python's jsonschema", Number(stdout), expected);
  assert.equal(Number(stdout), expected);
});
