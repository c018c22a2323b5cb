// The state machine of the checks that run in the page's worker. Only this reducer changes the state.
import type { EngineState } from "./state.ts";

/** The state of the worker, of the text to check, and of the check in progress. */
export interface CheckState {
  /** `gone` means that the worker has ended and is restarted after a delay. */
  readonly worker: "gone" | "starting" | "ready" | "failed";
  /** How often the worker was restarted since a check last finished. */
  readonly restarts: number;
  /** Why the last worker ended. */
  readonly reason: string;
  /** The rules, which the worker needs before any check: not sent, sent, ready to use, or failed to load. */
  readonly preparation: "none" | "sent" | "done" | "failed";
  readonly text?: string | undefined;
  /** Whether the author is still typing. */
  readonly isTyping: boolean;
  /** Whether the text, or anything that it is checked against, changed after the last check started. */
  readonly isDirty: boolean;
  readonly checkId: number;
  /** The check in progress. */
  readonly sent?: { readonly checkId: number; readonly text: string } | undefined;
  /** The text of the last finished check. */
  readonly checkedText?: string | undefined;
  /** Text that made the worker crash or hang. It is skipped until the author edits it or retries. */
  readonly skippedText?: string | undefined;
  /** Why the newest text has no verdict although everything is loaded. */
  readonly notice?: string | undefined;
}

/** An event that changes the state. */
export type CheckEvent =
  | { readonly kind: "start" | "loaded" | "paused" | "retry" }
  /** The rules were sent to the worker, are ready to use, or failed to load. */
  | { readonly kind: "prepare"; readonly preparation: "sent" | "done" | "failed" }
  /** The worker crashed or hung, and was terminated. */
  | { readonly kind: "gone"; readonly cause: "crashed" | "stuck"; readonly detail: string }
  /** The author chose different rules, which the worker does not have yet. */
  | { readonly kind: "forget" }
  /** The registry or the caller changed, so the text has to be checked again. */
  | { readonly kind: "recheck" }
  | { readonly kind: "edit"; readonly text: string }
  | { readonly kind: "checked"; readonly checkId: number };

export const initialState: CheckState = {
  worker: "gone",
  restarts: 0,
  reason: "",
  preparation: "none",
  isTyping: false,
  isDirty: false,
  checkId: 0,
};

/** How long a check can run before it is stopped. */
export const checkTimeoutMs = 4_000;
const maxRestarts = 3;

/** Returns the state after an event. A check starts once the worker and the rules are ready and the author pauses. */
export function reduce(before: CheckState, event: CheckEvent): CheckState {
  const state = { ...before, ...applyEvent(before, event) };
  const { worker, preparation, text, isTyping, isDirty, sent, skippedText, checkId } = state;
  const isReady = worker === "ready" && preparation === "done" && !sent && !isTyping;
  if (!isReady || !isDirty || text === undefined || text === skippedText) return state;
  return { ...state, checkId: checkId + 1, isDirty: false, sent: { checkId: checkId + 1, text } };
}

function applyEvent(state: CheckState, event: CheckEvent): Partial<CheckState> {
  const { worker, restarts, preparation, text, isDirty, sent, skippedText, checkedText } = state;
  const hasText = text !== undefined;
  switch (event.kind) {
    case "start":
      return { worker: "starting" };
    case "loaded":
      return worker === "starting" ? { worker: "ready" } : {};
    case "prepare":
      return { preparation: event.preparation };
    case "forget":
      return { ...clearedNotices, preparation: "none", isDirty: hasText, sent: undefined, checkedText: undefined };
    case "recheck":
      return { isDirty: hasText };
    case "edit":
      return {
        ...clearedNotices,
        text: event.text,
        isTyping: true,
        isDirty: true,
        ...(event.text === skippedText && { skippedText }),
      };
    case "paused":
      return { isTyping: false };
    case "checked":
      return event.checkId === sent?.checkId ? { sent: undefined, checkedText: sent.text, restarts: 0 } : {};
    case "retry":
      return {
        ...clearedNotices,
        restarts: 0,
        isDirty: isDirty || (hasText && text !== checkedText),
        ...(preparation === "failed" && { preparation: "none" }),
        ...(worker === "failed" && { worker: "starting" }),
      };
    case "gone": {
      const isStuck = event.cause === "stuck";
      const reason = isStuck ? "it does not answer" : shorten(event.detail) || "its script could not be loaded";
      return {
        // The next worker starts without the rules.
        preparation: preparation === "failed" ? preparation : "none",
        sent: undefined,
        isDirty: hasText,
        worker: restarts < maxRestarts ? "gone" : "failed",
        restarts: restarts + 1,
        reason,
        ...(sent && { skippedText: sent.text, notice: isStuck ? timeoutNotice : crashNotice }),
      };
    }
  }
}

const clearedNotices = { skippedText: undefined, notice: undefined };

/** Returns the worker's state in the form that the page shows. */
export function toEngineState({ worker, reason }: CheckState): EngineState {
  if (worker === "failed") return { kind: "failed", reason: `The engine does not run in this page: ${reason}.` };
  return { kind: worker === "ready" ? "ready" : "loading" };
}

/** Whether a verdict on the newest text is still expected. */
export function isCheckInProgress({ worker, preparation, text, skippedText, isDirty, sent }: CheckState): boolean {
  if (worker === "failed" || preparation === "failed") return false;
  return text !== undefined && text !== skippedText && (isDirty || sent !== undefined);
}

/** Cuts a string from outside to 200 characters. */
export function shorten(reason: string): string {
  return reason.length > 200 ? `${reason.slice(0, 200)}…` : reason;
}

const crashNotice = "The engine stopped while it checked this text and was started again. It checks your next change.";

const timeoutNotice = `The check took longer than ${checkTimeoutMs / 1000} seconds and was stopped. It starts again with your next change.`;
