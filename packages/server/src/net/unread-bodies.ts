import type { IncomingMessage } from "node:http";
import { limits } from "@assay/contract";
import { Problem } from "../problem.ts";
import { clientBounds, maxPieces, unreadBytes } from "./client-bounds.ts";
import { closeAfterAnswer } from "./connections.ts";

/** Bodies that have not arrived completely. */
export interface UnreadBodies {
  /** Collects the body of a request from now on, wherever the request waits meanwhile. */
  collect(request: IncomingMessage): void;
  /** Returns the body of a request once all of it has arrived, or why it was given up. */
  whole(request: IncomingMessage): Promise<Uint8Array | Problem>;
}

export interface UnreadBodiesOptions {
  /** Names the client of a request, and says whether it has no bound, because many are behind it. */
  clientOf(request: IncomingMessage): { readonly name: string; readonly isUnbounded: boolean };
  /** Called when a body was given up: its client sends too many, or all together take too much memory. */
  closed(reason: "bodies" | "unread"): void;
}

// A body that trickles in makes no progress worth the name.
const progressBytes = 4_096;

/**
 * Creates the place where bodies are collected, each in one buffer, however small its pieces are. When all of them take too
 * much memory, the one is given up for which the longest time has passed since its last 4 KiB.
 */
export function createUnreadBodies({ clientOf, closed }: UnreadBodiesOptions): UnreadBodies {
  const counts = new Map<string, number>();
  // In the order of their progress: the first one has waited longest.
  const holding = new Set<Unread>();
  let heldBytes = 0;

  function append(body: Unread, piece: Buffer): void {
    body.pieces += 1;
    const isTooLarge = body.length + piece.length > limits.bodyBytes;
    if (isTooLarge || body.pieces > maxPieces) {
      giveUp(body, isTooLarge ? tooLarge() : tooManyPieces());
      return;
    }
    const before = body.held.length;
    body.held = joined(body, piece);
    body.length += piece.length;
    heldBytes += body.held.length - before;
    if (before === 0 || body.length - body.progress >= progressBytes) {
      body.progress = body.length;
      holding.delete(body);
      holding.add(body);
    }
    while (heldBytes > unreadBytes) {
      const [least] = holding;
      if (!least) return;
      closed("unread");
      giveUp(least, overloaded("This instance is receiving too many bodies at once."));
    }
  }

  function giveUp(body: Unread, problem: Problem): void {
    forget(body);
    closeAfterAnswer(body.request.socket);
    body.end.resolve(problem);
  }

  function forget(body: Unread): void {
    if (body.isOver) return;
    body.isOver = true;
    holding.delete(body);
    heldBytes -= body.held.length;
    body.held = nothing;
    const left = (counts.get(body.client) ?? 1) - 1;
    if (left > 0) counts.set(body.client, left);
    else counts.delete(body.client);
  }

  return {
    collect(request) {
      const length = announcedIn(request);
      // What announces too much is refused by its head.
      if ((length === 0 && request.headers["transfer-encoding"] === undefined) || length > limits.bodyBytes) return;
      const { name, isUnbounded } = clientOf(request);
      const count = counts.get(name) ?? 0;
      const body = new Unread(request, name, length);
      (request as Collected)[unread] = body;
      counts.set(name, count + 1);
      // After it was given up the rest is discarded, as much of it as was read already.
      request.on("data", (piece: Buffer) => {
        if (!body.isOver) append(body, piece);
      });
      request.once("end", () => {
        const { held } = body;
        forget(body);
        body.end.resolve(held.subarray(0, body.length));
      });
      const gone = () => {
        if (body.isOver) return;
        forget(body);
        const detail = "The connection closed before the whole body arrived. Send the request again.";
        body.end.resolve(new Problem("bad-request", detail));
      };
      request.once("error", gone).once("close", gone);
      if (count < clientBounds.bodies || isUnbounded) return;
      closed("bodies");
      const detail = `This address is sending ${clientBounds.bodies} other bodies, which is the maximum for one address.`;
      giveUp(body, overloaded(detail));
    },
    async whole(request) {
      const body = (request as Collected)[unread];
      if (body) return await body.end.promise;
      if (announcedIn(request) > limits.bodyBytes) return tooLarge();
      return nothing;
    },
  };
}

const unread = Symbol("unread body");
const nothing = Buffer.alloc(0);

/** A request whose body is collected. Not in a WeakMap: V8 keeps its values, and so the requests, until all memory is collected. */
interface Collected extends IncomingMessage {
  [unread]?: Unread;
}

class Unread {
  readonly request: IncomingMessage;
  readonly client: string;
  /** How many bytes were announced; 0 if that is not known. */
  readonly announced: number;
  /** What has arrived, with room for more. */
  held: Buffer = nothing;
  length = 0;
  pieces = 0;
  /** What had arrived when it last made progress. */
  progress = 0;
  isOver = false;
  readonly end = Promise.withResolvers<Uint8Array | Problem>();

  constructor(request: IncomingMessage, client: string, announced: number) {
    this.request = request;
    this.client = client;
    this.announced = announced;
  }
}

function announcedIn({ headers }: IncomingMessage): number {
  return Number(headers["content-length"] ?? 0);
}

/** Returns a buffer with the piece at its end: a larger one if there is no room, but never twice what has arrived. */
function joined({ held, length, announced }: Unread, piece: Buffer): Buffer {
  const needed = length + piece.length;
  // Most bodies arrive in one piece, which is a copy already.
  if (length === 0 && piece.length === piece.buffer.byteLength) return piece;
  const maxNeeded = announced === 0 ? limits.bodyBytes : announced;
  const buffer = needed <= held.length ? held : Buffer.allocUnsafeSlow(Math.min(2 * needed, maxNeeded));
  if (buffer !== held) held.copy(buffer, 0, 0, length);
  piece.copy(buffer, length);
  return buffer;
}

function overloaded(what: string): Problem {
  return new Problem("overloaded", `${what} Retry after 1 second.`, { retryAfterSeconds: 1 });
}

function tooManyPieces(): Problem {
  const detail = `The body arrived in more than ${maxPieces.toLocaleString("en-US")} pieces. Send it in larger chunks.`;
  return new Problem("bad-request", detail);
}

/** Creates the problem of a body that is too large. */
export function tooLarge(): Problem {
  const max = limits.bodyBytes.toLocaleString("en-US");
  return new Problem("body-too-large", `The body has more than ${max} bytes. Shorten the candidate.`);
}
