import type { Json } from "@assay/contract";
import type { BuildOutcome } from "@assay/engine";
import type { DomainFacts, PageFacts } from "../page/page-facts.ts";
import { buildCommand, mcpCall, submitCommand } from "./commands.ts";

/** A text to copy. */
export interface Snippet {
  readonly title: string;
  readonly about: string;
  /** What was copied, for a message. */
  readonly copied: string;
  readonly text: string;
}

/** What the commands are made of. */
export interface SnippetInput {
  readonly built: Extract<BuildOutcome, { readonly valid: true }>;
  /** The candidate as it is in the editor. */
  readonly candidateText: string;
  readonly domain: DomainFacts;
  readonly facts: Pick<PageFacts, "publicUrl">;
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
      about: `Run it in a terminal once the owner agrees, with your key in ASSAY_KEY (export ASSAY_KEY=<your key>). It submits the package; ${targetProduct} checks it again and answers with the proposal.`,
      copied: "the command that submits the package",
      text: submitCommand({ submissionUrl, proposalPackage, idempotencyKey }),
    },
    {
      title: "Build with curl",
      about: "Run it in a terminal, with your key in ASSAY_KEY. The service answers with the same verdict and package.",
      copied: "the command that builds the package",
      text: buildCommand({ publicUrl: facts.publicUrl, targetProduct, domainId, candidate }),
    },
    {
      title: "MCP call",
      about: `The message that an MCP client sends to ${call.address}.`,
      copied: "the MCP call",
      text: call.message,
    },
  ];
}
