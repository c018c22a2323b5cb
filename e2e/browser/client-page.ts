// A page with the client as its own script: tests call it from there.
import { AssayError, createClient } from "@assay/client";

/** What a test finds on the page. */
export interface ClientPage {
  readonly AssayError: typeof AssayError;
  readonly createClient: typeof createClient;
}

Object.assign(globalThis, { AssayError, createClient } satisfies ClientPage);
