import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { OperationId } from "@assay/contract";
import type { Calls } from "../call.ts";
import type { Sender } from "../net/sender-of.ts";
import { isShort, type PreparedAnswer, type PreparedOptions, prepareProblem, sendPrepared } from "./prepared-answer.ts";
import { operationAt } from "./routes/operation-routes.ts";

export interface RefuseOverLimitOptions extends PreparedOptions {
  readonly calls: Pick<Calls, "isOverLimit" | "refuseOverLimit">;
  senderOf(request: IncomingMessage): Sender;
  /** Takes note of where a request comes from that is answered. */
  noteSender(sender: Sender, request: IncomingMessage): void;
  /** Whether the instance shuts down, which callers are told before their limit. */
  isClosing(): boolean;
  /** Runs a function after the sockets were looked at once more: `setImmediate`. */
  nextTurn(run: () => void): void;
}

// In each turn of the event loop one call is answered. These take about as long.
const maxRefusalsPerTurn = 16;
// As many as may wait in the queue, which gets those beyond.
const maxWaiting = 1_024;

/**
 * Creates the listener that refuses calls of addresses that are known to be over their limit before they wait in the queue
 * and cost what calls cost, with the same answer that they would get there. Every other request is passed on.
 */
export function createRefuseOverLimit(options: RefuseOverLimitOptions, pass: RequestListener): RequestListener {
  const { calls, senderOf, noteSender, isClosing, nextTurn } = options;
  const prepared = new WeakMap<OverLimit, PreparedAnswer>();
  const waiting: Exchange[] = [];
  let refused = 0;
  let isTurnNext = false;

  function addTurn(): void {
    if (isTurnNext) return;
    isTurnNext = true;
    nextTurn(takeTurn);
  }

  function takeTurn(): void {
    isTurnNext = false;
    refused = 0;
    for (const exchange of waiting.splice(0, maxRefusalsPerTurn)) refuse(exchange);
    if (waiting.length > 0) addTurn();
  }

  function refuse({ request, response, operation, sender }: Exchange): void {
    const { rawHeaders } = request;
    const requestId = randomUUID();
    const over = calls.refuseOverLimit({ operation, requestId, rawHeaders, address: sender.address });
    if (over) {
      refused += 1;
      addTurn();
      noteSender(sender, request);
      sendPrepared(answerTo(over), request, response, options, requestId);
    } else {
      // While it waited, its address got a call back.
      pass(request, response);
    }
  }

  function answerTo(over: OverLimit): PreparedAnswer {
    const answer = prepared.get(over) ?? prepareProblem(over.problem, over.headers, false, options);
    prepared.set(over, answer);
    return answer;
  }

  return (request, response) => {
    const operation = operationAt(request);
    if (operation === undefined || isClosing()) return pass(request, response);
    const sender = senderOf(request);
    if (!calls.isOverLimit({ rawHeaders: request.rawHeaders, address: sender.address })) return pass(request, response);
    const exchange = { request, response, operation, sender };
    // A turn later it is known whether a body of unknown length has arrived.
    const isNext = waiting.length === 0 && refused < maxRefusalsPerTurn && isShort(request.headers);
    if (isNext) return refuse(exchange);
    if (waiting.length >= maxWaiting) return pass(request, response);
    waiting.push(exchange);
    addTurn();
  };
}

type OverLimit = NonNullable<ReturnType<Calls["refuseOverLimit"]>>;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly operation: OperationId;
  readonly sender: Sender;
}
