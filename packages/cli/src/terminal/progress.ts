import type { Io, Output } from "../io.ts";
import { toPrintable } from "./to-printable.ts";

const delayMs = 1_000;

/** A pause before the next attempt, and why. */
interface Wait {
  readonly waitMs: number;
  readonly error: { readonly code: string };
}

interface Line {
  /** Says that work waits, and for what; undefined once it goes on. */
  wait(why: string | undefined): void;
  /** Takes the line off the terminal until there is something new to say. */
  clear(): void;
}

/** The lines that are shown now: work inside other work has no line of its own. */
const lines = new WeakMap<Output, Line>();

/** Makes room for a report that is written while work goes on. */
export function clearProgress({ err }: Pick<Io, "err">): void {
  lines.get(err)?.clear();
}

/** Runs work that may take a while: after a second, a line on standard error says what is waited for. */
export async function withProgress<Result>(
  { err }: Pick<Io, "err">,
  label: string | (() => string),
  run: (onWait: (wait: Wait) => void) => Promise<Result>,
): Promise<Result> {
  const outer = lines.get(err);
  if (outer) {
    try {
      return await run(({ waitMs, error }) => {
        if (waitMs >= delayMs) outer.wait(`waiting ${Math.ceil(waitMs / 1_000)} s (${error.code})`);
      });
    } finally {
      outer.wait(undefined);
    }
  }
  const isTerminal = err.columns !== undefined;
  const began = Date.now();
  let isShown = false;
  let why: string | undefined;
  const show = () => {
    const seconds = Math.round((Date.now() - began) / 1_000);
    const text = `${typeof label === "string" ? label : label()}${why === undefined ? "" : `: ${why}`}`;
    // A line that wraps could not be taken off again.
    if (isTerminal) err.write(`\r\u001b[2K${toPrintable(text).slice(0, (err.columns ?? 80) - 10)} (${seconds} s)`);
    else if (!isShown) err.write(`${toPrintable(text)}\n`);
    isShown = true;
  };
  const wait = (reason: string | undefined) => {
    if (reason === why) return;
    why = reason;
    if (why === undefined) return;
    isShown = false;
    show();
  };
  const clear = () => {
    if (isShown && isTerminal) err.write("\r\u001b[2K");
  };
  lines.set(err, { wait, clear });
  const timer = setInterval(show, delayMs);
  try {
    return await run(({ waitMs, error }) => {
      if (waitMs >= delayMs) wait(`waiting ${Math.ceil(waitMs / 1_000)} s (${error.code})`);
    });
  } finally {
    clearInterval(timer);
    lines.delete(err);
    clear();
  }
}
