import { type ExitCode, exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { printJson } from "../terminal/print.ts";
import { type OpenedPackage, openSpecPackage } from "./open-spec-package.ts";

/** The format of a result for a spec package: for people, programs or pull requests. */
export type SpecFormat = "pretty" | "json" | "github";

/** Writes or returns the result for one spec package in each format. */
interface PackageReporter {
  pretty(opened: OpenedPackage): void;
  github(opened: OpenedPackage): readonly string[];
  json(opened: OpenedPackage): object;
  isSuccess(opened: OpenedPackage): boolean;
}

/** Opens spec packages one after another and reports on each. The JSON format is an array. */
export async function reportPackages(
  files: readonly string[],
  format: SpecFormat,
  io: Io,
  reporter: PackageReporter,
): Promise<ExitCode> {
  const documents: object[] = [];
  let allSucceeded = true;
  for (const [index, file] of files.entries()) {
    const opened = await openSpecPackage(file, io);
    if (format === "pretty") {
      if (index > 0) io.out.write("\n");
      reporter.pretty(opened);
    } else if (format === "github") {
      io.out.write(`${reporter.github(opened).join("\n")}\n`);
    } else documents.push(reporter.json(opened));
    allSucceeded &&= reporter.isSuccess(opened);
  }
  if (format === "json") printJson(documents, io);
  return allSucceeded ? exitCode.valid : exitCode.invalid;
}
