import type { FastifyRequest } from "fastify";
import type { Calls } from "../call.ts";
import { checkHead } from "./check-head.ts";
import { checkNoBody } from "./read-body.ts";

/** Refuses a request for a document that is one too many, has a wrong head, or has a body. */
export function checkDocumentRequest(request: FastifyRequest, calls: Calls): void {
  calls.limitUncounted(request.clientAddress);
  checkHead(request);
  checkNoBody(request);
}
