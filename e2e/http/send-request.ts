import { request as open } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Answer } from "./check-answer.ts";

/** Headers to send. An array is sent as one line for each value. */
export type SentHeaders = { readonly [name: string]: string | readonly string[] | number };

interface RequestOptions {
  readonly method?: string | undefined;
  readonly headers?: SentHeaders | undefined;
  readonly body?: string | Uint8Array | undefined;
}

/** Sends a request on a new connection. Unlike `fetch`, it adds no headers that could affect the answer. */
export function sendRequest(
  url: string,
  { method = "GET", headers = {}, body }: RequestOptions = {},
): Promise<Answer & { readonly bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = open(url, { agent: false, method, headers: headers as { [name: string]: string } });
    request.on("error", reject).on("response", (response) => {
      const { statusCode: status = 0 } = response;
      const received = { status, headers: response.headers as Answer["headers"] };
      buffer(response).then((bytes) => resolve({ ...received, bytes, body: bytes.toString("utf8") }), reject);
    });
    request.end(body);
  });
}
