import { createResultExamples, type Json, type OperationId, operations, requestExamples } from "@assay/contract";
import { compactJson } from "./compact-json.ts";

/** A call that a reader can paste into a shell, and its answer. */
export interface CallExample {
  /** What happens in it. */
  readonly about: string;
  readonly command: string;
  readonly answer: Json;
}

/**
 * One call of each operation, in the order of a proposal: the draft has an error, the correction is built. The answers are
 * those of Datamint, the example product, because every installation has other products behind it.
 */
export function callExamples(publicUrl: string): { readonly [id in OperationId]: CallExample } {
  const { domains, alias, built } = createResultExamples(publicUrl);
  const post = (id: OperationId, file: string) =>
    `curl -s ${publicUrl}${operations[id].path} -H "Authorization: Bearer $KEY" --json @${file}`;
  return {
    listDomains: {
      about: "The examples are for Datamint, a product that generates test data; this service lists its own products:",
      command: `curl -s ${publicUrl}${operations.listDomains.path}`,
      answer: asJson(domains),
    },
    validateProposal: {
      about: "`$KEY` is your API key. The draft uses `int`, an alias of a type:",
      command: `cat > draft.json <<'END'\n${compactJson(asJson(requestExamples.alias))}\nEND\n${post("validateProposal", "draft.json")}`,
      answer: asJson(alias),
    },
    buildProposal: {
      about: "The same request, with the patch applied:",
      command: `sed 's/"int"/"integer"/' draft.json > proposal.json\n${post("buildProposal", "proposal.json")}`,
      answer: asJson(built),
    },
  };
}

// Results have no index signature, so their types do not match `Json`.
function asJson(value: object): Json {
  return value as unknown as Json;
}
