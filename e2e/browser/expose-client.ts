// The script that a test page loads, to expose @assay/client to `page.evaluate`.
import { AssayError, createClient } from "@assay/client";

/** The globals that the script adds to the page. */
export interface ClientGlobals {
  readonly AssayError: typeof AssayError;
  readonly createClient: typeof createClient;
}

Object.assign(globalThis, { AssayError, createClient } satisfies ClientGlobals);
