import { ProgramUnderTest } from "../conformance/program-under-test.ts";
import { toQuestions } from "../conformance/questions.ts";
import { readCases } from "../conformance/read-cases.ts";
import { type ConformanceReport, type Finding, printConformance } from "../conformance/report.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { Io } from "../io.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { counted } from "../terminal/phrases.ts";
import { withProgress } from "../terminal/progress.ts";

interface ConformanceOptions {
  readonly timeout: string;
  readonly only?: string;
  readonly format: PlainFormat;
}

/** A program that gave no answer so often is not asked again: a silent one would take all day. */
const maxUnanswered = 3;

/** Asks a program about every golden case, and compares its answers with the recorded ones. */
export async function conformance(
  command: readonly string[],
  { timeout, only = "", format }: ConformanceOptions,
  io: Io,
): Promise<ExitCode> {
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds <= 3_600)) {
    throw new Failure("--timeout must be a number of seconds above 0 and at most 3600.");
  }
  const { cases, notText } = readCases();
  const chosen = cases.filter(({ name }) => name.startsWith(only));
  const [first] = cases.flatMap((golden) => (golden.kind === "verdict" ? [golden.input] : []));
  if (chosen.length === 0 || !first) {
    const topics = new Set(cases.map(({ name }) => name.split("/", 1)[0]));
    throw new Failure(
      `No golden case begins with ${JSON.stringify(only)}. Cases are named topic/name, with these topics: ${[...topics].join(", ")}.`,
    );
  }
  const { specPackage, registry } = first;
  await using program = new ProgramUnderTest(command, { cwd: io.cwd, timeoutMs: seconds * 1_000 });
  let equal = 0;
  let notAsked = 0;
  const different: Finding[] = [];
  const unanswered: Finding[] = [];
  await withProgress(io, `Asking about ${counted(chosen.length, "golden case")}`, async () => {
    for (const golden of chosen) {
      for (const { request, differences } of toQuestions(golden, { specPackage, registry })) {
        if (io.signal.aborted) throw io.signal.reason;
        if (unanswered.length >= maxUnanswered) {
          notAsked += 1;
          continue;
        }
        const finding = (details: readonly string[]): Finding => ({
          ...{ case: golden.name, operation: request.operation, title: golden.title, details },
        });
        const asked = await program.ask(request);
        if (asked.kind === "none") {
          unanswered.push(finding([asked.why]));
          continue;
        }
        const found = differences(asked.answered);
        if (found.length === 0) equal += 1;
        else different.push(finding(found));
      }
    }
  });
  const badEnd = await program.end();
  const report: ConformanceReport = {
    ...{ cases: chosen.length, equal, different, unanswered, notAsked },
    notText: only === "" ? notText : 0,
    ...(badEnd !== undefined && { badEnd }),
  };
  printConformance(report, format, io);
  if (unanswered.length > 0) return exitCode.service;
  return different.length > 0 || badEnd !== undefined ? exitCode.invalid : exitCode.valid;
}
