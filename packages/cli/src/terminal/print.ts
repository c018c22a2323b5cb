import type { Io } from "../io.ts";
import { outputWidth } from "./style.ts";
import { toPrintable, toPrintableLines } from "./to-printable.ts";
import { toSafeJson } from "./to-safe-json.ts";
import { wrap } from "./wrap.ts";

/** Writes a note to standard error. The user does not have to act on it. */
export function printNote(text: string, { err, env }: Pick<Io, "err" | "env">): void {
  err.write(`${wrap(toPrintable(`note: ${text}`), outputWidth(env, err)).join("\n")}\n`);
}

/** Writes a result for programs. */
export function printJson(result: unknown, { out }: Pick<Io, "out">): void {
  out.write(`${toSafeJson(result, 2)}\n`);
}

/** Reports an internal error. */
export function printInternalError(reason: unknown, { err }: Pick<Io, "err">): void {
  const details = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  err.write(`Internal error. Please report it and include the following:\n${toPrintableLines(details)}\n`);
}
