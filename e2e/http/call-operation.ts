import { type JsonObject, type OperationId, operations } from "@assay/contract";
import { type Answer, checkAnswer } from "./check-answer.ts";
import { type SentHeaders, sendRequest } from "./send-request.ts";

/** A call to an operation. By default, it has the operation's method and no body. */
export interface OperationCall {
  readonly method?: string;
  readonly query?: string;
  readonly headers?: SentHeaders;
  /** An object is sent as JSON. */
  readonly body?: JsonObject | string | Uint8Array | undefined;
}

/** An answer that conforms to openapi.json. `json` is its parsed body. */
export interface CheckedAnswer extends Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly json: any;
}

/** Calls an operation, and checks the answer against openapi.json. `publicUrl` is the base of the service's links. */
export async function callOperation(
  url: string,
  operation: OperationId,
  call: OperationCall = {},
  publicUrl: string = url,
): Promise<CheckedAnswer> {
  const { method, path } = operations[operation];
  const isText = call.body === undefined || typeof call.body === "string" || call.body instanceof Uint8Array;
  const body = isText ? (call.body as string | Uint8Array | undefined) : JSON.stringify(call.body);
  const type =
    body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const query = call.query === undefined ? "" : `?${call.query}`;
  const headers = { ...type, ...call.headers };
  const answer = await sendRequest(`${url}${path}${query}`, { method: call.method ?? method, headers, body });
  checkAnswer(operation, answer, publicUrl);
  return { ...answer, json: answer.body === "" ? undefined : JSON.parse(answer.body) };
}
