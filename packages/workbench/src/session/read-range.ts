import { limits, type RegistryRange } from "@assay/contract";
import { readRegistryRange } from "@assay/engine";

/** A range of the registry, or a sentence that says why there is none. */
export type RangeFetched =
  | { readonly kind: "ok"; readonly range: RegistryRange }
  | { readonly kind: "failed"; readonly reason: string };

/** Reads the answer of the service to a request for a range. The service has checked that its ids belong there. */
export async function readRange(response: Response, targetProduct: string, range: string): Promise<RangeFetched> {
  if (!response.ok) {
    return { kind: "failed", reason: `The service answered ${response.status} instead of the registry.` };
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isTooLong = bytes.length > limits.registry.rangeBytes;
  const read = isTooLong ? undefined : readRegistryRange(bytes, { targetProduct, range });
  if (read?.kind === "ok") return { kind: "ok", range: read.document };
  return { kind: "failed", reason: "The service did not answer with a part of the registry." };
}
