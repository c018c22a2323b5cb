// Writes every generated file: reference pages, JSON catalogues, JSON Schemas, plans.
// With --check, it writes nothing, and fails if a file is missing, outdated or no longer generated.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  buildResultSchema,
  createOpenapi,
  diagnosticCatalogue,
  domainListSchema,
  envelopeSchema,
  mcpTools,
  problemCatalogue,
  problemSchema,
  projectSchema,
  proposalPackageSchema,
  registrySchema,
  specPackageSchema,
  specProblemCatalogue,
  validationResultSchema,
  verdictSchema,
  verificationSchema,
} from "@assay/contract";
import { domainsFileSchema } from "@assay/server/config/domains-file-schema";
import { readConfig } from "@assay/server/config/read-config";
import { settings } from "@assay/server/config/settings";
import { replacePlan } from "./fleet-sizing.ts";
import { formatEnvironmentFile, formatPrometheusRule } from "./generate-deploy-files.ts";
import { markdownTable } from "./markdown-table.ts";
import { apiPage } from "./pages/api-page.ts";
import { codesPage } from "./pages/codes-page.ts";
import { publicPackages } from "./release/pack-packages.ts";
import { repositoryMembers } from "./release/repository.ts";
import { specPackagePage } from "./spec-package-page.ts";

// The example on the configuration page. This script fails if the server does not accept it.
const exampleDomains = {
  domains: [
    {
      targetProduct: "datamint",
      domainId: "generator-option",
      specPackageUrl: "https://datamint.example/spec-packages/generator-option/current.json",
      submissionUrl: "https://datamint.example/api/proposals",
      registry: { url: "https://datamint.example/registry/generators" },
    },
  ],
};
const example = readConfig(
  {
    ASSAY_PUBLIC_URL: "https://assay.example",
    ASSAY_DOMAINS_FILE: "domains.json",
    ASSAY_INTROSPECTION_URL: "https://id.example/oauth2/introspect",
    ASSAY_INTROSPECTION_CLIENT_ID: "assay",
    ASSAY_INTROSPECTION_CLIENT_SECRET: "secret",
  },
  () => JSON.stringify(exampleDomains),
);
if (example.kind === "invalid") throw new Error(example.errors.join("\n"));

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["docs/reference", "packages/contract/generated"];
const files = new Map<string, string>();

files.set("docs/reference/api.md", apiPage());
files.set("docs/reference/codes.md", codesPage());
files.set("docs/reference/spec-problems.md", specProblemsPage());

const generated = "packages/contract/generated";
files.set(`${generated}/diagnostics.json`, formatJson(toEntries(diagnosticCatalogue)));
files.set(`${generated}/mcp-tools.json`, formatJson(mcpTools));
files.set(`${generated}/openapi.json`, formatJson(createOpenapi("https://assay.example")));
files.set(`${generated}/problems.json`, formatJson(toEntries(problemCatalogue)));
files.set(`${generated}/spec-problems.json`, formatJson(toEntries(specProblemCatalogue)));
const schemas = {
  "build-result": buildResultSchema,
  "domain-list": domainListSchema,
  envelope: envelopeSchema,
  problem: problemSchema,
  "proposal-package": proposalPackageSchema,
  registry: registrySchema,
  "spec-package": specPackageSchema,
  "validation-result": validationResultSchema,
  verdict: verdictSchema,
  verification: verificationSchema,
};
const dialect = "https://json-schema.org/draft/2020-12/schema";
for (const [name, schema] of Object.entries(schemas)) {
  files.set(`${generated}/${name}.schema.json`, formatJson({ $schema: dialect, ...schema }));
}

files.set("docs/reference/configuration.md", configurationPage());
files.set("docs/reference/spec-package.md", specPackagePage());
files.set("docs/reference/domains-file.schema.json", formatJson({ $schema: dialect, ...domainsFileSchema }));
files.set("docs/reference/assay.schema.json", formatJson({ $schema: dialect, ...projectSchema }));
files.set("deploy/assay.env", formatEnvironmentFile());
const rules = "deploy/prometheus/assay-rules.yaml";
files.set("deploy/prometheus/assay-prometheus-rule.yaml", formatPrometheusRule(read(rules) ?? ""));
const operationsPage = "docs/reference/operations.md";
files.set(operationsPage, replaceCallProperties(read(operationsPage) ?? ""));
const fleet = "docs/guides/run-a-fleet.md";
files.set(fleet, replacePlan(read(fleet) ?? ""));

for (const folder of publicPackages) {
  const path = `packages/${folder}/package.json`;
  const { repository: _, homepage: __, bugs: ___, license, ...manifest } = JSON.parse(read(path) ?? "");
  const { name, version, description, ...rest } = manifest;
  files.set(path, formatJson({ name, version, description, license, ...repositoryMembers(folder), ...rest }));
}

