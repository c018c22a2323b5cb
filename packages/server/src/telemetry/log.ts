import { type Logger, pino } from "pino";

/** Creates the log: one JSON object per line, and nothing unless a level is given. */
export function createLog(options?: { readonly level: string; readonly to?: { write(line: string): void } }): Logger {
  const settings = {
    level: options?.level ?? "silent",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(settings, options?.to ?? createOutput());
}

/** How much of the log waits for a full disk, or for a reader that hangs. */
const maxWaitingBytes = 2 ** 20;

/** Standard output. Lines that it does not take wait, then they are dropped: the service goes on without its log. */
function createOutput(): { write(line: string): void } {
  const output = pino.destination({ maxLength: maxWaitingBytes });
  // Pino's own listener throws, or writes nothing ever again.
  output.removeAllListeners("error").on("error", () => {});
  // At the end of the process pino would write the rest, and try for ever if that fails.
  output.flushSync = () => {};
  return output;
}
