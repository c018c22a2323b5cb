import type { Io } from "../io.ts";
import { printable } from "./printable.ts";
import { createStyle } from "./style.ts";

/** Writes what to type next. */
export function printNext(steps: readonly string[], io: Pick<Io, "out" | "env">): void {
  const { paint } = createStyle(io, io.out);
  const lines = steps.map((step, index) => `${index === 0 ? "Next: " : "  or: "}${paint("code", printable(step))}\n`);
  io.out.write(lines.join(""));
}
