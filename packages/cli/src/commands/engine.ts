import { answerTooLong, createAnswerLine, maxLineBytes, writeAnswer } from "../engine-process/answer-request.ts";
import { readLines } from "../engine-process/read-lines.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { printableLines } from "../terminal/printable.ts";

/** Answers requests to the engine, one line each and in order, until the input ends. */
export async function engine(io: Io): Promise<ExitCode> {
  const [{ cel }, { idn }] = await Promise.all([import("@assay/engine/cel"), import("@assay/engine/idn")]);
  const answerLine = createAnswerLine({ cel, idn }, (reason) => {
    const story = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    io.err.write(`Internal error. Please report it and include the following:\n${printableLines(story)}\n`);
  });
  const { input, write } = io.openPipe();
  for await (const line of readLines(input, maxLineBytes)) {
    const answer = line.kind === "line" ? answerLine(line.bytes) : answerTooLong();
    if (!(await write(writeAnswer(answer)))) break;
  }
  return exitCode.valid;
}
