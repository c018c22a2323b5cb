import { type JsonObject, limits } from "@assay/contract";
import { exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { DomainRef } from "./checked.ts";

/** Refuses a candidate that no request can carry: the service would, before it is checked. */
export function checkSize(candidate: JsonObject, domain: DomainRef): void {
  const bytes = Buffer.byteLength(JSON.stringify({ ...domain, candidate }));
  if (bytes <= limits.bodyBytes) return;
  const message = `The candidate has ${bytes} bytes; a request may have ${limits.bodyBytes}. Shorten it.`;
  throw new Failure(message, { exitCode: exitCode.invalid, next: ["assay explain body-too-large"] });
}
