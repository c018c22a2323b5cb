import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createQueueLimit } from "./queue-limit.ts";

export interface RequestQueueOptions {
  /** Answers a request whose turn has come. */
  readonly answer: RequestListener;
  /** Refuses a request at once, because too many wait. */
  readonly refuse: RequestListener;
  /** Names the client of a request. */
  clientOf(request: IncomingMessage): string;
  /** Called for a request whose client has gone before its turn came; nothing is done for it. */
  dropped(): void;
  /** A monotonic clock, in milliseconds. */
  elapsedMs(): number;
  /** Runs a function after the sockets were looked at once more: `setImmediate`. */
  nextTurn(run: () => void): void;
}

/** Requests that wait for the processor. */
export interface RequestQueue {
  /** Adds a request. If too many wait, one of the client that got most of the queue lately is refused, or else this one. */
  readonly add: RequestListener;
  /** Tells that a connection was accepted. */
  connected(): void;
}

// What may come between two calls takes about as long as two of them, so calls keep a third of the processor at any load.
const maxRefusalsPerTurn = 8;
const maxAcceptedPerTurn = 8;

/**
 * Creates a queue that answers one request per turn of the event loop, first come, first served. Between two of them all
 * sockets are read, so requests wait here, where they are counted, refused at once or dropped when their client has gone,
 * instead of in the kernel, where nobody sees them.
 */
export function createRequestQueue(options: RequestQueueOptions): RequestQueue {
  const { answer, refuse, clientOf, dropped, elapsedMs, nextTurn } = options;
  const limit = createQueueLimit();
  let waiting: Waiting[] = [];
  const shares = createClientShares();
  let turns = 0;
  let refused = 0;
  let accepted = 0;
  let hasConnected = false;
  let isSwept = false;
  let lastTurnAt: number | undefined;

  function addTurn(): void {
    turns += 1;
    nextTurn(takeTurn);
  }

  function takeTurn(): void {
    turns -= 1;
    if (waiting.length === 0) return;
    // Node accepts one connection per turn. Those behind it would wait for a call each, unseen, so they come first.
    if (hasConnected && accepted < maxAcceptedPerTurn) {
      hasConnected = false;
      accepted += 1;
      addTurn();
      return;
    }
    hasConnected = false;
    accepted = 0;
    isSwept = false;
    answerNext();
    if (waiting.length > 0 && turns === 0) addTurn();
  }

  function answerNext(): void {
    let next = waiting.shift();
    while (next && isGone(next)) {
      dropped();
      next = waiting.shift();
    }
    const now = elapsedMs();
    limit.answered(lastTurnAt === undefined ? undefined : now - lastTurnAt);
    // While nobody waits, time passes that no request took.
    lastTurnAt = waiting.length > 0 ? now : undefined;
    if (next) answer(next.request, next.response);
  }

  // Nobody is refused for the sake of clients that have gone. Once per turn is enough, and costs little beside a call.
  function isFull(): boolean {
    if (limit.admits(waiting.length)) return false;
    if (isSwept) return true;
    isSwept = true;
    const staying = waiting.filter((one) => !isGone(one));
    for (let gone = waiting.length - staying.length; gone > 0; gone -= 1) dropped();
    waiting = staying;
    return !limit.admits(waiting.length);
  }

  // The latest request of the client that got most of the queue lately, if that is more than this one gets with its new one.
  function takeFromLargest(share: ClientShare): Waiting | undefined {
    let [found, most] = [-1, share.recent + 2];
    waiting.forEach((one, index) => {
      if (one.share.recent >= most) [found, most] = [index, one.share.recent];
    });
    return found < 0 ? undefined : waiting.splice(found, 1)[0];
  }

  return {
    add(request, response) {
      const share = shares.of(clientOf(request));
      if (isFull()) {
        refused += 1;
        // Otherwise a flood of requests would leave time for nothing but refusals.
        if (refused % maxRefusalsPerTurn === 0) addTurn();
        const taken = takeFromLargest(share);
        if (!taken) return refuse(request, response);
        shares.giveBack(taken.share);
        refuse(taken.request, taken.response);
      }
      waiting.push({ request, response, share });
      shares.take(share);
      if (turns === 0) addTurn();
    },
    connected() {
      hasConnected = true;
    },
  };
}

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly share: ClientShare;
}

// Also a client that has closed only its half of the connection: Node then closes the other half.
function isGone({ request }: Waiting): boolean {
  return !request.socket.writable;
}

/** How much of the queue a client got lately. */
interface ClientShare {
  recent: number;
}

/** The shares of all clients. Who comes seldom has nothing, so a client cannot be kept out by many that come often. */
interface ClientShares {
  of(client: string): ClientShare;
  take(share: ClientShare): void;
  giveBack(share: ClientShare): void;
}

// A few seconds of a busy instance. Half of what was taken is then forgotten, and with it who took one, so few are remembered.
const halfLife = 8_192;

/** Creates shares of nothing. */
function createClientShares(): ClientShares {
  const shares = new Map<string, ClientShare>();
  let taken = 0;

  function forgetHalf(): void {
    for (const [client, share] of shares) {
      share.recent = Math.floor(share.recent / 2);
      if (share.recent === 0) shares.delete(client);
    }
  }

  return {
    of(client) {
      const share = shares.get(client) ?? { recent: 0 };
      shares.set(client, share);
      return share;
    },
    take(share) {
      share.recent += 1;
      taken += 1;
      if (taken % halfLife === 0) forgetHalf();
    },
    giveBack(share) {
      share.recent = Math.max(0, share.recent - 1);
    },
  };
}
