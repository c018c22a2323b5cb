// The script of a page on which tests use the client.
import { AssayError, createClient } from "@assay/client";

/** The globals of the page. */
export interface ClientPage {
  readonly AssayError: typeof AssayError;
  readonly createClient: typeof createClient;
}

Object.assign(globalThis, { AssayError, createClient } satisfies ClientPage);
