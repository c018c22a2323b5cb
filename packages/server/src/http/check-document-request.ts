import type { FastifyRequest } from "fastify";
import type { Calls } from "../call.ts";
import { addressOf } from "./address-of.ts";
import { checkHead } from "./check-head.ts";
import { checkNoBody } from "./read-body.ts";

/** Refuses a request for a document that is one too many, has a wrong head, or has a body. */
export function checkDocumentRequest(request: FastifyRequest, calls: Calls): void {
  calls.limitUncounted(addressOf(request));
  checkHead(request);
  checkNoBody(request);
}
