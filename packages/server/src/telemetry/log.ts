import { type Logger, pino } from "pino";

/** Creates the log: one JSON object per line, and nothing unless a level is given. */
export function createLog(options?: { readonly level: string; readonly to?: { write(line: string): void } }): Logger {
  const settings = { level: options?.level ?? "silent", base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return options?.to ? pino(settings, options.to) : pino(settings);
}
