import type { DomainName } from "@assay/contract";

/** What is different from one installation of the service to another, and what callers need to know of it. */
export interface ServiceInfo {
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** The prefix of capability names. */
  readonly serviceName: string;
  /** The page on which people get a key. */
  readonly keyUrl?: string | undefined;
  /** The authorization server whose access tokens are accepted; absent if only keys are. */
  readonly authorizationServer?: string | undefined;
  /** Where an agent learns how to get a capability; absent if calls through agent-auth are not accepted. */
  readonly discoveryUrl?: string | undefined;
  /** The domains that are served. Examples are about one of them; Datamint is the example if none are given. */
  readonly domains?: readonly DomainName[];
  /** Whether the workbench is served at `/`, so that examples can be opened in it. */
  readonly hasWorkbench?: boolean;
}
