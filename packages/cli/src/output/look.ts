import type { Io, Output } from "../io.ts";
import { createPaint, type Paint, widthOf } from "../text/paint.ts";

/** How output looks: its colours and its width. */
export interface Look {
  readonly paint: Paint;
  readonly width: number;
}

/** The look of what is written to an output. */
export function lookOf({ env }: Pick<Io, "env">, output: Output): Look {
  return { paint: createPaint(env, output), width: widthOf(env, output) };
}
