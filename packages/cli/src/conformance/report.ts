import type { Io } from "../io.ts";
import type { PlainFormat } from "../reports/reporter.ts";
import { counted } from "../terminal/phrases.ts";
import { printJson } from "../terminal/print.ts";
import { printable } from "../terminal/printable.ts";
import { createStyle } from "../terminal/style.ts";
import { hang, wrap } from "../terminal/wrap.ts";

/** An answer that is not the recorded one, or is not there. */
export interface Finding {
  readonly case: string;
  readonly operation: string;
  readonly title: string;
  readonly details: readonly string[];
}

/** How the answers of a program compare with the recorded ones. */
export interface ConformanceReport {
  readonly cases: number;
  /** Answers: a case has between one and four. */
  readonly equal: number;
  readonly different: readonly Finding[];
  readonly unanswered: readonly Finding[];
  readonly notAsked: number;
  /** Cases about bytes that no line can carry. */
  readonly notText: number;
  /** What is wrong with how the program ended. */
  readonly badEnd?: string;
}

const maxFindings = 10;
const maxDetails = 5;

/** Writes the report. */
export function printConformance(report: ConformanceReport, format: PlainFormat, io: Io): void {
  if (format === "json") {
    printJson(report, io);
    return;
  }
  const { paint, width } = createStyle(io, io.out);
  const { cases, equal, different, unanswered, notAsked, notText, badEnd } = report;
  const write = (line: string) => io.out.write(`${line}\n`);
  const list = (label: string, findings: readonly Finding[]) => {
    for (const { case: name, operation, title, details } of findings.slice(0, maxFindings)) {
      write(`${paint("error", `${label}:`)} ${printable(`${name} (${operation})`)}`);
      for (const line of wrap(printable(title), width - 2)) write(`  ${paint("dim", line)}`);
      const left = details.length - maxDetails;
      const more = left > 0 ? [`and ${counted(left, "more difference")}`] : [];
      for (const detail of [...details.slice(0, maxDetails), ...more]) {
        write(hang("  - ", 4, printable(detail), width).join("\n"));
      }
    }
    if (findings.length > maxFindings) {
      write(`... and ${counted(findings.length - maxFindings, "more answer")}; --format json has them all.`);
    }
  };
  list("different", different);
  list("no answer", unanswered);
  if (badEnd !== undefined) write(`${paint("error", "wrong end:")} ${badEnd}`);
  const isEqual = different.length === 0 && unanswered.length === 0 && badEnd === undefined;
  const counts = [
    `${counted(equal, "answer")} as recorded`,
    `${different.length} different`,
    `${unanswered.length} missing`,
    ...(notAsked > 0 ? [`${notAsked} not asked after ${unanswered.length} without an answer`] : []),
  ];
  write(paint(isEqual ? "fix" : "error", `${counted(cases, "golden case")}: ${counts.join(", ")}.`));
  if (notText > 0) {
    write(`${counted(notText, "case")} about bytes that are not UTF-8 cannot be asked in lines of JSON.`);
  }
}
