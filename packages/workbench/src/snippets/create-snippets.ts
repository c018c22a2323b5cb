import type { Json } from "@assay/contract";
import type { BuildOutcome } from "@assay/engine";
import type { DomainFacts, ServiceFacts } from "../service-facts.ts";
import { buildCommand } from "./build-command.ts";
import { mcpCall } from "./mcp-call.ts";
import { submitCommand } from "./submit-command.ts";

/** A text to copy. */
export interface Snippet {
  readonly title: string;
  readonly about: string;
  readonly text: string;
}

/** What the commands are made of. */
export interface SnippetInput {
  readonly built: Extract<BuildOutcome, { readonly valid: true }>;
  /** The candidate as it is in the editor. */
  readonly candidateText: string;
  readonly domain: DomainFacts;
  readonly facts: Pick<ServiceFacts, "publicUrl">;
}

/** The commands for a valid candidate: to submit its package, to build it with the service, and to do that over MCP. */
export function createSnippets({ built, candidateText, domain, facts }: SnippetInput): readonly Snippet[] {
  const { targetProduct, domainId, submissionUrl } = domain;
  const { proposalPackage, idempotencyKey } = built;
  const candidate: Json = JSON.parse(candidateText);
  const call = mcpCall({ publicUrl: facts.publicUrl, targetProduct, domainId, candidate });
  return [
    {
      title: "Submit",
      about: `Sends the package to ${targetProduct}, after its owner agreed. $ASSAY_KEY is your key.`,
      text: submitCommand({ submissionUrl, proposalPackage, idempotencyKey }),
    },
    {
      title: "Build with curl",
      about: "Asks the service for the same verdict and package. $ASSAY_KEY is your key.",
      text: buildCommand({ publicUrl: facts.publicUrl, targetProduct, domainId, candidate }),
    },
    { title: "MCP call", about: `The message that an MCP client sends to ${call.address}.`, text: call.message },
  ];
}
