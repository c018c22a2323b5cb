import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createOpenapi, inlineReferences, type ProblemDocument } from "@assay/contract";

const sources = join(import.meta.dirname, "../packages/server/src");

interface Operation {
  readonly responses: {
    readonly [status: string]: {
      readonly content?: { readonly [type: string]: { readonly examples: { readonly [code: string]: Example } } };
    };
  };
}

interface Example {
  readonly value: ProblemDocument;
}

test("the problems that openapi.json shows say what the service says", () => {
  const said = globSync("**/*.ts", { cwd: sources })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => textsIn(readFileSync(join(sources, file), "utf8")));
  const openapi = createOpenapi("https://assay.example");
  const { paths } = inlineReferences(openapi, openapi) as unknown as {
    readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  };
  const shown = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ content }) => Object.values(content?.["application/problem+json"]?.examples ?? {}))
    .map(({ value }) => `${value.code}: ${value.detail}`);
  assert.ok(shown.length > 50);
  const invented = shown.filter((text) => !said.some((pattern) => pattern.test(text)));
  assert.deepEqual(invented, []);
});

/** The texts in a source, as patterns in which anything can stand where a value is put in. */
function textsIn(source: string): readonly RegExp[] {
  const hole = /\$\{(?:[^{}`]|`(?:[^`$]|\$\{[^}]*\})*`)*\}/g;
  return [...source.replace(hole, "\0").matchAll(/(["`])([^"`\n]{12,})\1/g)].map(
    ([, , text = ""]) =>
      new RegExp(`^[a-z-]+: ${RegExp.escape(text).replaceAll("\\x00", ".+").replaceAll("\0", ".+")}$`),
  );
}
