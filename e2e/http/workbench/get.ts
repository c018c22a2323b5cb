import { request as open } from "node:http";
import { buffer } from "node:stream/consumers";

/** An answer, its body as bytes. */
interface Got {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | undefined };
  readonly bytes: Buffer;
  readonly text: string;
}

/** Asks for a path with the given headers alone; a client that adds its own would hide what the answer depends on. */
export function get(url: string, headers: { readonly [name: string]: string } = {}, method = "GET"): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = open(url, { agent: false, method, headers });
    request.on("error", reject).on("response", (response) => {
      const { statusCode: status = 0 } = response;
      const read = { status, headers: response.headers as Got["headers"] };
      buffer(response).then((bytes) => resolve({ ...read, bytes, text: bytes.toString("utf8") }), reject);
    });
    request.end();
  });
}

/** What browsers accept when a person opens a page. */
export const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" } as const;

/** Returns what the service wrote into the page. */
export function readPageConfig(html: string) {
  const [, json = ""] = /<script type="application\/json" id="facts">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}
