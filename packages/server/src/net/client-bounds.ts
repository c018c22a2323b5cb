import { limits } from "@assay/contract";

/** What one client may hold at a time. Proxies and the identity service, behind which there are many, have no bound. */
export const clientBounds = {
  connections: 256,
  /** Bodies that have not arrived completely; as many as requests that are never refused. */
  bodies: 64,
  /** Requests on one connection that were not answered yet. Clients and proxies wait for each answer. */
  unanswered: 4,
} as const;

/** How much the service holds of bodies that have not arrived completely, all clients together. */
export const unreadBytes: number = 512 * limits.bodyBytes;

/** In how many pieces a body may arrive: each costs a few hundred bytes until it is joined with the others. */
export const maxPieces = 2_048;
