import { type ExitCode, exitCode } from "./exit-code.ts";

/** Why a command cannot go on, in sentences for its user. They are escaped when printed; a line break in them is one. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: ExitCode;

  constructor(message: string, code: ExitCode = exitCode.usage) {
    super(message);
    this.exitCode = code;
  }
}
