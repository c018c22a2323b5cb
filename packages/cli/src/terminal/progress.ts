import type { Io, Output } from "../io.ts";
import { toPrintable } from "./to-printable.ts";

const delayMs = 1_000;

/** The pause before a call is retried, and the error that caused it. */
interface RetryPause {
  readonly waitMs: number;
  readonly error: { readonly code: string };
}

interface ProgressLine {
  /** Updates the line. */
  show(): void;
  /** Shows why work is waiting; undefined once it continues. */
  setWaitReason(reason: string | undefined): void;
  /** Removes the line from the terminal until its next update. */
  clear(): void;
}

/** The progress line of each output. Nested work shares the outer work's line. */
const lines = new WeakMap<Output, ProgressLine>();

/** Removes the progress line, so that a report can be written while work continues. */
export function clearProgress({ err }: Pick<Io, "err">): void {
  lines.get(err)?.clear();
}

/** Runs work that can take a while. After a second, a line on standard error shows its label and the elapsed time. */
export async function withProgress<Result>(
  { err }: Pick<Io, "err">,
  label: string | (() => string),
  run: (onWait: (pause: RetryPause) => void) => Promise<Result>,
): Promise<Result> {
  const outerLine = lines.get(err);
  const line = outerLine ?? createLine(err, label);
  const onWait = ({ waitMs, error }: RetryPause) => {
    if (waitMs >= delayMs) line.setWaitReason(`waiting ${Math.ceil(waitMs / 1_000)} s (${error.code})`);
  };
  if (outerLine) {
    try {
      return await run(onWait);
    } finally {
      outerLine.setWaitReason(undefined);
    }
  }
  lines.set(err, line);
  const timer = setInterval(line.show, delayMs);
  try {
    return await run(onWait);
  } finally {
    clearInterval(timer);
    lines.delete(err);
    line.clear();
  }
}

function createLine(err: Output, label: string | (() => string)): ProgressLine {
  const isTerminal = err.columns !== undefined;
  const startedAt = Date.now();
  let isShown = false;
  let waitReason: string | undefined;
  const show = () => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    const text = `${typeof label === "string" ? label : label()}${waitReason === undefined ? "" : `: ${waitReason}`}`;
    // Cut to the width of the terminal, because a wrapped line could not be removed.
    if (isTerminal) err.write(`\r\u001b[2K${toPrintable(text).slice(0, (err.columns ?? 80) - 10)} (${seconds} s)`);
    else if (!isShown) err.write(`${toPrintable(text)}\n`);
    isShown = true;
  };
  return {
    show,
    setWaitReason(reason) {
      if (reason === waitReason) return;
      waitReason = reason;
      if (reason === undefined) return;
      isShown = false;
      show();
    },
    clear() {
      if (isShown && isTerminal) err.write("\r\u001b[2K");
    },
  };
}
