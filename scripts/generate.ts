// Writes everything that follows from the contract's tables: reference pages, JSON catalogues, JSON Schemas.
// With --check it writes nothing and fails when a file is missing, outdated or no longer belongs there.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type DiagnosticEntry,
  diagnosticCatalogue,
  proposalPackageSchema,
  registryRangeSchema,
  registrySchema,
  specPackageSchema,
  specProblemCatalogue,
  verdictSchema,
} from "@assay/contract";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["docs/reference/diagnostics", "docs/reference/spec-problems", "packages/contract/generated"];
const files = new Map<string, string>();

const diagnostics = Object.entries<DiagnosticEntry>(diagnosticCatalogue);
for (const [code, entry] of diagnostics)
  files.set(`docs/reference/diagnostics/${code}.md`, diagnosticPage(code, entry));
files.set(
  "docs/reference/diagnostics/README.md",
  index("Diagnostics", "Everything that a verdict can say of a candidate. A code never changes its meaning.", [
    ["code", "severity", "needs", "title"],
    ...diagnostics.map(([code, { severity, needs, title }]) => [`[${code}](${code}.md)`, severity, needs, title]),
  ]),
);

const specProblems = Object.entries(specProblemCatalogue);
for (const [code, { title, explanation }] of specProblems) {
  files.set(`docs/reference/spec-problems/${code}.md`, `# ${code}: ${title}\n\n${explanation}\n`);
}
files.set(
  "docs/reference/spec-problems/README.md",
  index("Spec package problems", "Everything that keeps a spec package from being used, for the team that wrote it.", [
    ["code", "title"],
    ...specProblems.map(([code, { title }]) => [`[${code}](${code}.md)`, title]),
  ]),
);

const generated = "packages/contract/generated";
files.set(`${generated}/diagnostics.json`, json(diagnostics.map(([code, entry]) => ({ code, ...entry }))));
files.set(`${generated}/spec-problems.json`, json(specProblems.map(([code, entry]) => ({ code, ...entry }))));
const schemas = {
  "proposal-package": proposalPackageSchema,
  registry: registrySchema,
  "registry-range": registryRangeSchema,
  "spec-package": specPackageSchema,
  verdict: verdictSchema,
};
for (const [name, schema] of Object.entries(schemas)) {
  const dialect = "https://json-schema.org/draft/2020-12/schema";
  files.set(`${generated}/${name}.schema.json`, json({ $schema: dialect, ...schema }));
}

const present = folders.flatMap((folder) => list(folder));
const stale = present.filter((path) => !files.has(path));
const outdated = [...files].filter(([path, text]) => !present.includes(path) || read(path) !== text);
if (process.argv.includes("--check")) {
  const wrong = [...stale, ...outdated.map(([path]) => path)];
  if (wrong.length > 0) {
    console.error(`Not up to date, run \`npm run generate\`:\n${wrong.map((path) => `  ${path}`).join("\n")}`);
    process.exit(1);
  }
} else {
  for (const path of stale) rmSync(join(root, path));
  for (const [path, text] of outdated) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
console.log(`${files.size} generated files, ${outdated.length + stale.length} changed`);

function diagnosticPage(
  code: string,
  { severity, needs, title, messages, explanation, example }: DiagnosticEntry,
): string {
  const actor = {
    edit: "whoever writes the candidate",
    "owner-decision": "only the owner, a person",
    "product-team": "the team that publishes the spec package",
  }[needs];
  return `# ${code}: ${title}

Severity: ${severity}. Who can act: ${actor} (\`needs: "${needs}"\`).

${explanation}

## What it says

${Object.values(messages)
  .map((message) => `- ${message.replace(/\{(\w+)(?::\w+)?\}/g, "*$1*")}`)
  .join("\n")}

## Example

${example.of === "candidate" ? "A part of a candidate for Datamint that gets it:" : "A part of a spec package that brings it about:"}

\`\`\`json
${JSON.stringify(example.before, null, 2)}
\`\`\`

${example.of === "candidate" ? "The same part without it:" : "The same part mended:"}

\`\`\`json
${JSON.stringify(example.after, null, 2)}
\`\`\`
`;
}

function index(title: string, intro: string, [head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return `# ${title}\n\n${intro}\n\n${[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
