import { type Logger, pino } from "pino";

/** One JSON object per line; nothing at all when nobody asks for it. */
export function createLog(options?: { readonly level: string; readonly to?: { write(line: string): void } }): Logger {
  const settings = { level: options?.level ?? "silent", base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return options?.to ? pino(settings, options.to) : pino(settings);
}
