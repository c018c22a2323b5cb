import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Json, JsonObject } from "@assay/contract";
import { createEngine, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { timingFigure } from "@assay/testing/timing-figure";
import { startEngine } from "./engine-process.ts";

const root = join(import.meta.dirname, "../..");

test("every example on the page of the protocol gets the answer that the page shows", async () => {
  const page = readFileSync(join(root, "docs/reference/engine-protocol.md"), "utf8");
  const blocks = [...page.matchAll(/^```json (\S+)\n([\s\S]*?)^```$/gm)].map(([, info = "", text = ""]) => ({
    info,
    text,
  }));
  const documents = new Map<string, Json>([
    ["spec-package.json", readFileSync(join(root, "examples/smallest-spec-package/spec-package.json"), "utf8")],
  ]);
  const standsFor = (_: string, value: unknown) => {
    const [, name = ""] = typeof value === "string" ? (/^<(.+)>$/.exec(value) ?? []) : [];
    return documents.get(name) ?? value;
  };
  await using engine = startEngine();
  let answer: JsonObject | undefined;
  let compared = 0;
  for (const { info, text } of blocks) {
    if (info === "request") answer = await engine.ask(JSON.parse(text, standsFor));
    else if (info === "answer") {
      assert.deepEqual(answer, JSON.parse(text, standsFor));
      compared += 1;
      const { proposalPackage, ...rest } = (answer?.result ?? {}) as JsonObject;
      if (!proposalPackage || documents.has("proposal.json")) continue;
      documents.set("proposal.json", JSON.stringify(proposalPackage));
      // What the answers after it repeat.
      for (const [name, value] of Object.entries({ proposalPackage, ...rest })) documents.set(`build.${name}`, value);
    } else documents.set(info, text);
  }
  assert.ok(compared >= 4);
});

test("hostile lines get an error each, in order, and the end of the input ends the process with 0", async () => {
  await using engine = startEngine();
  const requests = ["first", "second", "third"].map(
    (id) => `${JSON.stringify({ id, operation: "compile", specPackage: "" })}\n`,
  );
  engine.send(requests[0] as string);
  // 33 MiB without an end of a line.
  for (let i = 0; i < 33; i += 1) engine.send(new Uint8Array(1_048_576).fill(0x5b));
  engine.send("\n");
  engine.send(`${"[".repeat(1_000_000)}\n`);
  engine.send(requests[1] as string);
  engine.send(new Uint8Array([0xff, 0x00, 0x0a, 0x0d, 0x0a]));
  engine.send(`{"id":1,"id":2}\nnull\n`);
  // Without an end of the line.
  engine.send((requests[2] as string).trim());
  const ended = engine.end();
  const answers: unknown[] = [];
  for (let i = 0; i < 9; i += 1) {
    const { id, error, result } = await engine.answer();
    answers.push([id, (error as JsonObject | undefined)?.code ?? (result as JsonObject).kind]);
  }
  assert.deepEqual(answers, [
    ["first", "broken"],
    [null, "line-too-long"],
    [null, "json-too-deep"],
    ["second", "broken"],
    [null, "malformed-json"],
    [null, "malformed-json"],
    [null, "ambiguous-json"],
    [null, "invalid-request"],
    ["third", "broken"],
  ]);
  assert.equal(await ended, 0);
  await assert.rejects(engine.answer(), /has ended/);
});

test("a call of the engine process costs a few calls of the engine in this process", async () => {
  const calls = 60;
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const [bytes, registry, candidate] = [
    specFile("datamint/generator-option/1.0.0"),
    registryFile(),
    candidateFile("loyalty-card"),
  ];
  const compiled = createEngine({ sha256: (content) => hash("sha256", content), cel });
  const result = compiled.compileSpec(bytes);
  assert.ok(result.kind === "ok");
  const input = { spec: result.spec, registry: registryFromSnapshot(registry), candidate };
  const request = {
    ...{ id: 1, operation: "validate", specPackage: text(bytes) },
    ...{ registry: JSON.stringify(registry), candidate: JSON.stringify(candidate) },
  };
  await using engine = startEngine();
  const times: { readonly inside: number; readonly outside: number }[] = [];
  for (let i = 0; i < calls; i += 1) {
    const begin = performance.now();
    const { result: answered } = await engine.ask(request);
    const between = performance.now();
    const verdict = compiled.validate(input);
    times.push({ outside: between - begin, inside: performance.now() - between });
    assert.deepEqual(answered, { verdict: JSON.parse(JSON.stringify(verdict)) });
  }
  const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const ratio = median(times.map(({ outside }) => outside)) / median(times.map(({ inside }) => inside));
  timingFigure("a call of the engine process over a call of the engine", ratio, 20);
});
