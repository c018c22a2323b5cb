import {
  type DiagnosticEntry,
  diagnosticCatalogue,
  type JsonObject,
  type ProblemEntry,
  problemCatalogue,
  type SpecProblemEntry,
  specProblemCatalogue,
} from "@assay/contract";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import { createStyle, paintLines, type Style } from "../terminal/style.ts";
import { toPrintable } from "../terminal/to-printable.ts";
import { wrap, wrapWithLead } from "../terminal/wrap.ts";

/** Explains a code from the catalogues, without a service. Lists all codes if none is given. */
export async function explain(code: string | undefined, io: Io): Promise<ExitCode> {
  const style = createStyle(io, io.out);
  if (code === undefined) {
    const formatList = (title: string, catalogue: { readonly [code: string]: { readonly title: string } }) => [
      style.paint("strong", title),
      ...Object.entries(catalogue).flatMap(([name, entry]) => formatTitle(name, entry.title, style)),
      "",
    ];
    const lines = [
      ...formatList("Diagnostics: what is wrong with a candidate", diagnosticCatalogue),
      ...formatList("Problems: why there is no verdict", problemCatalogue),
      ...formatList("Spec problems: why a spec package is rejected", specProblemCatalogue),
    ];
    io.out.write(`${lines.join("\n")}`);
    return exitCode.valid;
  }
  const lines = formatEntry(code, style);
  if (!lines) throw await toUnknownCodeFailure(code);
  io.out.write(`${lines.join("\n")}\n`);
  return exitCode.valid;
}

function formatTitle(code: string, title: string, { paint, width }: Style): readonly string[] {
  const name = `  ${code}`.padEnd(28);
  if (name.length === 28 && width >= 60) return wrapWithLead(paint("code", name), 28, toPlainText(title), width);
  return [`  ${paint("code", code)}`, ...wrapWithLead("      ", 6, toPlainText(title), Math.max(width - 22, 26))];
}

function formatEntry(code: string, style: Style): readonly string[] | undefined {
  const diagnostic = findEntry<DiagnosticEntry>(diagnosticCatalogue, code);
  if (diagnostic) return [...formatHead(code, diagnostic.title, style), ...formatDiagnostic(diagnostic, style)];
  const problem = findEntry<ProblemEntry>(problemCatalogue, code);
  if (problem) {
    const retryHint = problem.retryable ? "The same request can succeed later." : "The same request will fail again.";
    return [
      ...formatHead(code, problem.title, style),
      ...formatParagraph(`Status ${problem.status}. ${retryHint}`, style),
      ...formatParagraph(problem.explanation, style),
    ];
  }
  const spec = findEntry<SpecProblemEntry>(specProblemCatalogue, code);
  return spec && [...formatHead(code, spec.title, style), ...formatParagraph(spec.explanation, style)];
}

function findEntry<Entry>(catalogue: { readonly [code: string]: Entry }, code: string): Entry | undefined {
  return Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;
}

function formatHead(code: string, title: string, style: Style): readonly string[] {
  return [...paintLines("strong", `${code}: ${toPlainText(title)}`, style), ""];
}

const resolutions = {
  edit: "Its author can resolve it.",
  ask: "Someone who knows the right value can resolve it.",
  "owner-decision": "Only the owner (a person) can resolve it.",
  "product-team": "The team that publishes the rules has to resolve it.",
} as const;

function formatDiagnostic({ severity, needs, explanation, example }: DiagnosticEntry, style: Style): readonly string[] {
  const kind = { error: "An error", warning: "A warning", info: "A note" }[severity];
  return [
    ...formatParagraph(`${kind}. ${resolutions[needs]}`, style),
    ...formatParagraph(explanation, style),
    ...formatPatch("If the spec package says", example?.spec, style),
    ...formatPatch("In a candidate for Datamint", example?.before, style),
    ...formatPatch("Fixed", example?.after, style),
  ].slice(0, -1);
}

// In a merge patch, null removes a property. In printed JSON, it would be a value and cause a different error.
function formatPatch(caption: string, patch: JsonObject | undefined, style: Style): readonly string[] {
  if (!patch) return [];
  const absent = Object.keys(patch).filter((name) => patch[name] === null);
  const without = absent.length === 0 ? "" : ` (without ${absent.map((name) => `"${name}"`).join(" and ")})`;
  const present = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
  return [
    ...wrap(`${caption}${without}:`, style.width),
    ...JSON.stringify(present, null, 2)
      .split("\n")
      .map((line) => `  ${style.paint("code", toPrintable(line))}`),
    "",
  ];
}

function formatParagraph(text: string, { width }: Style): readonly string[] {
  return [...wrap(toPlainText(text), width), ""];
}

// Puts quotation marks around names. Values are left unchanged, so that `36` and `"36"` differ.
function toPlainText(text: string): string {
  return text.replace(/`([^`]+)`/g, (_, code) => (valuePattern.test(code) ? code : `"${code}"`));
}

const valuePattern = /^(?:".*"|-?\d[\d.]*|true|false|null)$/;

async function toUnknownCodeFailure(code: string): Promise<Failure> {
  const { findClosest } = await import("@assay/engine");
  const known = [diagnosticCatalogue, problemCatalogue, specProblemCatalogue].flatMap((catalogue) =>
    Object.keys(catalogue),
  );
  const closest = findClosest(code, known);
  const remedy = closest === undefined ? "`assay explain` lists them." : `Did you mean ${closest}?`;
  return new Failure(`There is no code ${JSON.stringify(code)}. ${remedy}`);
}
