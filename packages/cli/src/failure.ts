import { type ExitCode, exitCode } from "./exit-code.ts";

/** Why a command cannot go on, in sentences for its user. They are escaped when printed; a line break in them is one. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: ExitCode;
  /** What to type or write next, one line each. */
  readonly next: readonly string[];

  constructor(message: string, more: { readonly exitCode?: ExitCode; readonly next?: readonly string[] } = {}) {
    super(message);
    this.exitCode = more.exitCode ?? exitCode.usage;
    this.next = more.next ?? [];
  }
}
