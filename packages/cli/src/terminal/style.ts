import { styleText } from "node:util";
import type { Io, Output } from "../io.ts";
import { wrap } from "./wrap.ts";

/** What a piece of output is; each role has its colour. */
export type Role = "error" | "warning" | "info" | "fix" | "removed" | "added" | "dim" | "strong" | "code";

/** Colours a text, or leaves it as it is. */
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

/** Colours for a terminal, unless `NO_COLOR` is set; with `FORCE_COLOR` for everything else too. */
export function createPaint(env: Io["env"], output: Pick<Output, "columns">): Paint {
  if (!hasColours(env, output)) return (_, text) => text;
  // Whether there are colours is decided here, not by the stream of this process.
  return (role, text) => styleText([...styles[role]], text, { validateStream: false });
}

function hasColours({ NO_COLOR, FORCE_COLOR, TERM }: Io["env"], { columns }: Pick<Output, "columns">): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return columns !== undefined && TERM !== "dumb";
}

/** How wide the output may be: as the terminal, between 40 and 120 columns; 80 unless it is one. */
export function outputWidth(env: Io["env"], { columns }: Pick<Output, "columns">): number {
  const wanted = columns ?? (Number(env.COLUMNS) || 80);
  return Math.min(Math.max(wanted, 40), 120);
}

/** How output looks: its colours and its width. */
export interface Style {
  readonly paint: Paint;
  readonly width: number;
}

/** The style of what is written to an output. */
export function createStyle({ env }: Pick<Io, "env">, output: Output): Style {
  return { paint: createPaint(env, output), width: outputWidth(env, output) };
}

/** A text in lines, each in the colour of a role. */
export function paintLines(role: Role, text: string, { paint, width }: Style): readonly string[] {
  return wrap(text, width).map((line) => paint(role, line));
}
