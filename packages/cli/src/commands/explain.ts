import {
  type DiagnosticEntry,
  diagnosticCatalogue,
  exampleParts,
  type ProblemEntry,
  problemCatalogue,
  type SpecProblemEntry,
  specProblemCatalogue,
} from "@assay/contract";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { printable } from "../terminal/printable.ts";
import { createStyle, paintedLines, type Style } from "../terminal/style.ts";
import { hang, wrap } from "../terminal/wrap.ts";

/** Explains a code from the catalogues, without a service. Without a code it lists them all. */
export async function explain(code: string | undefined, io: Io): Promise<ExitCode> {
  const style = createStyle(io, io.out);
  if (code === undefined) {
    const list = (title: string, catalogue: { readonly [code: string]: { readonly title: string } }) => [
      style.paint("strong", title),
      ...Object.entries(catalogue).flatMap(([one, entry]) => titleLines(one, entry.title, style)),
      "",
    ];
    const lines = [
      ...list("Diagnostics: what is wrong with a candidate", diagnosticCatalogue),
      ...list("Problems: why there is no verdict", problemCatalogue),
      ...list("Spec problems: why a spec package is rejected", specProblemCatalogue),
    ];
    io.out.write(`${lines.join("\n")}`);
    return exitCode.valid;
  }
  const lines = linesOf(code, style);
  if (!lines) throw await unknownCode(code);
  io.out.write(`${lines.join("\n")}\n`);
  return exitCode.valid;
}

function titleLines(code: string, title: string, { paint, width }: Style): readonly string[] {
  const name = `  ${code}`.padEnd(28);
  if (name.length === 28 && width >= 60) return hang(paint("code", name), 28, plain(title), width);
  return [`  ${paint("code", code)}`, ...hang("      ", 6, plain(title), Math.max(width - 22, 26))];
}

function linesOf(code: string, style: Style): readonly string[] | undefined {
  const diagnostic = entryOf<DiagnosticEntry>(diagnosticCatalogue, code);
  if (diagnostic) return [...headOf(code, diagnostic.title, style), ...diagnosticLines(diagnostic, style)];
  const problem = entryOf<ProblemEntry>(problemCatalogue, code);
  if (problem) {
    const again = problem.retryable ? "The same request can succeed later." : "The same request will fail again.";
    return [
      ...headOf(code, problem.title, style),
      ...paragraph(`Status ${problem.status}. ${again}`, style),
      ...paragraph(problem.explanation, style),
    ];
  }
  const spec = entryOf<SpecProblemEntry>(specProblemCatalogue, code);
  return spec && [...headOf(code, spec.title, style), ...paragraph(spec.explanation, style)];
}

function entryOf<Entry>(catalogue: { readonly [code: string]: Entry }, code: string): Entry | undefined {
  return Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;
}

function headOf(code: string, title: string, style: Style): readonly string[] {
  return [...paintedLines("strong", `${code}: ${plain(title)}`, style), ""];
}

const acts = {
  edit: "Its author can resolve it.",
  ask: "Someone who knows the right value can resolve it.",
  "owner-decision": "Only the owner (a person) can resolve it.",
  "product-team": "The team that publishes the rules has to resolve it.",
} as const;

function diagnosticLines({ severity, needs, explanation, example }: DiagnosticEntry, style: Style): readonly string[] {
  const { rules, triggers, fixed } = exampleParts(example);
  const kind = { error: "An error", warning: "A warning", info: "A note" }[severity];
  return [
    ...paragraph(`${kind}. ${acts[needs]}`, style),
    ...paragraph(explanation, style),
    ...[rules, triggers, fixed].flatMap((part) =>
      part
        ? [
            ...wrap(plain(part.caption), style.width),
            ...JSON.stringify(part.json, null, 2)
              .split("\n")
              .map((line) => `  ${style.paint("code", printable(line))}`),
            "",
          ]
        : [],
    ),
  ].slice(0, -1);
}

function paragraph(text: string, { width }: Style): readonly string[] {
  return [...wrap(plain(text), width), ""];
}

// A value stays as it is, so that `36` and `"36"` differ; a name gets quotation marks.
function plain(text: string): string {
  return text.replace(/`([^`]+)`/g, (_, code) => (isValue.test(code) ? code : `"${code}"`));
}

const isValue = /^(?:".*"|-?\d[\d.]*|true|false|null)$/;

async function unknownCode(code: string): Promise<Failure> {
  const { closest } = await import("@assay/engine");
  const known = [diagnosticCatalogue, problemCatalogue, specProblemCatalogue].flatMap((catalogue) =>
    Object.keys(catalogue),
  );
  const near = closest(code, known);
  const remedy = near === undefined ? "`assay explain` lists them." : `Did you mean ${near}?`;
  return new Failure(`There is no code ${JSON.stringify(code)}. ${remedy}`);
}
