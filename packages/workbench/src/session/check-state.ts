// The state of a page whose worker checks a text, as a reducer: every legal combination is made here, and nowhere else.
import type { EngineState } from "./state.ts";

/** A page, its worker and the text between them. */
export interface CheckState {
  /** `gone`: it is started again after a pause. */
  readonly worker: "gone" | "starting" | "ready" | "failed";
  /** How often it was started again since a check ended. */
  readonly restarts: number;
  /** Why there is no worker any more. */
  readonly reason: string;
  /** What a worker needs before it can check anything: not sent, sent, there, or not to be had. */
  readonly preparation: "none" | "sent" | "done" | "failed";
  readonly text?: string | undefined;
  /** Whether the author has not paused yet. */
  readonly isTyping: boolean;
  /** Whether the text, or what it is checked against, is newer than the last check that was begun. */
  readonly isDirty: boolean;
  readonly turn: number;
  /** The check that runs. */
  readonly sent?: { readonly turn: number; readonly text: string } | undefined;
  /** The text that was checked last. */
  readonly checkedText?: string | undefined;
  /** A text at which the worker crashed or hung: it is not tried again. */
  readonly refusedText?: string | undefined;
  /** Why the newest text is not checked although everything is loaded. */
  readonly notice?: string | undefined;
}

/** What can happen to it. */
export type CheckEvent =
  | { readonly kind: "start" | "loaded" | "paused" | "retry" }
  /** What checks need was sent, is there, or is not to be had. */
  | { readonly kind: "prepare"; readonly preparation: "sent" | "done" | "failed" }
  /** The worker has crashed or hung, and is gone. */
  | { readonly kind: "gone"; readonly why: "crashed" | "stuck"; readonly detail: string }
  /** Everything that a worker was prepared with is forgotten. */
  | { readonly kind: "forget" }
  /** What a text is checked against is newer. */
  | { readonly kind: "outdated" }
  | { readonly kind: "edit"; readonly text: string }
  | { readonly kind: "checked"; readonly turn: number };

export const initialState: CheckState = {
  worker: "gone",
  restarts: 0,
  reason: "",
  preparation: "none",
  isTyping: false,
  isDirty: false,
  turn: 0,
};

/** How long a check may take. */
export const checkTimeoutMs = 4_000;
const maxRestarts = 3;

/** The state after an event. A check begins with the first event after which nothing is missing for it. */
export function reduce(before: CheckState, event: CheckEvent): CheckState {
  const state = { ...before, ...applyEvent(before, event) };
  const { worker, preparation, text, isTyping, isDirty, sent, refusedText, turn } = state;
  const isReady = worker === "ready" && preparation === "done" && !sent && !isTyping;
  if (!isReady || !isDirty || text === undefined || text === refusedText) return state;
  return { ...state, turn: turn + 1, isDirty: false, sent: { turn: turn + 1, text } };
}

function applyEvent(state: CheckState, event: CheckEvent): Partial<CheckState> {
  const { worker, restarts, preparation, text, isDirty, sent, refusedText, checkedText } = state;
  const hasText = text !== undefined;
  const unprepared = preparation === "failed" ? preparation : "none";
  switch (event.kind) {
    case "start":
      return { worker: "starting" };
    case "loaded":
      return worker === "starting" ? { worker: "ready" } : {};
    case "prepare":
      return { preparation: event.preparation };
    case "forget":
      return { ...clearedNotices, preparation: "none", isDirty: hasText, sent: undefined, checkedText: undefined };
    case "outdated":
      return { isDirty: hasText };
    case "edit":
      return {
        ...clearedNotices,
        text: event.text,
        isTyping: true,
        isDirty: true,
        ...(event.text === refusedText && { refusedText }),
      };
    case "paused":
      return { isTyping: false };
    case "checked":
      return event.turn === sent?.turn ? { sent: undefined, checkedText: sent.text, restarts: 0 } : {};
    case "retry":
      return {
        ...clearedNotices,
        restarts: 0,
        isDirty: isDirty || (hasText && text !== checkedText),
        ...(preparation === "failed" && { preparation: "none" }),
        ...(worker === "failed" && { worker: "starting" }),
      };
    case "gone": {
      const isStuck = event.why === "stuck";
      const reason = isStuck ? "it does not answer" : shorten(event.detail) || "its script could not be loaded";
      return {
        // The next worker knows nothing of the checks of this one.
        preparation: unprepared,
        sent: undefined,
        isDirty: hasText,
        worker: restarts < maxRestarts ? "gone" : "failed",
        restarts: restarts + 1,
        reason,
        ...(sent && { refusedText: sent.text, notice: isStuck ? timeoutNotice : crashNotice }),
      };
    }
  }
}

const clearedNotices = { refusedText: undefined, notice: undefined };

/** The worker, as the page shows it. */
export function toEngineState({ worker, reason }: CheckState): EngineState {
  if (worker === "failed") return { kind: "failed", reason: `The engine does not run in this page: ${reason}.` };
  return { kind: worker === "ready" ? "ready" : "loading" };
}

/** Whether a verdict on the newest text is to be expected. */
export function isCheckInProgress({ worker, preparation, text, refusedText, isDirty, sent }: CheckState): boolean {
  if (worker === "failed" || preparation === "failed") return false;
  return text !== undefined && text !== refusedText && (isDirty || sent !== undefined);
}

/** The beginning of a text from elsewhere. */
export function shorten(reason: string): string {
  return reason.length > 200 ? `${reason.slice(0, 200)}…` : reason;
}

const crashNotice = "The engine stopped while it checked this text and was started again. It checks your next change.";

const timeoutNotice = `The check took longer than ${checkTimeoutMs / 1000} seconds and was stopped. It starts again with your next change.`;
