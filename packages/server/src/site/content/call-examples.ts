import {
  createOtherExamples,
  createResultExamples,
  isExampleServed,
  type Json,
  type OperationId,
  operations,
  requestExamples,
} from "@assay/contract";
import type { ServiceInfo } from "../service-info.ts";

/** A call that a reader can paste into a shell, and its answer. */
export interface CallExample {
  /** What happens in it. */
  readonly about: string;
  readonly command: string;
  /** What is in `draft.json`, if the command sends it for the first time. */
  readonly request?: Json;
  readonly answer: Json;
}

type CallExamples = { readonly [id in OperationId]: CallExample } & {
  readonly validateProposal: Required<CallExample>;
};

/**
 * One call of each operation, in the order of a proposal. Where Datamint, the example product, is served, the draft has an
 * error and the correction is built; elsewhere, the draft is one that every domain refuses.
 */
export function callExamples({ publicUrl, domains = [] }: ServiceInfo): CallExamples {
  const [first] = domains;
  const post = (id: OperationId, file: string) =>
    `curl -s ${publicUrl}${operations[id].path} -H "Authorization: Bearer $KEY" --json @${file}`;
  const list = `curl -s ${publicUrl}${operations.listDomains.path}`;
  const command = post("validateProposal", "draft.json");
  if (first && !isExampleServed(domains)) {
    const { domains: listed, request, agent } = createOtherExamples(publicUrl, first);
    return {
      listDomains: { about: "One of this service's domains:", command: list, answer: asJson(listed) },
      validateProposal: {
        about: "`$KEY` is your API key. The draft names an agent as its owner; its other properties are left out here:",
        ...{ command, request: asJson(request) },
        answer: asJson(agent),
      },
      buildProposal: {
        about: "The same request: an invalid candidate is not built.",
        command: post("buildProposal", "draft.json"),
        answer: asJson(agent),
      },
    };
  }
  const { domains: listed, alias, built } = createResultExamples(publicUrl);
  return {
    listDomains: {
      about: "The examples are for Datamint, a product that generates test data; this service lists its own products:",
      command: list,
      answer: asJson(listed),
    },
    validateProposal: {
      about: "`$KEY` is your API key. The draft uses `int`, an alias for a type:",
      ...{ command, request: asJson(requestExamples.alias) },
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
