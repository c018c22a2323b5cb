import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Encoding } from "./choose-encoding.ts";
import { computeEtag } from "./etag.ts";

/** A document, ready to be sent. */
export interface Page {
  readonly contentType: string;
  readonly body: string;
}

/** A document that does not change while the process runs. */
export interface StaticPage extends Page {
  /** Returns the body in an encoding. It is compressed on first use, then cached. */
  encodeBody(encoding: Encoding): EncodedBody;
}

/** The bytes of a body in one encoding, with their ETag. */
interface EncodedBody {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Creates a page whose body does not change, so it is compressed and hashed only once per encoding. */
export function createStaticPage(contentType: string, body: string): StaticPage {
  const cache = new Map<Encoding, EncodedBody>();
  return {
    contentType,
    body,
    encodeBody(encoding) {
      const cached = cache.get(encoding);
      if (cached) return cached;
      const bytes = encoders[encoding](Buffer.from(body));
      const encoded = { bytes, etag: computeEtag(bytes) };
      cache.set(encoding, encoded);
      return encoded;
    },
  };
}

const encoders: { readonly [encoding in Encoding]: (bytes: Buffer) => Buffer } = {
  // Quality 11 would save another 10%, but take 30 times as long and block all calls meanwhile.
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
  identity: (bytes) => bytes,
};
