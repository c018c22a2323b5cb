import { type Logger, pino } from "pino";

/** Creates the log, with one JSON object per line. Without a level, nothing is logged. */
export function createLog(options?: { readonly level: string; readonly to?: { write(line: string): void } }): Logger {
  const settings = {
    level: options?.level ?? "silent",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(settings, options?.to ?? createOutput());
}

/** How much of the log is buffered while the disk is full or the reader hangs. */
const maxBufferedBytes = 2 ** 20;

/** Writes to stdout. If stdout blocks, lines are buffered, then dropped: the service continues without its log. */
function createOutput(): { write(line: string): void } {
  const output = pino.destination({ maxLength: maxBufferedBytes });
  // Pino's own listener throws, or stops writing for good.
  output.removeAllListeners("error").on("error", () => {});
  // When the process exits, pino would write the rest of the log, and retry forever if that fails.
  output.flushSync = () => {};
  return output;
}
