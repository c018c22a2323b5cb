import { styleText } from "node:util";
import type { Io, Output } from "../io.ts";
import { wrap } from "./wrap.ts";

/** The role of a piece of output, which determines its color. */
export type Role = "error" | "warning" | "info" | "fix" | "removed" | "added" | "dim" | "strong" | "code";

/** Colors text, or returns it unchanged if colors are off. */
export type Paint = (role: Role, text: string) => string;

const styles = {
  error: ["bold", "red"],
  warning: ["bold", "yellow"],
  info: ["bold", "blue"],
  fix: ["bold", "green"],
  removed: ["red"],
  added: ["green"],
  dim: ["dim"],
  strong: ["bold"],
  code: ["cyan"],
} as const;

/** Creates a function that colors text for a terminal. `NO_COLOR` disables colors; `FORCE_COLOR` enables them. */
export function createPaint(env: Io["env"], output: Pick<Output, "columns">): Paint {
  if (!hasColors(env, output)) return (_, text) => text;
  // `hasColors` has already decided, so Node's own check of the stream is turned off.
  return (role, text) => styleText([...styles[role]], text, { validateStream: false });
}

function hasColors({ NO_COLOR, FORCE_COLOR, TERM }: Io["env"], { columns }: Pick<Output, "columns">): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return columns !== undefined && TERM !== "dumb";
}

/** The maximum line width: the terminal's, or `COLUMNS`, or 80, but always between 40 and 120 columns. */
export function outputWidth(env: Io["env"], { columns }: Pick<Output, "columns">): number {
  const preferred = columns ?? (Number(env.COLUMNS) || 80);
  return Math.min(Math.max(preferred, 40), 120);
}

/** The colors and the width of output. */
export interface Style {
  readonly paint: Paint;
  readonly width: number;
}

/** Creates the style for an output. */
export function createStyle({ env }: Pick<Io, "env">, output: Output): Style {
  return { paint: createPaint(env, output), width: outputWidth(env, output) };
}

/** Wraps text, and colors each line for a role. */
export function paintLines(role: Role, text: string, { paint, width }: Style): readonly string[] {
  return wrap(text, width).map((line) => paint(role, line));
}
