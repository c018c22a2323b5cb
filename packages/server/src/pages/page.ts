import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Encoding } from "./choose-encoding.ts";
import { computeEtag } from "./etag.ts";

/** A document, ready to be sent. */
export interface Page {
  readonly contentType: string;
  readonly body: string;
}

/** A document that stays the same while the process runs. */
export interface LastingPage extends Page {
  /** Returns the body in an encoding. It is compressed when it is first asked for, and kept. */
  bodyIn(encoding: Encoding): EncodedBody;
}

/** The bytes of a body in some encoding, with their ETag. */
interface EncodedBody {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Creates a page that stays the same, so that no request compresses or hashes it again. */
export function createLastingPage(contentType: string, body: string): LastingPage {
  const kept = new Map<Encoding, EncodedBody>();
  return {
    contentType,
    body,
    bodyIn(encoding) {
      const known = kept.get(encoding);
      if (known) return known;
      const bytes = encoders[encoding](Buffer.from(body));
      const encoded = { bytes, etag: computeEtag(bytes) };
      kept.set(encoding, encoded);
      return encoded;
    },
  };
}

const encoders: { readonly [encoding in Encoding]: (bytes: Buffer) => Buffer } = {
  // Quality 11 saves another tenth, but takes 30 times as long, and calls wait meanwhile.
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
  identity: (bytes) => bytes,
};
