import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpecProblem } from "@assay/contract";
import { createEngine } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { goldenCases, isReadingCase, specBytes } from "@assay/testing/cases/golden-cases";
import { hostilePackages } from "@assay/testing/corpora/hostile-packages";
import { printFigure } from "@assay/testing/print-figure";
import { sha256 } from "@assay/testing/sha256";
import { createSource } from "../draft/read-draft.ts";
import { locateProblems } from "./locate-problems.ts";

const engine = createEngine({ sha256, cel });

const broken = [
  ...goldenCases().flatMap(({ name, content }) =>
    isReadingCase(content) || !content.expect.problems ? [] : [{ name, bytes: specBytes(content) }],
  ),
  ...hostilePackages().filter(({ expected }) => expected !== "accepted"),
].flatMap(({ name, bytes: original }) => {
  const bytes = indentJson(original);
  const compiled = engine.compileSpec(bytes);
  if (compiled.kind === "ok") return [];
  const source = createSource(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), "spec-package.json");
  return [
    { name, bytes, source, problems: compiled.problems, located: locateProblems(compiled.problems, bytes, source) },
  ];
});

test("every problem in a broken spec package has a position in the file", () => {
  let count = 0;
  const misplaced: string[] = [];
  for (const { name, source, problems, located } of broken) {
    assert.equal(located.length, problems.length);
    for (const { problem, mark } of located) {
      count += 1;
      if (mark.from < mark.to && mark.from <= source.text.length) continue;
      misplaced.push(`${name}: ${JSON.stringify({ ...problem, mark })}`);
    }
  }
  assert.deepEqual(misplaced, []);
  printFigure("problems of the broken corpus with their place", `${count} of ${count}`, "all");
  assert.ok(count > 200, `${count} problems`);
});

test("a problem inside an expression is marked at the exact characters, even after escapes", () => {
  const expressionProblems = broken.flatMap(({ source, located }) =>
    located.flatMap(({ problem, mark }) => (problem.span ? [{ source, problem, mark }] : [])),
  );
  assert.ok(expressionProblems.length > 15);
  for (const { source, problem, mark } of expressionProblems) {
    const document = JSON.parse(source.text) as never;
    const value = problem.at
      .split("/")
      .slice(1)
      .reduce((part: never, name) => part[name], document) as string;
    const { from = 0, to = 0 } = problem.span ?? {};
    const marked = JSON.parse(`"${source.text.slice(mark.from, mark.to)}"`) as string;
    if (to > from) assert.equal(marked, value.slice(from, to));
  }
  const text = JSON.stringify({ assert: 'a == "é\n" + 1' }).replace("é", "\\u00e9");
  const source = createSource(text, "a.json");
  const problem: SpecProblem = {
    code: "spec.rule",
    at: "/assert",
    message: "No.",
    advice: "No.",
    span: { from: 10, to: 11 },
  };
  const [located] = locateProblems([problem], new TextEncoder().encode(text), source);
  assert.equal(source.text.slice(located?.mark.from, located?.mark.to), "+");
});

function indentJson(bytes: Uint8Array): Uint8Array {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    // A document over the size limit is not reformatted.
    return text.length > 200_000 ? bytes : new TextEncoder().encode(JSON.stringify(JSON.parse(text), null, 1));
  } catch {
    return bytes;
  }
}
