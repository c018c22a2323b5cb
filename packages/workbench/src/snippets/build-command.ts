import type { Json } from "@assay/contract";
import { curlCommand } from "./curl-command.ts";

/** What it takes to ask the service for a verdict and a package. */
export interface BuildOptions {
  readonly publicUrl: string;
  readonly targetProduct: string;
  readonly domainId: string;
  /** The candidate as it was read. */
  readonly candidate: Json;
}

/** The path of the operation. `operations` of the contract has it too, and would bring every schema into the page. */
export const buildPath = "/api/build";

/** The command that asks the service to build a candidate. */
export function buildCommand({ publicUrl, targetProduct, domainId, candidate }: BuildOptions): string {
  return curlCommand({
    url: `${publicUrl}${buildPath}`,
    body: { targetProduct, domainId, candidate },
  });
}