const existing = folders.flatMap((folder) => list(folder));
const handwrittenPages = new Set(
  ["adt-proxy", "compatibility", "limits", "operations", "verify", "where-your-key-goes"].map(
    (name) => `docs/reference/${name}.md`,
  ),
);
const stale = existing.filter((path) => !files.has(path) && !handwrittenPages.has(path));
const outdated = [...files].filter(([path, text]) => read(path) !== text);
if (process.argv.includes("--check")) {
  const changed = [...stale, ...outdated.map(([path]) => path)];
  if (changed.length > 0) {
    console.error(`Not up to date, run \`npm run generate\`:\n${changed.map((path) => `  ${path}`).join("\n")}`);
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

// Between `<!-- properties of a call -->` and `<!-- end of properties -->`, from the type of the log entry.
function replaceCallProperties(page: string): string {
  const source = read("packages/server/src/telemetry/call-event.ts") ?? "";
  const properties = source.matchAll(/(?: {2}\/\*\* (.*) \*\/\n)? {2}readonly (\w+)\??: (.*?)(?: \| undefined)?;$/gm);
  const rows = [...properties].map(([, about = "", name, type = ""]) => {
    return [`\`${name}\``, `\`${type.replace("readonly ", "")}\``, about.replace(/\.$/, "")];
  });
  const table = markdownTable(["Property", "Type", "Meaning"], rows);
  return page.replace(/(<!-- properties of a call -->\n)[\s\S]*?(\n<!-- end)/, `$1\n${table}\n$2`);
}

function specProblemsPage(): string {
  const sections = Object.entries(specProblemCatalogue).map(
    ([code, { title, explanation }]) => `## ${code}\n\n${title}.\n\n${explanation}\n`,
  );
  const intro =
    "Why a spec package is rejected, for the team that publishes it. The [reference](spec-package.md) describes what it may contain.";
  return [`# Spec package problems\n\n${intro}\n`, ...sections].join("\n");
}

function toEntries(catalogue: { readonly [code: string]: object }): readonly object[] {
  return Object.entries(catalogue).map(([code, entry]) => ({ code, ...entry }));
}

function configurationPage(): string {
  const all = Object.entries(settings);
  const required = all.flatMap(([name, { byDefault, about }]) =>
    byDefault === undefined ? [[`\`${name}\``, about]] : [],
  );
  const others = all.flatMap(([name, { byDefault, about }]) =>
    byDefault === undefined ? [] : [[`\`${name}\``, byDefault === "" ? "none" : `\`${byDefault}\``, about]],
  );
  const files = Object.entries(settings).flatMap(([name, { isSecret }]) => (isSecret ? [`\`${name}_FILE\``] : []));
  const intro = [
    "`assay-server` reads these environment variables once, at startup. If any of them is invalid, it lists every error and exits with code 78. With `--check` it exits after that, with `--check --connect` also after [trying each service](../guides/run-one-instance.md#check-it) that they name. An unknown variable that begins with `ASSAY_` is an error, except those of the command line. Variables of Node work too: `NODE_EXTRA_CA_CERTS` is the certificate of an authority of your own.",
    "",
    `A secret can be in a file instead, as Docker and Kubernetes mount it: ${files.join(", ")} have its path.`,
    "",
    "The domains file is JSON; with `$schema` set to the URL or path of its [schema](domains-file.schema.json), editors complete and check it:",
    "",
    "```json",
    formatJson(exampleDomains).trimEnd(),
    "```",
    "",
    "With `registry.public` set to `true`, the service gives the registry to [anyone who asks](../guides/publish-a-registry.md#public-or-not). `refreshSeconds` defaults to 30. `maxStaleSeconds` limits how long a copy is used after the target product last confirmed it (defaults: `specPackage` 3600, `registry` 300); after that, the domain answers 503. `refreshSeconds` must be at least 1, and at least 15 less than each of these limits.",
    "",
    'URLs have no user name, query or fragment, because callers can read them. Documents are fetched from public addresses only. To reach a product on a private network, list it in its domain: `"networks": ["10.1.0.0/16"]`. Link-local and cloud-metadata addresses are always blocked.',
  ].join("\n");
  const groups = [
    ...["## Required settings", "", "These have no default.", "", markdownTable(["variable", "meaning"], required)],
    ...["", "## Optional settings", "", markdownTable(["variable", "default", "meaning"], others)],
  ].join("\n");
  return `# Configuration\n\n${intro}\n\n${groups}\n`;
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

function read(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
}
