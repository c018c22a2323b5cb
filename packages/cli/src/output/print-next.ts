import type { Io } from "../io.ts";
import { printable } from "../text/printable.ts";
import { lookOf } from "./look.ts";

/** Writes what to type next. */
export function printNext(steps: readonly string[], io: Pick<Io, "out" | "env">): void {
  const { paint } = lookOf(io, io.out);
  const lines = steps.map((step, index) => `${index === 0 ? "Next: " : "  or: "}${paint("code", printable(step))}\n`);
  io.out.write(lines.join(""));
}
