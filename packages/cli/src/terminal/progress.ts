import type { Wait } from "@assay/client";
import type { Io } from "../io.ts";
import { printable } from "./printable.ts";

const patienceMs = 1_000;

/** Runs work that may take a while: after a second, a line on standard error says what is waited for. */
export async function withProgress<Result>(
  io: Pick<Io, "err">,
  label: string,
  run: (onWait: (wait: Wait) => void) => Promise<Result>,
): Promise<Result> {
  const { err } = io;
  const isTerminal = err.columns !== undefined;
  const began = Date.now();
  let shown = false;
  let text = label;
  const show = () => {
    const seconds = Math.round((Date.now() - began) / 1_000);
    if (isTerminal) err.write(`\r\u001b[2K${printable(text)} (${seconds} s)`);
    else if (!shown) err.write(`${printable(text)}\n`);
    shown = true;
  };
  const timer = setInterval(show, patienceMs);
  try {
    return await run(({ waitMs, error }) => {
      text = `${label}: waiting ${Math.ceil(waitMs / 1_000)} s (${error.code})`;
      if (waitMs < patienceMs) return;
      shown = false;
      show();
    });
  } finally {
    clearInterval(timer);
    if (shown && isTerminal) err.write("\r\u001b[2K");
  }
}
