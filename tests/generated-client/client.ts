// A client as its author would write it against the generated types. It is only type-checked, never run.
import type { components, operations } from "./assay.d.ts";

type Schemas = components["schemas"];
type Failure = operations["validateProposal"]["responses"][422]["content"]["application/problem+json"];

const request: Schemas["ProposalRequest"] = {
  targetProduct: "datamint",
  domainId: "generator-option",
  candidate: {
    owner: { kind: "human", id: "ada" },
    generatorId: "loyalty-card",
    outputFields: [{ name: "age", type: "integer", description: "Age in years." }],
    sampleRecords: [{ age: 36 }],
    propertyOfAnotherDomain: true,
  },
  options: { fixes: "repair", upcoming: false },
};

export async function build(url: string, key: string): Promise<Schemas["ProposalPackage"] | readonly string[]> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/api/build`, { method: "POST", headers, body: JSON.stringify(request) });
  if (!response.ok) return explain((await response.json()) as Failure);
  const result: Schemas["BuildResult"] = await response.json();
  return result.valid ? result.proposalPackage : result.diagnostics.map(describe);
}

function explain({ code, detail, errors = [] }: Schemas["Problem"]): readonly string[] {
  return [`${code}: ${detail}`, ...errors.map(({ path, message }) => `${path}: ${message}`)];
}

function describe({ path, message, needs, params, fixes = [] }: Schemas["Diagnostic"]): string {
  const [fix]: readonly Schemas["Fix"][] = fixes;
  const patch: readonly Schemas["PatchOperation"][] = fix?.patch ?? [];
  const isForOwner = needs === "owner-decision";
  return `${path}: ${message} ${isForOwner ? "Ask the owner." : (fix?.title ?? "")} ${patch.length} ${params?.actual}`;
}

export function unread(result: Schemas["BuildResult"]): Schemas["ProposalPackage"] {
  // @ts-expect-error Only a valid candidate has a package.
  return result.proposalPackage;
}

export function misspelled(result: Schemas["ValidationResult"], diagnostic: Schemas["Diagnostic"]) {
  // @ts-expect-error The generated types notice a property that no answer has.
  void result.vaild;
  // @ts-expect-error They notice a value that a property never has.
  return diagnostic.severity === "fatal";
}
