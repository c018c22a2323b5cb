import type { Confirmation, Difference } from "./service.ts";

/** What the page says after it asked the service. */
export interface ConfirmationText {
  readonly isAgreement: boolean;
  readonly lines: readonly string[];
}

/** Says whether the service agrees, and if not, what moved. `digest` is that of the page's package. */
export function describeConfirmation(confirmation: Confirmation, digest?: string): ConfirmationText {
  switch (confirmation.kind) {
    case "agrees": {
      const same =
        digest === undefined ? "the same verdict" : `the same verdict and the same package, ${shortened(digest)}`;
      const lines = [`The service agrees: ${same}.`, ...confirmation.moved.map(describeDifference)];
      return { isAgreement: true, lines };
    }
    case "differs":
      return {
        isAgreement: false,
        lines: ["The service disagrees.", ...confirmation.what.map(describeDifference)],
      };
    case "alone":
      return { isAgreement: confirmation.valid, lines: [`The service says: ${confirmation.summary}`] };
    case "refused":
      return { isAgreement: false, lines: [`${confirmation.problem.title}. ${confirmation.problem.detail}`] };
  }
}

function describeDifference({ what, page, service }: Difference): string {
  switch (what) {
    case "rules":
      return `The rules have changed: ${shortened(page)} in this page, ${shortened(service)} at the service. Reload the page; your draft is kept.`;
    case "registry":
      return page === undefined
        ? `Only the service looked up the id, in revision ${shortened(service)} of the registry.`
        : `The registry has changed: revision ${shortened(page)} in this page, ${shortened(service)} at the service.`;
    case "package":
      return `The package: ${shortened(page)} in this page, ${shortened(service)} at the service.`;
    case "verdict":
      return `The service says: ${service ?? "nothing"}`;
  }
}

function shortened(value: string | undefined): string {
  if (value === undefined) return "none";
  return value.replace(/^sha256:([0-9a-f]{8})[0-9a-f]*$/, "$1");
}
