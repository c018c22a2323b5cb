import { type ExitCode, exitCode } from "./exit-code.ts";

/** Ends a command with a message for its user. Printing escapes the message but keeps its line breaks. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: ExitCode;

  constructor(message: string, code: ExitCode = exitCode.usage) {
    super(message);
    this.exitCode = code;
  }
}
