import type { Io } from "../io.ts";
import { printable } from "./printable.ts";
import { outputWidth } from "./style.ts";
import { wrap } from "./wrap.ts";

/** Writes what a person should know and need not do anything about. */
export function printNote(text: string, { err, env }: Pick<Io, "err" | "env">): void {
  err.write(`${wrap(printable(`note: ${text}`), outputWidth(env, err)).join("\n")}\n`);
}
